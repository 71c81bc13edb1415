"""A person who plays in the page: begins games, picks places, and waits for what the server answers."""

import base64

from playwright.sync_api import Page

from hunch.engines import State, messages
from tests.support.site import Site

SETTLED = "[data-phase]:not([data-phase=server])"
"""A table at which nobody waits for the server."""
OPEN = ".spot.open"
"""What can be picked on a board."""
BUTTONS = ".moves > .row button:not(.quiet), .moves .list button"
"""What can be pressed beside it."""
MOST = 3_000
"""Clicks of a game. The longest needs a few hundred."""


def begin(page: Page, site: Site, game: str, **options: str) -> None:
    """Begins a game with these options, at seat 1 against bots that do not dawdle."""
    hurry(page)
    site.open(page, f"/new/{game}")
    form = page.locator("form.setup")
    form.wait_for()
    for name, value in options.items():
        page.select_option(f"#option-{name}", value)
    for level in page.locator(".setup select", has=page.locator("option[value='10']")).all():
        level.select_option("1")
    page.locator("form.setup button.main").click()
    settle(page)


def link_to(state: State) -> str:
    """The view of a position, as the seat to move sees it."""
    raw = messages.encode(state.view(state.to_move)).SerializeToString()
    return f"/position/{base64.urlsafe_b64encode(raw).decode().rstrip('=')}/{state.to_move}"


def hurry(page: Page) -> None:
    """Bots do not dawdle."""
    page.add_init_script("if (location.protocol === 'http:') localStorage.setItem('hunch.pace', '0')")


def settle(page: Page) -> None:
    """Waits until a person must do something."""
    page.locator(SETTLED).first.wait_for()


def phase(page: Page) -> str:
    """What the table waits for."""
    return page.locator("[data-phase]").first.get_attribute("data-phase") or ""


def click_once(page: Page) -> None:
    """Picks the first place that can be picked, or else presses the first move."""
    spots = page.locator(OPEN)
    target = spots if spots.count() else page.locator(BUTTONS)
    target.first.dispatch_event("click")
    settle(page)


def click_to_the_end(page: Page) -> int:
    """Plays by clicks until the game is over. Returns how many they were."""
    for clicks in range(MOST):
        now = phase(page)
        if now == "over":
            return clicks
        if now == "handover":
            page.locator(".handover button").click()
            settle(page)
        else:
            assert now == "choice", page.locator("main").inner_text()
            click_once(page)
    raise AssertionError("the game does not end")
