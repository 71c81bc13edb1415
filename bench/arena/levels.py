"""Ten levels of a game, as far apart as is asked for: a fit of their effort and blur, and a measure of what it gave.

A rung of the ladder is a player between the weakest and the strongest: by one part from 0 to 1 follow its iterations,
its blur, and what it overlooks. A trial rates some rungs, and a curve through their ratings says which parts are a step
apart. Then the ten are measured by matches of their own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bench.arena.matches import blocks, match, seats_in, tables_of
from bench.arena.ratings import Ladder, Rating, ladder
from bench.arena.results import Results
from bench.arena.rig import Rig
from bench.arena.task import Case

COUNT = 10
"""Levels of a game."""
LEAST, MOST = 80.0, 150.0
"""Rating points between two levels, at least and at most."""
STEP = 110.0
"""Rating points that are aimed at."""
FEWEST = 10
"""Iterations of the weakest rung."""
BLURRED, BLURRED_TO = 0.7, 0.8
"""The blur of the weakest rung, and the part from which there is none."""
OVERLOOKED, OVERLOOKED_TO = 0.75, 0.35
"""Share of moves that the weakest rung overlooks, and the part from which nothing is overlooked."""
HEADINGS = ("level", "iterations", "blur", "overlooked", "rating", "standard error", "above the one before")


@dataclass(frozen=True, slots=True)
class Rung:
    """A player of the ladder."""

    iterations: int
    blur: float
    overlooked: float

    @property
    def words(self) -> str:
        """The player in the words of the rig."""
        return f"search:{self.iterations}/blur={self.blur:g}/overlooked={self.overlooked:g}"


@dataclass(frozen=True, slots=True)
class Level:
    """A level with its rating; the strongest has 0."""

    number: int
    rung: Rung
    rating: Rating
    above: float | None
    """Rating points above the level before; None for the lowest."""

    def cells(self) -> tuple[str, ...]:
        """As a line of a table."""
        rung, above = self.rung, "" if self.above is None else f"{self.above:.0f}"
        figures = (f"{rung.blur:g}", f"{rung.overlooked:g}", f"{self.rating.points:+.0f}", f"{self.rating.error:.0f}")
        return (str(self.number), str(rung.iterations), *figures, above)


@dataclass(frozen=True, slots=True)
class Fit:
    """How a fit is made."""

    name: str
    options: Mapping[str, Any]
    most: int
    """Iterations of the strongest level."""
    rungs: int
    """Rungs of the trial."""
    trial: int
    """Games of each match of the trial."""
    games: int
    """Games of each match between levels."""
    seed: int


def rung_at(part: float, most: int) -> Rung:
    """The rung at a part of the way from the weakest to the strongest, which has so many iterations."""
    iterations = round(FEWEST * (most / FEWEST) ** part)
    blur, overlooked = (
        round(worst * max(0.0, 1.0 - part / none), 3)
        for worst, none in ((BLURRED, BLURRED_TO), (OVERLOOKED, OVERLOOKED_TO))
    )
    return Rung(iterations, blur, overlooked)


def near(players: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each player with the next two: further apart, results say little."""
    yield from pairwise(players)
    yield from zip(players, players[2:], strict=False)


def rising(points: Sequence[float], errors: Sequence[float]) -> list[float]:
    """The closest ratings that never fall: those out of order are pooled by their weight."""
    pools: list[list[float]] = []  # weighted sum, weight, number
    for point, error in zip(points, errors, strict=True):
        weight = 1.0 / max(error, 1.0) ** 2
        pools.append([point * weight, weight, 1.0])
        while len(pools) > 1 and pools[-2][0] / pools[-2][1] >= pools[-1][0] / pools[-1][1]:
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last, strict=True)]
    return [total / weight for total, weight, number in pools for _ in range(int(number))]


def part_of(wanted: float, parts: Sequence[float], points: Sequence[float]) -> float:
    """The part whose rating is wanted, between those that are known."""
    for (low, below), (high, above) in pairwise(zip(parts, points, strict=True)):
        if below <= wanted <= above and above > below:
            return low + (high - low) * (wanted - below) / (above - below)
    return parts[0] if wanted < points[0] else parts[-1]


def parts_of(parts: Sequence[float], points: Sequence[float]) -> list[float]:
    """The parts of ten levels, a step apart, up to the strongest. If the weakest rung is not weak enough for that, the
    steps are smaller."""
    step = min(STEP, (points[-1] - points[0]) / (COUNT - 1))
    return [part_of(points[-1] - step * (COUNT - number), parts, points) for number in range(1, COUNT + 1)]


def fitted(rig: Rig, fit: Fit) -> list[Rung]:
    """The ten levels that a trial suggests."""
    parts = [number / (fit.rungs - 1) for number in range(fit.rungs)]
    rungs = [rung_at(part, fit.most) for part in parts]
    rated = rated_by(rig, fit, [rung.words for rung in rungs], fit.trial)
    ratings = [rated.of(rung.words) for rung in rungs]
    points = rising([rating.points for rating in ratings], [rating.error for rating in ratings])
    return [rung_at(part, fit.most) for part in parts_of(parts, points)]


def measured(rig: Rig, fit: Fit, rungs: Sequence[Rung]) -> list[Level]:
    """The levels with ratings from matches of their own."""
    rated = rated_by(rig, fit, [rung.words for rung in rungs], fit.games)
    ratings = [rated.of(rung.words) for rung in rungs]
    above = [None, *(high.points - low.points for low, high in pairwise(ratings))]
    return [Level(number, *each) for number, each in enumerate(zip(rungs, ratings, above, strict=True), 1)]


def rated_by(rig: Rig, fit: Fit, players: Sequence[str], games: int) -> Ladder:
    """The ratings of players by matches of each with the next two. The last one has 0 points."""
    cases = [match(fit.name, fit.options, *pair[::-1]) for pair in dict.fromkeys(near(list(dict.fromkeys(players))))]
    rig.do([task for case in cases for task in blocks(case, games, fit.seed)], f"levels of {fit.name}")
    return ladder_of(rig.results, cases, players[-1])


def ladder_of(results: Results, cases: Sequence[Case], anchor: str) -> Ladder:
    """The ratings by these matches alone."""
    wanted = {case.players for case in cases}
    tables = next(tables for game, tables in tables_of(results).items() if game.words == cases[0].words)
    return ladder({table: won for table, won in tables.items() if table in wanted}, seats_in(cases[0]), anchor)


def within(levels: Sequence[Level]) -> bool:
    """Whether all steps are as large as they should be."""
    return all(level.above is None or LEAST <= level.above <= MOST for level in levels)
