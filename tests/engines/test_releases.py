"""Positions that were saved with a release still load, mean the same and play on."""

import json
import tomllib
from pathlib import Path

import pytest

from hunch.engines import CHANCE, GAMES, Stream, WrongVersion, load, messages
from hunch.v1 import game_pb2
from tests.releases import save

RELEASES = Path(__file__).parents[1] / "releases"
VERSION = tomllib.loads((RELEASES.parents[1] / "pyproject.toml").read_text())["project"]["version"]
SAVED = sorted(RELEASES.glob("*/*.json"))


def loaded(path: Path) -> game_pb2.GameState:
    return messages.from_json(path.read_text(), game_pb2.GameState())


def test_every_game_was_saved_with_this_version() -> None:
    kinds = {f"{name}.{kind}.json" for name in GAMES for kind in ("whole", "view")}
    assert {path.name for path in (RELEASES / VERSION).glob("*.json")} == kinds
    assert (RELEASES / VERSION / "proto.binpb").stat().st_size > 10_000


def test_a_game_that_comes_anew_changes_no_other_games_positions(tmp_path: Path) -> None:
    """Whatever stands there, also what this version would not write."""
    for name in GAMES:
        (tmp_path / f"{name}.whole.json").write_text("kept")
    (tmp_path / "leduc.whole.json").unlink()
    assert save.missing(tmp_path) == ["leduc"]
    assert save.write(tmp_path, save.missing(tmp_path)) == []
    kept = {name for name in GAMES if (tmp_path / f"{name}.whole.json").read_text() == "kept"}
    assert kept == set(GAMES) - {"leduc"}
    assert save.write(tmp_path, ["kuhn", "leduc"]) == ["kuhn"]


@pytest.mark.parametrize("path", SAVED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_saved_position_plays_on_or_is_refused_for_its_version(path: Path) -> None:
    saved, stream = loaded(path), Stream(5)
    assert json.loads(messages.to_json(saved)) == json.loads(path.read_text())
    now = load(path.name.split(".")[0])
    if (saved.rules_version, saved.data_hash) != (now.version, now.data_hash):
        with pytest.raises(WrongVersion):
            messages.decode(saved)
        return
    state = messages.decode(saved)
    assert messages.encode(state) == saved
    position = state.fill(stream)
    while not position.over:
        event = position.roll(stream) if position.to_move == CHANCE else position.rollout_move(stream)
        position = position.apply(event)
    assert len(position.returns()) == now.seats
