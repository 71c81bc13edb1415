"""Rules of accessibility, checked in a page by axe."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""The rules that are checked, by their tags."""


def violations(page: Page) -> list[str]:
    """What breaks a rule in the page as it is, one line for each element."""
    found = Axe().run(page, options={"runOnly": STANDARD}).response["violations"]
    return [f"{one['id']}: {one['help']}: {node['html'][:200]}" for one in found for node in one["nodes"]]
