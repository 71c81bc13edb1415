"""The targets of strength: every match with its floor and aim. Beside it stands the ceiling: a cheat who sees all.

A row is met if its score reaches the floor: the number of the table, or 80 % of the ceiling's edge over even play if
that is lower. In rows that compare efforts, the score plus two standard errors must reach even play. In rows of levels,
the score less two standard errors must exceed it. The ceiling has an error too, and so has a floor that depends on it.
In a solitaire game only dice are hidden, and there is no ceiling.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from bench.arena.matches import blocks, known, match, seats_of
from bench.arena.rig import Rig
from bench.arena.scores import Score, even
from bench.arena.task import Case
from hunch.engines import GAMES

WITHIN, BEYOND = "within", "beyond"
Games = tuple[tuple[str, dict[str, Any]], ...]
TWO: Games = (("tomahawk", {}), ("manitou", {"players": 2}), ("powwow", {"players": 2}))
FOUR: Games = (("manitou", {"players": 4}), ("powwow", {"players": 4}))
OPEN: Games = (("goofspiel", {}),)
ALONE: Games = (("comancheria", {}),)
LEVELS = (1, 4, 7, 10)
EFFORT, SOLITAIRE = 10_000, 1_000
"""Iterations of level 10, which sets no effort itself: in games for several players, and in solitaire games."""
HEADINGS = ("game", "A", "B", "score", "games", "ceiling (games)", "floor", "aim", "verdict")


@dataclass(frozen=True, slots=True)
class Row:
    """A match and its target. `floor` is a figure, or even play WITHIN the error, or BEYOND it."""

    part: str
    case: Case
    floor: float | str
    aim: float | None = None
    ceiling: bool = True

    def matches(self, only: str) -> bool:
        """Whether one of these words, separated by commas, is in its part, its game or its options."""
        return any(word in f"{self.part} {self.case.words}" for word in only.split(","))


@dataclass(frozen=True, slots=True)
class Result:
    """A row and the scores of its match."""

    row: Row
    score: Score
    ceiling: Score | None

    @property
    def floor(self) -> float:
        """The score to reach."""
        return floor_of(self.row, self.ceiling)

    @property
    def verdict(self) -> str:
        """Below the floor, met, or the aim reached."""
        if not met(self.row, self.floor, self.score):
            return "below"
        return "aim" if self.row.aim and self.score.mean >= self.row.aim else "met"

    def cells(self) -> tuple[str, ...]:
        """As a line of the table."""
        sign = {WITHIN: " within", BEYOND: " beyond"}.get(str(self.row.floor), "")
        return (
            self.row.case.words,
            *self.row.case.players[:2],
            str(self.score),
            str(self.score.games),
            f"{self.ceiling} ({self.ceiling.games})" if self.ceiling else "",
            f"{self.floor:.3g}{sign}",
            f"{self.row.aim:.3g}" if self.row.aim else "",
            self.verdict,
        )


def table() -> Iterator[Row]:
    """All matches of the table whose game is registered."""
    return (row for row in _rows() if row.case.game in GAMES)


def _rows() -> Iterator[Row]:
    yield Row("peer", match("goofspiel", {}, "search:50ms", "openspiel:50ms"), 0.58, 0.65)
    for game, options in TWO:
        yield Row("random", match(game, options, "search:1000", "random"), 0.95, 0.99)
    for game, options in TWO:
        yield Row("greedy", match(game, options, "search:1000", "greedy"), 0.75, 0.9)
    for game, options in FOUR:
        yield Row("four", match(game, options, "search:1000", "greedy"), 0.45, 0.6)
    yield Row("sensible", match("comancheria", {}, "search:200", "greedy"), 0.15, 0.35, False)
    for game, options in (*OPEN, *TWO, *FOUR, *ALONE):
        aim = 0.55 if seats_of(game, options) == 2 else None
        yield Row("effort", match(game, options, "search:10000", "search:1000"), WITHIN, aim, False)
    for game, options in (*OPEN, *TWO, *ALONE):
        effort = SOLITAIRE if game == "comancheria" else EFFORT
        for lower, higher in itertools.pairwise(LEVELS):
            a, b = (f"search:{effort}/level={level}" for level in (higher, lower))
            yield Row("levels", match(game, options, a, b), BEYOND, None, False)


def floor_of(row: Row, ceiling: Score | None) -> float:
    """The score to reach."""
    equal = even(seats_of(row.case.game, dict(row.case.options)))
    if isinstance(row.floor, str):
        return equal
    return row.floor if ceiling is None else min(row.floor, equal + 0.8 * (ceiling.mean - equal))


def met(row: Row, floor: float, score: Score) -> bool:
    """Whether the floor is reached."""
    if row.floor == WITHIN:
        return score.mean + score.two_errors >= floor
    if row.floor == BEYOND:
        return score.mean - score.two_errors > floor
    return score.mean >= floor


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is played for each row."""

    games: int
    cheat: int
    """Iterations of the cheat; 0 for none."""
    cheat_games: int
    seed: int = 1


def measured(rig: Rig, only: str, effort: Effort) -> Iterator[Result]:
    """The chosen rows, as far as they were played."""
    for row in table():
        if row.matches(only):
            cheating = replace(row.case, players=(f"cheat:{effort.cheat}", *row.case.players[1:]))
            rig.do(blocks(row.case, effort.games, effort.seed), f"{row.part}, {row.case.words}")
            if row.ceiling and effort.cheat:
                rig.do(blocks(cheating, effort.cheat_games, effort.seed), f"ceiling, {row.case.words}")
            score = known(rig.results, row.case)
            if score is not None:
                yield Result(row, score, known(rig.results, cheating) if row.ceiling else None)
