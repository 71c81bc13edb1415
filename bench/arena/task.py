"""What the rig works on: a case is what is measured, and a task is one block of it. Both are plain data."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Settings = tuple[tuple[str, Any], ...]
"""Names with their values, in order, so that they can be compared."""


@dataclass(frozen=True, slots=True)
class Case:
    """A kind of task with everything that its result depends on, except random numbers."""

    kind: str
    """What is done: a name of `worker.KINDS`."""
    game: str
    options: Settings
    """Options of the game."""
    players: tuple[str, ...] = ()
    """Players in their own words, in the order of the first seating; empty if the kind needs none."""
    settings: Settings = ()
    """What else the kind depends on, such as a limit of time."""

    @property
    def words(self) -> str:
        """The game with its options."""
        return self.game + "".join(f" {key}={value}" for key, value in self.options)

    @property
    def meeting(self) -> str:
        """Who meets whom, each player once."""
        names = list(dict.fromkeys(self.players))
        return " - ".join(names if len(names) > 1 else names * 2)


@dataclass(frozen=True, slots=True)
class Task:
    """One block of a case: the least that is played and kept as a whole."""

    case: Case
    seed: int
    """Of the run: blocks of different seeds have nothing in common."""
    block: int
    """Its number in the run, from 0."""


def as_entry(task: Task, signature: str) -> dict[str, Any]:
    """The task as the beginning of a line of a file of results."""
    case = task.case
    return {
        "signature": signature,
        "kind": case.kind,
        "game": case.game,
        "options": dict(case.options),
        "players": list(case.players),
        "settings": dict(case.settings),
        "seed": task.seed,
        "block": task.block,
    }


def from_entry(entry: Mapping[str, Any]) -> Task:
    """The task of such a line."""
    options, settings = tuple(entry["options"].items()), tuple(entry["settings"].items())
    case = Case(entry["kind"], entry["game"], options, tuple(entry["players"]), settings)
    return Task(case, entry["seed"], entry["block"])


def key(entry: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a line is sorted by, and known by: equal keys are the same task."""
    words = [json.dumps(entry[name]) for name in ("signature", "kind", "game", "options", "players", "settings")]
    return (*words, entry["seed"], entry["block"])
