"""Rules of accessibility, checked in a page by axe."""

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""The rules that are checked, by their tags."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
"""The colours in which they are checked."""


def violations(page: Page) -> list[str]:
    """What breaks a rule in the page as it is, in light and in dark colours: one line for each element."""
    lines = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options={"runOnly": STANDARD}).response["violations"]
        lines += [
            f"{scheme}: {one['id']}: {one['help']}: {node['html'][:200]}" for one in found for node in one["nodes"]
        ]
    return lines
