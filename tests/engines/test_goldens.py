"""Playthroughs and perft counts come out as they are written down in tests/goldens."""

import difflib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import GAMES
from tests.support.goldens import FOLDER, MOST_NODES, perft, read_back, split, written

PLAYTHROUGHS = sorted(path for name in GAMES for path in (FOLDER / name).glob("*.txt"))


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_playthrough_replays(path: Path) -> None:
    text = path.read_text()
    again = written(*read_back(path.parent.name, text))
    changes = "\n".join(difflib.unified_diff(text.splitlines(), again.splitlines(), "golden", "now", lineterm="", n=1))
    assert text == again, f"`make goldens` writes it anew; what is different:\n{changes}"


@pytest.mark.parametrize("name", GAMES)
def test_perft_counts_hold(name: str) -> None:
    wrong: list[Any] = []
    for golden, counts in json.loads((FOLDER / "perft" / f"{name}.json").read_text()).items():
        game, moves = read_back(name, (FOLDER / name / golden).read_text())
        for count in counts:
            state = game.new()
            for move in moves[: count["after"]]:
                state = state.after(move)
            if perft(state, count["depth"], MOST_NODES) != count["total"] or count["total"] > MOST_NODES:
                wrong += mismatch(golden, count, split(state, count["depth"]))
    assert not wrong, "\n".join(wrong)


def mismatch(golden: Any, count: Any, now: Any) -> Iterator[str]:
    """The split by move, where it differs."""
    yield f"{golden} after {count['after']} steps, depth {count['depth']}: {sum(now.values())}, not {count['total']}"
    for move in sorted({**now, **count["split"]}):
        if now.get(move) != count["split"].get(move):
            yield f"  {move}: {now.get(move, 'gone')}, was {count['split'].get(move, 'not there')}"


def test_a_changed_rule_shows_in_the_split() -> None:
    count = {"after": 0, "depth": 2, "total": 9, "split": {"1": 3, "2": 3, "3": 3}}
    shown = "\n".join(mismatch("defaults.txt", count, {"1": 3, "2": 4}))
    assert shown == "defaults.txt after 0 steps, depth 2: 7, not 9\n  2: 4, was 3\n  3: gone, was 3"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_playthroughs_and_counts(name: str) -> None:
    golden = list((FOLDER / name).glob("*.txt"))
    assert golden, f"tests/goldens/{name} is empty: `make goldens` writes it"
    assert all(len(path.read_text().splitlines()) <= 150 for path in golden)
    assert json.loads((FOLDER / "perft" / f"{name}.json").read_text()).keys() == {path.name for path in golden}
