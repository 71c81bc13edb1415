"""Before a game: options in words, and names that tell who is player 1."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hunch.engines import GAMES, package
from tests.support.browser import Pages
from tests.support.playing import begin, settle
from tests.support.site import Site

WORDS = Path(__file__).parents[2] / "web" / "src" / "setup"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_each_option_and_each_value_has_words(game: str, language: str) -> None:
    known = json.loads((WORDS / f"{language}.json").read_text())
    for option in package(game).OPTIONS:
        wanted = [option.name, f"{option.name}.says"]
        wanted += [f"{option.name}.{value}" for value in option.values if isinstance(value, str)]
        wanted += [str(value).lower() for value in option.values if isinstance(value, bool)]
        assert not [key for key in wanted if not {key, f"{game}.{key}"} & known.keys()]


def test_options_are_asked_for_in_the_language_of_the_page(pages: Pages, site: Site) -> None:
    page = pages.new(site, locale="fr-FR")
    site.open(page, "/new/comancheria")
    expect(page.get_by_label("Scénario")).to_contain_text("Seigneurs du Sud")
    expect(page.locator("form.setup [lang=en]")).to_have_count(0)


def test_the_names_of_seats_have_the_numbers_of_the_servers_sentences(page: Page, site: Site) -> None:
    begin(page, site, "tomahawk")
    expect(page.get_by_role("status").first).to_have_text("You (1): your turn")
    names = page.locator(".log b").all_inner_texts()
    assert {*names} <= {"You (1): ", "Bot 2: "}


def test_a_name_that_is_typed_keeps_its_number(page: Page, site: Site) -> None:
    site.open(page, "/new/kuhn")
    page.get_by_label("Player 1").fill("Anna")
    page.locator(".setup select", has=page.locator("option[value='human']")).nth(1).select_option("human")
    expect(page.get_by_label("Player 2")).to_have_attribute("placeholder", "Player 2")
    page.locator("form.setup button.main").click()
    settle(page)
    expect(page.locator("main")).to_contain_text(re.compile(r"Anna \(1\)|Player 2"))
