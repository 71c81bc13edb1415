"""Each board looks as it did when somebody reviewed it. HUNCH_GOLDENS=write makes the goldens anew."""

import pytest
from playwright.sync_api import expect

from hunch.engines import GAMES
from tests.support.browser import Pages
from tests.support.pictures import compare
from tests.support.playing import link_to
from tests.support.positions import some_position
from tests.support.site import Site

WINDOWS = {"wide": {"width": 1280, "height": 2600}, "narrow": {"width": 360, "height": 740}}
"""The widths of a desk and of a phone. The first is so high that no board moves in itself."""
STEPS = {
    "kuhn": 3,
    "leduc": 8,
    "goofspiel": 14,
    "tomahawk": 44,
    "manitou": 76,
    "powwow": 24,
    "comancheria": 60,
}
"""How far into its game a board is shown: there is something to see everywhere."""
IN_THE_DARK = ("tomahawk", "powwow")
"""Boards whose dark colours are compared too."""
LETTERS = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = "100px system-ui, sans-serif";
    return pen.measureText("Hamburgefonstiv 0123456789").width;
}"""
"""How wide some letters are on this machine."""
WIDTH = 1531.15
"""How wide they are in the goldens, which have the letters of DejaVu Sans."""
CASES = [(game, window, "light") for game in GAMES for window in WINDOWS]
CASES += [(game, "narrow", "dark") for game in IN_THE_DARK]


@pytest.mark.parametrize(("game", "window", "scheme"), CASES)
def test_a_board_looks_as_it_was_reviewed(pages: Pages, site: Site, game: str, window: str, scheme: str) -> None:
    page = pages.new(site, viewport=WINDOWS[window], color_scheme=scheme)
    site.open(page, link_to(some_position(game, most_steps=STEPS[game])))
    if abs(page.evaluate(LETTERS) - WIDTH) > 1.0:
        pytest.skip("the goldens have the letters of DejaVu Sans, which this machine does not show: left out")
    board = page.locator(".picture")
    expect(board.locator("svg").first).to_be_visible()
    compare(board, f"{game}-{window}" + ("-dark" if scheme == "dark" else ""))
