"""Writes the pictures of the page that the README and docs/page.md show: python -m tools.write_pictures [NAME ...]

It needs the installed package with the page, and a browser. Games are begun anew, so no two pictures are equal.
"""

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.support import browser as chromium
from tests.support.browser import Pages
from tests.support.playing import begin, click_once, click_to_the_end, phase, settle
from tests.support.site import Site

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
COLOURS = 128
"""So few that a picture is small, and so many that nobody sees it."""
MOST_BYTES = 120_000
"""A picture that is larger is refused: each stays in the repository for good."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"}
"""How the picture of a phone is taken."""


def analysis(page: Page, site: Site) -> None:
    """A game of Tomahawk in its middle, with the thinking shown."""
    begin(page, site, "tomahawk")
    play(page, 12)
    page.get_by_role("button", name="Think").click()
    expect(page.get_by_role("button", name="Think")).to_be_visible()
    page.locator(".analysis").evaluate("(panel) => panel.scrollIntoView()")


def review(page: Page, site: Site) -> None:
    """A game of goofspiel, looked back at."""
    begin(page, site, "goofspiel")
    click_to_the_end(page)
    page.locator(".result a").click()
    expect(page.get_by_role("status").first).to_have_text("All moves are judged.")
    mistakes = page.locator(".mistakes button")
    (mistakes if mistakes.count() else page.locator(".point")).first.click()
    page.locator(".retry .picture").wait_for()
    page.evaluate("scrollTo(0, 0)")


def companion(page: Page, site: Site) -> None:
    """Comanchería beside a printed board, at the enemy's turn."""
    site.open(page, "/companion")
    page.locator("form.setup label select").select_option("server")
    page.locator("form.setup button.main").click()
    settle(page)
    for _ in range(12):
        while page.locator(".step button.main").is_enabled() and page.locator(".step li").count() < 2:
            page.locator(".step button.main").click()
        if phase(page) != "choice" or page.locator(".step li").count() >= 2:
            break
        page.locator(".companion .move").last.click()
        settle(page)


def phone(page: Page, site: Site) -> None:
    """Pow Wow on a phone."""
    begin(page, site, "powwow")
    play(page, 8)
    page.evaluate("scrollTo(0, 0)")


PICTURES: dict[str, tuple[Callable[[Page, Site], None], dict[str, Any]]] = {
    "analysis": (analysis, {}),
    "review": (review, {}),
    "companion": (companion, {}),
    "phone": (phone, PHONE),
}
"""What leads to each picture, and how it is looked at."""


def play(page: Page, clicks: int) -> None:
    """Plays on by so many clicks, and up to a choice."""
    for _ in range(clicks):
        if phase(page) == "choice":
            click_once(page)


def write(name: str, page: Page) -> None:
    """Keeps what the window shows."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    path = FOLDER / f"{name}.png"
    FOLDER.mkdir(exist_ok=True)
    picture.save(path, optimize=True)
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise SystemExit(f"{path.name} has {size} bytes, more than {MOST_BYTES}")
    print(f"{path.name}: {size} bytes")


def main() -> None:
    """Writes all pictures, or those of the arguments."""
    if reason := chromium.missing():
        raise SystemExit(reason)
    expect.set_options(timeout=chromium.PATIENCE_MS)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        site = Site(Path(home))
        site.start()
        for browser in chromium.launched(playwright):
            for name in sys.argv[1:] or PICTURES:
                lead, look = PICTURES[name]
                page = Pages(browser).new(site, **look)
                lead(page, site)
                write(name, page)
        site.stop()


if __name__ == "__main__":
    main()
