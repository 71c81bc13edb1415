"""Chromium for tests of the page: whether it is here, and pages that notice what goes wrong in them."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request

from tests.support.site import Site

NAMES = ("chromium", "chromium-browser", "google-chrome")
"""What browsers are called on PATH."""
ARGUMENTS = [
    "--no-sandbox",  # a container has none
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",  # so that letters have the same shapes on each machine
    "--force-color-profile=srgb",
]
PATIENCE_MS = 60_000.0
"""What takes longer hangs, on whatever machine."""
ORDINARY = {
    "viewport": {"width": 1280, "height": 900},
    "locale": "en-GB",
    "color_scheme": "light",
    "reduced_motion": "reduce",
}
"""How a page is looked at, unless a test says otherwise."""
NOTICED = ("error", "warning")
"""The kinds of messages on a page's console that are faults. A breach of the content policy is an error."""


def program() -> str | None:
    """The browser on this machine, or the one that HUNCH_BROWSER names."""
    return os.environ.get("HUNCH_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


def has_page() -> bool:
    """Whether the installed package has the page."""
    try:
        return (files("hunch.page") / "index.html").is_file()
    except ModuleNotFoundError:
        return False


def missing() -> str | None:
    """Why no test can run in a browser, in one line."""
    if not has_page():
        return "no page was built: make page; tests in a browser are left out"
    if program() is None:
        return "no browser was found: apt-get install chromium; tests in a browser are left out"
    return None


@dataclass
class Faults:
    """What went wrong in a page so far. A test fails at its end if anything is left."""

    seen: list[str] = field(default_factory=list)

    def expect(self, words: str) -> None:
        """Takes out those with these words. There must be one."""
        left = [fault for fault in self.seen if words not in fault]
        assert left != self.seen, f"nothing went wrong with {words!r}: {self.seen}"
        self.seen = left


@dataclass
class Pages:
    """Opens pages in windows of their own, and notices what goes wrong in any of them."""

    browser: Browser
    faults: Faults = field(default_factory=Faults)

    def new(self, site: Site, **look: Any) -> Page:
        """A page in a new window, as another visitor has it. `look` is as for a context of Playwright."""
        context = self.browser.new_context(base_url=site.url, **{**ORDINARY, **look})
        context.set_default_timeout(PATIENCE_MS)
        context.on("page", lambda page: self._notice(page, site))
        return context.new_page()

    def _notice(self, page: Page, site: Site) -> None:
        def message(said: ConsoleMessage) -> None:
            if said.type in NOTICED:
                self.faults.seen.append(f"console: {said.text} {said.location.get('url', '')}")

        def asked(request: Request) -> None:
            if not request.url.startswith((site.url, "data:", "blob:")):
                self.faults.seen.append(f"asked elsewhere: {request.url}")

        page.on("console", message)
        page.on("pageerror", lambda error: self.faults.seen.append(f"uncaught: {error}"))
        page.on("request", asked)


def launched(playwright: Playwright) -> Iterator[Browser]:
    """The browser, until the generator ends."""
    browser = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
    yield browser
    browser.close()
