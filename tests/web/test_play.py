"""Games in the page: played to the end by clicks and by keys, by several people, with hints, and through trouble."""

import re
from collections.abc import Callable

import pytest
from google.protobuf.message import Message
from playwright.sync_api import Page, Response, expect

from hunch.engines import messages
from hunch.server import requests
from hunch.v1 import game_pb2, opponent_pb2, rules_pb2
from tests.support.axe import violations
from tests.support.browser import Faults, Pages
from tests.support.playing import begin, click_once, click_to_the_end, hurry, phase, settle
from tests.support.site import Site

SHORT: dict[str, dict[str, str]] = {
    "kuhn": {},
    "leduc": {},
    "goofspiel": {"cards": "5"},
    "tomahawk": {},
    "manitou": {"players": "2"},
    "powwow": {"players": "3"},
}
"""Games for several, with options that keep them short."""
HIDDEN = ("kuhn", "tomahawk", "manitou", "powwow")
"""Games in which the bots hide something."""
ANSWERS: dict[str, type[Message]] = {
    "NewGame": rules_pb2.NewGameResponse,
    "PlayMoves": rules_pb2.PlayMovesResponse,
    "ListMoves": rules_pb2.ListMovesResponse,
    "ViewState": rules_pb2.ViewStateResponse,
    "SuggestMove": opponent_pb2.SuggestMoveResponse,
    "GetHint": opponent_pb2.GetHintResponse,
}
"""What the server answers to a page during a game."""


@pytest.mark.parametrize("game", SHORT)
def test_a_game_is_played_to_its_end_by_clicks(page: Page, site: Site, game: str) -> None:
    begin(page, site, game, **SHORT[game])
    assert click_to_the_end(page) > 0
    expect(page.locator(".result h2")).not_to_be_empty()
    expect(page.locator(".result a")).to_have_attribute("href", re.compile("#/review/"))


def test_a_game_is_played_to_its_end_by_keys_alone(page: Page, site: Site) -> None:
    begin(page, site, "goofspiel", cards="3")
    picked = 0
    for _ in range(400):
        if phase(page) == "over":
            break
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.spot.open')"):
            page.keyboard.press("Enter")
            settle(page)
            picked += 1
    expect(page.locator(".result")).to_be_visible()
    assert picked >= 2


def test_arrow_keys_go_from_one_place_to_the_next(page: Page, site: Site) -> None:
    begin(page, site, "tomahawk")
    spots = page.locator(".spot.open")
    spots.first.focus()
    first = page.evaluate("document.activeElement.dataset.place")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        if page.evaluate("document.activeElement.dataset.place") != first:
            return
    raise AssertionError("no arrow key leads anywhere")


def test_two_people_and_two_bots_play_and_hand_over_the_screen(page: Page, site: Site) -> None:
    hurry(page)
    site.open(page, "/new/powwow")
    page.locator("form.setup").wait_for()
    page.select_option("#option-players", "4")
    page.locator(".setup select", has=page.locator("option[value='human']")).nth(2).select_option("human")
    page.locator("form.setup button.main").click()
    settle(page)
    takers = set()
    for _ in range(60):
        if phase(page) == "handover":
            assert page.locator(".picture").count() == 0  # nothing of either person is shown
            takers.add(page.locator(".handover h1").inner_text())
            page.locator(".handover button").click()
            settle(page)
        if len(takers) == 2:
            break
        click_once(page)
    assert len(takers) == 2


@pytest.mark.parametrize("game", HIDDEN)
def test_a_page_gets_nothing_that_its_seat_may_not_know(page: Page, site: Site, game: str) -> None:
    """Each state in each answer is what the seat sees: to look through its eyes again changes nothing."""
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        if "/hunch.v1." in answer.url:
            answers.append(answer)

    page.on("response", keep)
    begin(page, site, game, **SHORT[game])
    page.locator(".hints button").first.click()
    expect(page.locator(".hints p").first).not_to_be_empty()
    for _ in range(6):
        if phase(page) == "choice":
            click_once(page)
    if phase(page) == "over":  # what is shown at the end is no secret any more
        answers = [answer for answer in answers if answer is not answers[-1]]
    seen = 0
    for answer in answers:
        kind = ANSWERS.get(answer.url.rpartition("/")[2])
        if kind is None or answer.status != 200:
            continue
        message = kind()
        message.ParseFromString(answer.body())
        for state in states_in(message):
            view = messages.decode(state)
            assert requests.owner(view) == 0  # a view, and that of the person's seat
            assert messages.encode(view.view(0)) == messages.encode(view)
            seen += 1
    assert seen


