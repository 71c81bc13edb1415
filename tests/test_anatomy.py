"""Every game has the same anatomy: its folder holds files of these names and no others."""

import re
from pathlib import Path

import pytest

from hunch.engines import GAMES

ROOT = Path(__file__).parents[1]
COMPILED, PYTHON = (".pxd", ".pyx", ".pyi"), (".py",)
# What may stand in the folder of a game, in the order in which it is read.
ANATOMY: dict[str, tuple[str, ...]] = {
    "__init__": PYTHON,  # the game's page and options
    "state": COMPILED,  # the struct, the tables, and every code
    "rules": COMPILED,  # the game on the contract
    "moves": COMPILED,  # who moves, legal moves, chances
    "apply": COMPILED,  # what follows from a move
    "views": COMPILED,  # what a seat sees, what a view hides, what it can be told
    "worlds": COMPILED,  # the worlds of a view, all of them or one drawn
    "policy": COMPILED,  # the prior and the rollout policy
    "estimate": COMPILED,  # what an unfinished game is worth
    "last_turn": COMPILED,  # the last turn as a table of payoffs
    "checks": COMPILED,  # what can be wrong with a world
    "layout": COMPILED,  # the struct as a dict of its fields
    "tables": PYTHON,  # the data file, read and refused
    "lookups": COMPILED,  # the tables of the state, worked out from it
    "names": PYTHON,  # what cards and tiles are called in messages, in notation and in the struct
    "codec": PYTHON,  # messages to structs and back; it says what is wrong with one
    "decode": COMPILED,  # the usual messages, straight from bytes
    "words": PYTHON,  # the game in words
    "guide": PYTHON,  # a first game, and what stands on the board
    "explain": PYTHON,  # what is worth saying about a line of play
    "data": (".json",),  # the printed game
    "values": (".json",),  # how a search's values become what happens, as `bench.calibration --fit` found
    "questions": (".json",),  # where the house asks the game something: examples, benchmarks, signature, levels
}
# Parts of the above that would make a file too long for one reading.
PARTS: dict[str, dict[str, tuple[str, ...]]] = {
    "tomahawk": {
        "battle": (".pxd",),  # of apply: who wins a battle, so far and with one more row
    },
    "manitou": {
        "scores": (".pxd", ".pyx"),  # of rules: points and payoffs
        "tile_values": (".pxd", ".pyx"),  # of policy: what the tiles of a hunt mean to each seat
        "points": PYTHON,  # of words: points with what they are made of
    },
    "powwow": {
        "assignments": (".pxd", ".pyx"),  # of worlds: how likely each assignment of cards to hands is
        "thread_memo": (".pxd",),  # of assignments: memory that a thread keeps
    },
}
# A game as large as this one has rooms: folders for parts of the rules, with names of their own.
ROOMS = {"comancheria": ("codes", "procedures", "board", "decisions", "checks", "text", "data")}
GAMES_WITHOUT_ROOMS = tuple(name for name in GAMES if name not in ROOMS)


def folder_of(name: str) -> Path:
    return ROOT.joinpath(*GAMES[name].split(".")[1:])


def strange(name: str, folder: Path) -> list[str]:
    """What lies in the folder of a game and has no place there."""
    allowed = {**ANATOMY, **PARTS.get(name, {})}
    rooms = ("__pycache__", *ROOMS.get(name, ()))
    return [
        path.name
        for path in sorted(folder.iterdir())
        if (path.name not in rooms if path.is_dir() else path.suffix not in allowed.get(path.stem, ()))
    ]


@pytest.mark.parametrize("name", GAMES_WITHOUT_ROOMS)
def test_the_folder_of_a_game_holds_files_of_known_names_only(name: str) -> None:
    assert strange(name, folder_of(name)) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_what_no_game_can_do_without(name: str) -> None:
    folder = folder_of(name)
    needed = ("__init__.py", "state.pxd", "rules.pyx", "codec.py", "words.py", "explain.py", "questions.json")
    assert [file for file in needed if not (folder / file).exists()] == []


def test_every_listed_part_exists() -> None:
    gone = [
        f"{name}/{part}"
        for name, parts in PARTS.items()
        for part in parts
        if not any(folder_of(name).glob(f"{part}.*"))
    ]
    assert gone == []


def test_a_strange_name_is_found(tmp_path: Path) -> None:
    for file in ("rules.pyx", "rules.py", "helpers.py", "battle.pxd"):
        (tmp_path / file).touch()
    (tmp_path / "more").mkdir()
    assert strange("kuhn", tmp_path) == ["battle.pxd", "helpers.py", "more", "rules.py"]
    assert strange("tomahawk", tmp_path) == ["helpers.py", "more", "rules.py"]


def test_the_search_names_no_game() -> None:
    names = re.compile("|".join(GAMES), re.I)
    named = [path.name for path in sorted((ROOT / "search").glob("*.p*")) if names.search(path.read_text())]
    assert named == []
