"""After a game: its course, the mistakes that are tried again, and what everybody knew."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.axe import violations
from tests.support.browser import Pages
from tests.support.playing import begin, click_to_the_end
from tests.support.site import Site


def reviewed(page: Page, site: Site, game: str = "goofspiel", **options: str) -> None:
    """A game to its end, looked back at until all moves are judged."""
    begin(page, site, game, **options)
    click_to_the_end(page)
    page.locator(".result a").click()
    page.locator(".course").wait_for()
    expect(page.get_by_role("status").first).to_have_text("All moves are judged.")


def test_each_judged_move_is_a_point_and_is_tried_again_before_the_answer(page: Page, site: Site) -> None:
    reviewed(page, site, cards="4")
    points = page.locator(".point")
    assert points.count() >= 2
    points.first.dispatch_event("click")
    retry = page.locator(".retry")
    expect(retry.locator(".picture")).to_be_visible()
    expect(retry.get_by_text("Better")).to_have_count(0)  # the answer is not given away
    retry.locator(".list button").first.click()
    expect(retry.locator("[role=status]")).not_to_be_empty()
    retry.get_by_role("button", name="Show the answer").click()
    expect(retry.get_by_text("Better")).to_be_visible()


def test_a_review_that_waits_for_the_server_does_not_say_that_it_is_done(page: Page, site: Site) -> None:
    begin(page, site, "kuhn")
    click_to_the_end(page)
    held: list[Route] = []
    page.route("**/EvaluateMoves", lambda route: held.append(route))
    page.locator(".result a").click()
    page.locator(".course").wait_for()
    expect(page.get_by_role("status").first).to_contain_text("Judging")
    expect(page.get_by_text("No move lost anything")).to_have_count(0)
    held.pop().continue_()
    expect(page.get_by_role("status").first).to_have_text("All moves are judged.")


def test_the_replay_names_who_did_what(page: Page, site: Site) -> None:
    reviewed(page, site, "kuhn")
    expect(page.locator(".replay .told b").first).to_have_text(re.compile(r"^(You \(1\)|Bot 2):\s*$"))


def test_a_bots_view_shows_what_it_knew_and_no_more(page: Page, site: Site) -> None:
    reviewed(page, site, "kuhn")
    replay = page.locator(".replay")
    replay.locator("select").select_option("1")
    replay.get_by_role("slider").fill("2")
    expect(replay.get_by_text("Step 2 of")).to_be_visible()
    expect(replay.locator(".told li")).to_have_count(2)
    assert replay.locator("svg [data-place]").count() or replay.locator("svg").count()


def test_an_ended_game_is_saved_and_kept(page: Page, site: Site) -> None:
    reviewed(page, site, "kuhn")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the game").click()
    assert saving.value.suggested_filename == "kuhn-game.json"
    site.open(page, "/")
    page.locator(".begun a").first.click()
    expect(page.locator(".course")).to_be_visible()
    site.open(page, "/")
    page.locator(".begun button").first.click()
    expect(page.locator(".begun")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_looking_back_breaks_no_rule_of_accessibility(pages: Pages, site: Site, locale: str) -> None:
    page = pages.new(site, locale=locale)
    begin(page, site, "goofspiel", cards="3")
    click_to_the_end(page)
    page.locator(".result a").click()
    page.locator(".point").first.dispatch_event("click")
    page.locator(".retry .picture").wait_for()
    assert violations(page) == []