def states_in(message: Message) -> list[game_pb2.GameState]:
    """Every position within a message."""
    if isinstance(message, game_pb2.GameState):
        return [message]
    found = []
    for field, value in message.ListFields():
        if field.message_type is not None:
            for part in value if field.is_repeated else [value]:
                found += states_in(part)
    return found


def test_a_hint_comes_in_three_steps_and_compares_an_idea(page: Page, site: Site) -> None:
    begin(page, site, "tomahawk")
    hints = page.locator(".hints")
    for words in ("What is it about?", "Where should I look?", "What is best?"):
        hints.get_by_role("button", name=words).click()
        expect(hints.get_by_text("Thinking …")).to_have_count(0)
    expect(hints.locator("[role=status] b")).not_to_be_empty()
    expect(hints.get_by_role("button", name="What is")).to_have_count(0)
    hints.locator("select").select_option(index=1)
    hints.get_by_role("button", name="Compare it").click()
    expect(hints.get_by_text("Thinking …")).to_have_count(0)
    expect(hints.locator("[role=status] li").first).not_to_be_empty()


def test_a_place_that_is_dragged_onto_the_hint_is_compared(page: Page, site: Site) -> None:
    begin(page, site, "goofspiel", cards="3")
    page.locator(".spot.open").first.drag_to(page.locator(".hints h2"))
    expect(page.locator(".hints [role=status] li").first).not_to_be_empty()
    assert phase(page) == "choice"


def test_thinking_is_shown_and_ended_early(page: Page, site: Site) -> None:
    begin(page, site, "tomahawk")
    panel = page.locator(".analysis")
    panel.locator("select").select_option("30000")
    panel.get_by_role("button", name="Think").click()
    expect(panel.locator(".bar").first).to_be_visible()
    panel.locator(".bar").first.hover()
    expect(page.locator(".mark-line").first).to_be_attached()
    panel.get_by_role("button", name="Enough").click()
    expect(panel.get_by_role("button", name="Think")).to_be_visible()
    expect(panel.get_by_role("meter").first).to_have_attribute("aria-valuetext", re.compile("±|not tried"))


def test_the_moves_are_told_anew_in_another_language(page: Page, site: Site) -> None:
    begin(page, site, "tomahawk")
    page.get_by_text("Settings").click()
    page.get_by_label("Language").select_option("fr")
    page.keyboard.press("Escape")
    expect(page.locator(".moves .list button").first).to_contain_text("Garde")
    page.get_by_text("Comment jouer").click()
    expect(page.locator(".guide-box p").first).to_contain_text("But")


def test_the_board_stays_in_view_beside_a_long_analysis(page: Page, site: Site) -> None:
    begin(page, site, "goofspiel")
    page.locator(".analysis button").first.click()
    page.locator(".bar").nth(4).wait_for()
    page.mouse.wheel(0, 5_000)
    expect(page.locator("h1")).not_to_be_in_viewport()
    expect(page.locator(".spot.open").first).to_be_in_viewport()


def test_on_a_phone_it_is_always_said_whose_turn_it_is(pages: Pages, site: Site) -> None:
    page = pages.new(site, viewport={"width": 360, "height": 740})
    begin(page, site, "comancheria")
    expect(page.locator(".moves")).not_to_be_in_viewport()
    expect(page.get_by_text("You: your turn")).to_be_in_viewport()
    page.get_by_role("button", name="To the moves").click()
    expect(page.locator(".moves")).to_be_in_viewport()


def test_a_move_is_taken_back(page: Page, site: Site) -> None:
    begin(page, site, "tomahawk")
    lines = page.locator(".log li").count()
    page.locator(".moves .list button").first.dispatch_event("click")
    settle(page)
    page.get_by_role("button", name="Take back").click()
    settle(page)
    assert (phase(page), page.locator(".log li").count()) == ("choice", lines)


def test_a_reload_in_the_middle_goes_on(page: Page, site: Site) -> None:
    begin(page, site, "tomahawk")
    click_once(page)
    moves = page.locator(".moves .list button").all_inner_texts()
    told = page.locator(".log li").all_inner_texts()
    page.reload()
    settle(page)
    assert page.locator(".log li").all_inner_texts() == told
    assert phase(page) == "choice"
    assert set(moves) <= set(page.locator(".moves .list button").all_inner_texts())


def test_a_link_opens_the_position_for_somebody_else(pages: Pages, page: Page, site: Site) -> None:
    begin(page, site, "tomahawk")
    link = page.locator(".tools a").first.get_attribute("href")
    other = pages.new(site)
    other.goto(f"{site.url}/{link}")
    expect(other.locator(".picture svg").first).to_be_visible()
    other.get_by_role("button", name="Think").click()
    expect(other.locator(".bar").first).to_be_visible()
    other.goto(f"{site.url}/#/position/cut")
    expect(other.get_by_role("alert")).to_contain_text("holds no position")


