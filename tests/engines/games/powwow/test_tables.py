"""An owner's own data for Pow Wow: what it changes, and what is refused by which path."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import BadData, Game, Stream, load, messages, words
from hunch.engines.random_games import random_games
from tests.support.powwow_track import PRINTED

DATA = json.loads(PRINTED.read_text())
RECORD = {"mark": "printed", "source": "my copy"}


def own(folder: Path, *changes: Any) -> Any:
    """The printed data with entries put in at paths."""
    data = copy.deepcopy(DATA)
    for path, value in changes:
        *way, last = path
        entry = data
        for step in way:
            entry = entry[step]
        if value is None:
            del entry[last]
        else:
            entry[last] = value
    file = folder / "mine.json"
    file.write_text(json.dumps(data))
    return file


def first_move(game: Game) -> Any:
    """A position where seat 0 is to move the red Indian."""
    state, stream = game.new(), Stream(1)
    while state.to_move == -1:
        state = state.after(state.roll(stream))
    fields = state.fields()
    fields.update(step=3, pool=0, turn=0, die=[1, 1, 1, 1, 0, 0])
    return game.state(fields)


def written_moves(game: Game) -> Any:
    return [words.write(game, move) for move in first_move(game).legal()]


def test_numbers_and_shades_of_the_tepee_are_those_of_the_file(tmp_path: Path) -> None:
    file = own(tmp_path, (("tepee", 1, "fields", 0), {"number": 7, "dark": True, **RECORD}))
    assert "red B1 +7" in written_moves(load("powwow", data=file))
    assert "red B1 -7" not in written_moves(load("powwow", data=file))  # beyond the start
    assert "red B1 +1" in written_moves(load("powwow"))


def test_spaces_of_the_track_are_those_of_the_file(tmp_path: Path) -> None:
    file = own(
        tmp_path,
        (("track", "spaces"), 12),
        (("track", "specials"), [{"space": 1, "kind": "stone", **RECORD}, {"space": 2, "kind": "moccasin", **RECORD}]),
    )
    state = first_move(load("powwow", data=file))
    state = state.apply(words.parse(state, "red B1 +1"))
    assert state.fields()["stones"][0] == 1
    state = state.apply(words.parse(state, "red B2 +2"))
    assert state.fields()["place"][0] == 3
    assert random_games(load("powwow", data=file), 200, 1)[2] < random_games(load("powwow"), 200, 1)[2]


def test_faces_of_the_dice_are_those_of_the_file(tmp_path: Path) -> None:
    file = own(tmp_path, (("dice", "faces"), ["red", "red", "red", "blue", "blue", "white"]))
    game = load("powwow", data=file, players=2)
    state, stream = game.new(), Stream(1)
    while state.fields()["step"] == 0:
        state = state.after(state.roll(stream))
    weights = {words.say(game, outcome): weight for outcome, weight in state.chances()}
    assert weights == {
        "The dice show red, red.": 9,
        "The dice show red, blue.": 12,
        "The dice show red, white.": 6,
        "The dice show blue, blue.": 4,
        "The dice show blue, white.": 4,
        "The dice show white, white.": 1,
    }


def test_colours_are_called_as_in_the_file(tmp_path: Path) -> None:
    file = own(tmp_path, (("indians", 0), {"name": "red", "en": "crimson", "fr": "pourpre", **RECORD}))
    state = first_move(load("powwow", data=file))
    move = words.parse(state, "red B1 +1")
    assert words.say(state.game, move) == "Stone B goes to ring 1: the crimson Indian goes 1 forward."
    assert words.say(state.game, move, "fr") == "La pierre B va au cercle 1\xa0: l’Indien pourpre avance de 1."
    assert "crimson 0" in words.board(state)


def test_other_data_has_another_hash_and_is_not_taken_for_the_printed(tmp_path: Path) -> None:
    file = own(tmp_path, (("track", "spaces"), 40))
    game = load("powwow", data=file)
    message = messages.encode(game.new())
    assert game.data_hash != load("powwow").data_hash
    assert messages.decode(message, {"powwow": file}) == game.new()
    with pytest.raises(ValueError, match="data_hash"):
        messages.decode(message)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("dark", ["choice", "back"])
def test_the_dice_of_a_round_have_the_weights_of_dice_rolled_one_by_one(players: int, dark: str) -> None:
    game = load("powwow", players=players, dark=dark)
    fields = game.new().fields()
    fields["step"] = 1
    chances = game.state(fields).chances()
    assert sum(weight for _, weight in chances) == 6**players
    assert len(chances) == game.most_chances or players < 3


WRONG = [
    ("tepee[2].fields[0].number", ("tepee", 2, "fields", 0, "number"), 0, "1 to 20"),
    ("tepee[2].fields[0].number", ("tepee", 2, "fields", 0, "number"), "1", "1 to 20"),
    ("tepee[2].fields[0].dark", ("tepee", 2, "fields", 0, "dark"), 1, "neither true nor false"),
    ("tepee[2].fields[1].mark", ("tepee", 2, "fields", 1, "mark"), "guessed", "not one of printed"),
    ("tepee[2].fields[1].source", ("tepee", 2, "fields", 1, "source"), " ", "missing"),
    ("tepee[2].fields", ("tepee", 2, "fields", 4), None, "4 entries, there must be 5"),
    ("tepee[2].fields", ("tepee", 2), 7, "missing"),
    ("tepee", ("tepee", 2), None, "4 entries, there must be 5"),
    ("track", ("track",), None, "missing"),
    ("track.spaces", ("track", "spaces"), 5, "6 to 120"),
    ("track.specials[0].space", ("track", "specials", 0, "space"), 37, "1 to 36"),
    ("track.specials[0].space", ("track", "specials", 0, "space"), True, "1 to 36"),
    ("track.specials[1].space", ("track", "specials", 1, "space"), 4, "already special"),
    ("track.specials[1].kind", ("track", "specials", 1, "kind"), "river", "not stone or moccasin"),
    ("track.specials[1].kind", ("track", "specials", 1, "kind"), ["stone"], "not stone or moccasin"),
    ("track.specials", ("track", "specials"), {}, "not a list"),
    ("indians[3].name", ("indians", 3, "name"), "purple", "not green"),
    ("indians[3].fr", ("indians", 3, "fr"), None, "missing"),
    ("indians[3]", ("indians", 3), "green", "not an object"),
    ("cards[0].count", ("cards", 0, "count"), 2, "1 to 1"),
    ("cards[6].count", ("cards", 6, "count"), 1, "too few"),
    ("cards[6].card", ("cards", 6, "card"), "powwow", "not pow_wow"),
    ("dice.count", ("dice", "count"), 5, "6 to 6"),
    ("dice.faces[5]", ("dice", "faces", 5), "black", "not one of red"),
    ("dice", ("dice",), [], "not an object"),
    ("stones.count", ("stones", "count"), 4, "5 to 200"),
    ("stones", ("stones",), None, "missing"),
]


@pytest.mark.parametrize(("path", "where", "value", "reason"), WRONG, ids=[f"{w[0]}-{n}" for n, w in enumerate(WRONG)])
def test_wrong_data_is_refused_by_the_path_of_its_entry(
    tmp_path: Path, path: str, where: str, value: Any, reason: str
) -> None:
    with pytest.raises(BadData) as refused:
        load("powwow", data=own(tmp_path, (where, value)))
    assert refused.value.path == f"powwow.data.{path}"
    assert reason in refused.value.reason


def test_a_tepee_as_dark_as_it_is_light_is_refused(tmp_path: Path) -> None:
    dark = [(("tepee", i, "fields", k, "dark"), True) for i in range(3) for k in range(5)]
    with pytest.raises(BadData, match="need not end"):
        load("powwow", data=own(tmp_path, *dark))
