"""The companion of a printed board: each scenario begins, and a turn is told through with tapped dice."""

import pytest
from playwright.sync_api import Page, expect

from hunch.engines import package
from tests.support.axe import violations
from tests.support.browser import Pages
from tests.support.playing import begin, phase, settle
from tests.support.site import Site

SCENARIOS = next(option.values for option in package("comancheria").OPTIONS if option.name == "scenario")


def beside(page: Page, site: Site, scenario: str, dice: str = "own") -> None:
    """Begins a game beside a printed board."""
    site.open(page, "/companion")
    page.locator("form.setup").wait_for()
    page.select_option("#option-scenario", scenario)
    page.locator("form.setup label select").select_option(dice)
    page.locator("form.setup button.main").click()
    settle(page)


def do_all(page: Page) -> None:
    """Does what each sentence says, up to the decision or the die that comes next."""
    settle(page)
    button = page.locator(".step button.main")
    while button.is_enabled():
        button.click()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_scenario_begins(page: Page, site: Site, scenario: str) -> None:
    begin(page, site, "comancheria", scenario=scenario)
    assert phase(page) == "choice"
    expect(page.locator(".picture svg").first).to_be_visible()
    expect(page.locator(".moves .list button").first).to_be_attached()


def test_a_turn_is_told_through_with_tapped_dice(page: Page, site: Site) -> None:
    beside(page, site, "onto_the_plains")
    rolled = 0
    for _ in range(120):
        do_all(page)
        if phase(page) == "roll":
            page.locator(".outcomes button").first.click()
            rolled += 1
        elif phase(page) == "choice":
            page.locator(".companion .move").last.click()
        else:
            break
        if rolled >= 12:
            break
    assert rolled >= 12
    expect(page.locator(".step [role=status]")).not_to_be_empty()


def test_a_die_that_was_told_wrongly_is_undone(page: Page, site: Site) -> None:
    beside(page, site, "onto_the_plains")
    for _ in range(60):
        do_all(page)
        if phase(page) == "roll":
            break
        page.locator(".companion .move").last.click()
    wanted = page.locator(".outcomes button").all_inner_texts()
    page.locator(".outcomes button").first.click()
    settle(page)
    page.get_by_role("button", name="Undo").click()
    do_all(page)
    assert page.locator(".outcomes button").all_inner_texts() == wanted


def test_a_game_goes_on_later(page: Page, site: Site) -> None:
    beside(page, site, "onto_the_plains")
    do_all(page)
    choices = page.locator(".companion .move").all_inner_texts()
    page.reload()
    do_all(page)
    assert page.locator(".companion .move").all_inner_texts() == choices
    site.open(page, "/companion")
    expect(page.locator("main section a")).to_contain_text("Comanchería, Onto the Plains")


def test_dice_that_can_be_checked_are_checked_in_the_page(page: Page, site: Site) -> None:
    beside(page, site, "onto_the_plains", dice="audited")
    for _ in range(10):
        do_all(page)
        page.locator(".companion .move").last.click()
    do_all(page)
    page.locator(".companion details summary").first.click()
    commitment = page.locator(".companion code.long").inner_text()
    with page.expect_download() as saving:
        page.get_by_role("button", name="End the dice").click()
    site.open(page, "/dice")
    page.locator("input[type=file]").set_input_files(saving.value.path())
    page.locator("form input[type=text]").fill(commitment)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_role("heading", name="The dice are genuine.")).to_be_visible()
    page.locator("form input[type=text]").fill("0" * 64)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_role("heading", name="Something is wrong")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_companion_breaks_no_rule_of_accessibility(pages: Pages, site: Site, locale: str) -> None:
    page = pages.new(site, locale=locale, viewport={"width": 360, "height": 740})
    beside(page, site, "onto_the_plains")
    do_all(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
