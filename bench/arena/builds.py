"""A search of another build, so that a change of the code itself can be measured.

`build:FOLDER:search:...` is a search of the package `hunch` in that folder, such as `build/dev/lib.*` of another
checkout. It runs in a process of its own, which reads questions and writes moves. Both must have the same rules.
"""

import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import click

from bench.arena.searches import search_of
from bench.arena.seat import Player, Seat
from hunch.engines import Game, load
from hunch.search.advice import Record, advise

ROOT = Path(__file__).parents[2]
WORDS = ":search:"
"""What stands between a folder and the words of the search."""
DIGITS = 8
"""Hexadecimal digits that name a build."""
COUNTED = (".so", ".py", ".json")
"""Files that make a build."""


def parted(rest: str) -> tuple[Path, str, str]:
    """The folder, the digest that it must have or nothing, and the words of the search."""
    place, found, words = rest.partition(WORDS)
    folder, _, wanted = place.partition("@")
    if not found or not (Path(folder) / "hunch").is_dir():
        raise click.BadParameter(f"{rest!r} is not FOLDER{WORDS}LIMIT with a folder that has the package hunch")
    return Path(folder).absolute(), wanted, words


def named(rest: str) -> str:
    """The same description with a digest of the build."""
    folder, _, words = parted(rest)
    return f"{folder}@{digest(folder)}{WORDS}{words}"


@cache
def digest(folder: Path) -> str:
    """Names what a build holds."""
    made = hashlib.sha256()
    for path in sorted(path for path in (folder / "hunch").rglob("*") if path.suffix in COUNTED):
        made.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return made.hexdigest()[:DIGITS]


def player(rest: str) -> Player:
    """The player of a description. All players of a build share its process."""
    folder, wanted, words = parted(rest)
    if wanted and digest(folder) != wanted:
        raise click.BadParameter(f"{folder} is not the build {wanted} that is to play")

    def play(given: Seat) -> Sequence[int]:
        game = given.view.game
        return _process(folder).ask(
            {
                "game": (game.name, game.options, game.version, game.data_hash),
                "view": bytes(given.view),
                "seat": given.seat,
                "start": bytes(given.record.start),
                "events": given.record.events,
                "seed": given.stream.below(1 << 31),
                "words": words,
            }
        )

    return play


class Process:
    """Answers questions with the code of a build."""

    def __init__(self, folder: Path) -> None:
        place = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}
        self._running = subprocess.Popen(
            [sys.executable, "-m", "bench.arena.builds"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=place
        )

    def ask(self, question: dict[str, Any]) -> list[int]:
        """The moves of the seat; RuntimeError with what the build says if it cannot answer."""
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        pickle.dump(question, self._running.stdin)
        self._running.stdin.flush()
        said = pickle.load(self._running.stdout)
        if isinstance(said, str):
            raise RuntimeError(said)
        return list(said)


_process = cache(Process)


def serve(questions: BinaryIO, moves: BinaryIO) -> None:
    """Answers questions until they end."""
    while True:
        try:
            question = pickle.load(questions)
        except EOFError:
            return
        try:
            said: Any = answer(question)
        except Exception as error:
            said = f"the other build says: {error!r}"
        pickle.dump(said, moves)
        moves.flush()


def answer(question: dict[str, Any]) -> list[int]:
    """The moves that this build plays."""
    game, words = same_game(*question["game"]), search_of(question["words"])
    record = Record(game.from_bytes(question["start"]), question["events"])
    found = advise(
        game.from_bytes(question["view"]),
        question["seat"],
        words.limits,
        seed=question["seed"],
        options=words.options,
        record=record if words.with_record else None,
        settings=words.settings,
    )
    return list(found.play)


def same_game(name: str, options: dict[str, Any], version: int, data_hash: str) -> Game:
    """The game, if its rules are those of whoever asks."""
    game = load(name, **options)
    if (game.version, game.data_hash) != (version, data_hash):
        raise ValueError(f"{name} has other rules in the two builds")
    return game


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
