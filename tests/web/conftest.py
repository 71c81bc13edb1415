"""Fixtures of tests in a browser: `site` is a server, `page` a page in a window of its own, `pages` makes more of them.

The browser lives as long as the tests of this folder: its event loop would be in the way of those that run one.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.support import browser as chromium
from tests.support.browser import Faults, Pages
from tests.support.left_out import leave_out
from tests.support.site import Site

expect.set_options(timeout=chromium.PATIENCE_MS)


@pytest.fixture(scope="package")
def found() -> None:
    """The page and a browser are here. Else the tests that need them are left out, or fail if they are required."""
    reason = chromium.missing()
    if reason is not None:
        leave_out(reason)


@pytest.fixture(scope="package")
def browser(found: None) -> Iterator[Browser]:
    """The browser."""
    with sync_playwright() as playwright:
        yield from chromium.launched(playwright)


@pytest.fixture(scope="package")
def site(found: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that the tests of this folder share."""
    yield from running(Site(tmp_path_factory.mktemp("site")))


@pytest.fixture
def sites(found: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Site]]:
    """Starts servers of a test's own, with these flags of `hunch serve`: `sites("--keys", path)`."""
    started: list[Site] = []

    def start(*flags: str) -> Site:
        started.append(Site(tmp_path_factory.mktemp("site"), *flags))
        started[-1].start()
        return started[-1]

    yield start
    for one in started:
        one.stop()


@pytest.fixture
def pages(browser: Browser) -> Iterator[Pages]:
    """Opens pages. The test fails if anything goes wrong in one, unless it says so: `faults.expect(words)`."""
    opened = Pages(browser)
    yield opened
    for context in browser.contexts:
        context.close()
    assert opened.faults.seen == []


@pytest.fixture
def faults(pages: Pages) -> Faults:
    """What goes wrong in the pages of a test."""
    return pages.faults


@pytest.fixture
def page(pages: Pages, site: Site) -> Page:
    """A page in a window of its own, which shows nothing so far."""
    return pages.new(site)


def running(one: Site) -> Iterator[Site]:
    """A server until the generator ends."""
    one.start()
    yield one
    one.stop()