def test_a_server_that_is_gone_and_back_is_asked_again(
    pages: Pages, sites: Callable[..., Site], faults: Faults
) -> None:
    site = sites()
    page = pages.new(site)
    begin(page, site, "kuhn")
    site.stop()
    page.locator(".moves .list button").first.dispatch_event("click")
    expect(page.get_by_role("alert")).to_be_visible()
    site.start()
    page.get_by_role("button", name="Try again").click()
    settle(page)
    assert phase(page) in ("choice", "over")
    faults.expect("ERR_CONNECTION")


def test_a_refused_move_says_why_and_the_game_goes_on(page: Page, site: Site, faults: Faults) -> None:
    begin(page, site, "kuhn")
    body = b'{"code":"invalid_argument","message":"steps[0]: planted"}'
    headers = {"content-type": "application/json"}
    page.route("**/PlayMoves", lambda route: route.fulfill(status=400, body=body, headers=headers), times=1)
    page.locator(".moves .list button").first.dispatch_event("click")
    expect(page.get_by_role("alert")).to_contain_text("steps[0]: planted")
    page.get_by_role("button", name="Try again").click()
    settle(page)
    assert phase(page) in ("choice", "over")
    faults.expect("400")


def test_a_slow_network_shows_that_something_is_under_way(page: Page, site: Site) -> None:
    begin(page, site, "tomahawk")
    held: list[Callable[[], None]] = []
    page.route("**/PlayMoves", lambda route: held.append(route.continue_))
    page.locator(".moves .list button").first.dispatch_event("click")
    expect(page.get_by_role("status").first).to_have_text("One moment …")
    assert page.locator(".moves").count() == 0  # no second move can be sent
    held.pop()()
    settle(page)
    assert phase(page) == "choice"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("game", [*SHORT, "comancheria"])
def test_no_game_breaks_a_rule_of_accessibility(pages: Pages, site: Site, game: str, locale: str) -> None:
    page = pages.new(site, locale=locale)
    begin(page, site, game)
    page.locator(".analysis button").first.click()
    page.locator(".bar, .analysis .wrong").first.wait_for()
    page.locator(".analysis button").first.click()
    assert violations(page) == []


@pytest.mark.parametrize("game", [*SHORT, "comancheria"])
def test_at_360_points_no_game_is_wider_than_the_window(pages: Pages, site: Site, game: str) -> None:
    page = pages.new(site, viewport={"width": 360, "height": 740})
    begin(page, site, game)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_bot_that_thinks_goes_on_while_another_view_is_shown(page: Page, site: Site) -> None:
    begin(page, site, "kuhn")
    held: list[Callable[[], None]] = []
    page.route("**/SuggestMove", lambda route: held.append(route.continue_))
    page.locator(".moves .list button").first.dispatch_event("click")
    expect(page.get_by_role("status").first).to_contain_text("thinks")
    address = page.url
    page.goto(f"{site.url}/#/rules")
    held.pop()()
    page.goto(address)
    settle(page)
    assert phase(page) in ("choice", "over")


def test_a_reload_while_a_bot_thinks_keeps_the_move(page: Page, site: Site) -> None:
    begin(page, site, "kuhn")
    page.route("**/SuggestMove", lambda route: None)
    page.locator(".moves .list button").first.dispatch_event("click")
    expect(page.get_by_role("status").first).to_contain_text("thinks")
    told = page.locator(".log li").count()
    page.unroute("**/SuggestMove")
    page.reload()
    settle(page)
    assert page.locator(".log li").count() > told


def test_a_move_is_taken_back_while_a_bot_thinks(page: Page, site: Site) -> None:
    begin(page, site, "kuhn")
    page.route("**/SuggestMove", lambda route: None)
    moves = page.locator(".moves .list button").all_inner_texts()
    page.locator(".moves .list button").first.dispatch_event("click")
    expect(page.get_by_role("status").first).to_contain_text("thinks")
    page.get_by_role("button", name="Take back").click()
    settle(page)
    assert (phase(page), page.locator(".moves .list button").all_inner_texts()) == ("choice", moves)


def test_moves_are_said_anew_in_another_language(page: Page, site: Site) -> None:
    begin(page, site, "tomahawk")
    english = page.locator(".moves .list button").first.inner_text()
    page.locator(".settings summary").click()
    page.locator(".settings select").first.select_option("fr")
    expect(page.locator(".moves .list button").first).not_to_have_text(english)
    assert phase(page) == "choice"
