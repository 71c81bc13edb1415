"""How much a browser loads, packed with brotli."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from hunch.engines import GAMES
from tests.support.browser import has_page
from tests.support.left_out import leave_out

FIRST_VIEW = 90_000
"""Most bytes before anything is clicked."""
A_GAME = 25_000
"""Most bytes more when a game is opened."""
FRAME = "index.html"
"""The page itself, and the entry of its script."""
BOARD = "src/boards/{}/face.tsx"
"""The module of a game's board."""

Manifest = dict[str, dict[str, Any]]
"""What Vite says of each part: its file, and the parts and styles that are loaded with it."""


@pytest.fixture(scope="module")
def manifest() -> Manifest:
    """The parts of the built page."""
    if not has_page():
        leave_out("no page was built: make page; tests of its size are left out")
    made: Manifest = json.loads((files("hunch.page") / ".vite" / "manifest.json").read_text())
    return made


def loaded(manifest: Manifest, part: str) -> set[str]:
    """The files that a part needs before it runs."""
    entry = manifest[part]
    found = {entry["file"], *entry.get("css", ())}
    return found.union(*(loaded(manifest, other) for other in entry.get("imports", ()) if other != FRAME))


def first_view(manifest: Manifest) -> set[str]:
    """The files that a browser loads first."""
    named = set(re.findall(r'(?:src|href)="\./([^"]+)"', (files("hunch.page") / FRAME).read_text()))
    return named | loaded(manifest, FRAME) | {FRAME}


def size(names: set[str]) -> int:
    """Bytes of files as they are sent."""
    return sum(len((files("hunch.page") / f"{name}.br").read_bytes()) for name in names)


def test_the_first_view_is_small(manifest: Manifest) -> None:
    names = first_view(manifest)
    assert size(names) <= FIRST_VIEW, sorted(names)


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_small_and_comes_when_its_game_is_opened(manifest: Manifest, game: str) -> None:
    first, board = first_view(manifest), loaded(manifest, BOARD.format(game))
    assert manifest[BOARD.format(game)]["file"] not in first
    assert size(board - first) <= A_GAME, sorted(board - first)


def test_the_page_brings_the_licences_of_what_is_in_it(manifest: Manifest) -> None:
    text = (files("hunch.page") / "licences.txt").read_text()
    names = re.findall(r"^(\S+) \d+\.\d+\.\d+\S*: \(?[A-Z]", text, re.M)
    assert {"preact", "@preact/signals", "@bufbuild/protobuf", "@connectrpc/connect", "@connectrpc/connect-web"} <= {
        *names
    }
    for words in ("Apache License", "MIT License", "Redistributions in binary form must reproduce"):
        assert words in text
