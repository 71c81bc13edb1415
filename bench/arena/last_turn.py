"""Tomahawk's last turn: the loss of our answer to a best response, and its time, by how much is hidden.

The positions begin the last turn in games of the rollout policy with itself. The rest is a game whose common prior is
all worlds that fit what everybody knows. The loss is the payoff that best responses to this very answer gain, averaged
over both seats. A side's hidden cards are those in hand or face down that differ between these worlds. Times are
processor time of a whole `solve`, which stops at the aim's loss.

If a solution exceeds its limits, a search takes over. The first of these positions get plans for both seats: sampled
regret over whole payoff tables, of worlds drawn from what everybody knows. bench/bounds.py bounds the plans' losses.
The table shows the means over the positions, two standard errors further out.
"""

import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.arena.results import Results
from bench.arena.rig import Rig
from bench.arena.scores import two_errors
from bench.arena.task import Case, Task
from bench.bounds import bounds
from hunch.engines import CHANCE, PUBLIC, Game, State, Stream, load
from hunch.engines.games.tomahawk.names import names_of
from hunch.engines.games.tomahawk.state import PILES, TURNS
from hunch.search.exact import TooLarge, solve
from hunch.search.matrix_cfr import MatrixCfr
from hunch.search.results import Lookup, merged_lookup
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

KIND = "last_turn"
"""Of tasks; a block is a position."""
TIME, BOUNDED = "time_ms", "bounded"
"""Settings: milliseconds for a solution, and whether plans are bounded instead."""
LISTED = 1000
"""Most worlds in which hidden cards are counted. If there are more, more than two cards are hidden."""
SAMPLED = 300_000
"""Worlds to learn from if a solution exceeds its limits: about a second."""
MEMORY = 64 << 20
"""Bytes for the tree, as in `advise`."""


@dataclass(frozen=True, slots=True)
class Stratum:
    """Positions in which each side hides at most `most` cards, with the floors of loss and milliseconds, and the loss
    aimed at."""

    name: str
    most: int
    aim: float
    loss: float | None
    ms: float | None


STRATA = (
    Stratum("nothing hidden", 0, 1e-4, 0.001, 1.0),
    Stratum("at most 2 a side", 2, 0.01, 0.01, 1000.0),
    Stratum("more", 99, 0.03, None, None),
)


@dataclass(frozen=True, slots=True)
class Row:
    """The results of a stratum."""

    stratum: Stratum
    positions: int
    solved: int
    loss: tuple[float, float]
    """Median and 99th percentile, of those that were solved."""
    ms: tuple[float, float]
    bounded: int
    bounds: tuple[float, float]
    """Of the mean loss of the positions that were bounded."""

    @property
    def is_met(self) -> bool:
        """Whether its medians are within the floors, if it has any."""
        if self.stratum.loss is None or self.stratum.ms is None or not self.solved:
            return True
        return self.loss[0] <= self.stratum.loss and self.ms[0] <= self.stratum.ms

    def cells(self) -> tuple[str, ...]:
        """As a line of a table, with these HEADINGS."""
        return (
            self.stratum.name,
            str(self.positions),
            str(self.solved),
            *(f"{figure:.1e}" for figure in self.loss),
            f"{self.stratum.loss or '–'}",
            *(f"{figure:.2f}" for figure in self.ms),
            f"{self.stratum.ms or '–'}",
            str(self.bounded),
            " to ".join(f"{figure:.3f}" for figure in self.bounds) if self.bounded else "",
        )


HEADINGS = ("hidden", "positions", "solved", "loss", "p99", "floor", "ms", "p99", "floor", "bounded", "bounds")


def positions(game: Game, count: int) -> Iterator[State]:
    """Where seat 0 begins the last turn, one from each game."""
    return (position(game, seed) for seed in range(count))


def position(game: Game, seed: int) -> State:
    """The one of a game."""
    stream, state = Stream(seed), game.new()
    while state.to_move == CHANCE or state.fields()["turn"] < TURNS - 1:
        state = state.after(state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream))
    return state


def hidden(state: State) -> int:
    """Cards of the side that hides more which are not the same in all worlds that fit what everybody knows."""
    names = names_of(state.game)
    worlds = state.view(PUBLIC).worlds(LISTED)
    if worlds is None:
        return STRATA[-1].most
    fields = [world.fields() for world, _ in worlds]
    most = 0
    for seat in range(2):
        hands = [Counter(names.codes_in(world["hand"][seat])) for world in fields]
        sure = hands[0]
        for hand in hands:
            sure = sure & hand
        rows = [[world["card"][seat][turn][pile] for world in fields] for turn in range(TURNS) for pile in range(PILES)]
        unsure = sum(len(set(row)) > 1 for row in rows)
        most = max(most, hands[0].total() - sure.total() + unsure)
    return most


def found(task: Task) -> dict[str, Any]:
    """What a position hides, its loss and the milliseconds of its solution; or, in a case with BOUNDED, bounds of what
    sampled plans lose."""
    state, settings = position(load(task.case.game), task.block), dict(task.case.settings)
    if settings.get(BOUNDED):
        each = bounds(state, sampled(state))
        return {"lower": each.lower, "upper": each.upper}
    hides, began = hidden(state), time.thread_time()
    aim = next(stratum.aim for stratum in STRATA if hides <= stratum.most)
    try:
        loss = solve(state, 0, target=aim, time_ms=settings[TIME]).exploitability
    except TooLarge:
        return {"hides": hides, "loss": None, "ms": None}
    return {"hides": hides, "loss": loss, "ms": (time.thread_time() - began) * 1000}


def case(time_ms: int) -> Case:
    """Solutions within that time."""
    return Case(KIND, "tomahawk", (), settings=((TIME, time_ms),))


BOUNDS = Case(KIND, "tomahawk", (), settings=((BOUNDED, True),))
"""Bounds of plans for positions without a solution."""


def measured(rig: Rig, count: int, time_ms: int, bounded: int) -> list[Row]:
    """A row for each stratum. The first positions without a solution in each get bounds."""
    rig.do([Task(case(time_ms), 0, number) for number in range(count)], "solving")
    for left in unsolved(rig.results, time_ms, count):
        rig.do([Task(BOUNDS, 0, number) for number in left[:bounded]], "bounding")
    return rows(rig.results, time_ms, count)


def unsolved(results: Results, time_ms: int, count: int) -> list[list[int]]:
    """By stratum, the positions without a solution."""
    return [
        [
            number
            for number, each in taken(results, time_ms, count)
            if each["loss"] is None and stratum_of(each) == stratum
        ]
        for stratum in STRATA
    ]


def taken(results: Results, time_ms: int, count: int) -> list[tuple[int, Any]]:
    """The positions that were solved or not, by number."""
    return [(number, each) for (_, number), each in results.numbered(case(time_ms)) if number < count]


def stratum_of(each: dict[str, Any]) -> Stratum:
    """Where a position belongs."""
    return next(stratum for stratum in STRATA if each["hides"] <= stratum.most)


def rows(results: Results, time_ms: int, count: int) -> list[Row]:
    """The figures of what was found."""
    known = {number: each for (_, number), each in results.numbered(BOUNDS)}
    made = []
    for stratum, left in zip(STRATA, unsolved(results, time_ms, count), strict=True):
        here = [each for _, each in taken(results, time_ms, count) if stratum_of(each) == stratum]
        solved = [each for each in here if each["loss"] is not None]
        bounded = [known[number] for number in left if number in known]
        loss, ms = (spread([each[name] for each in solved]) for name in ("loss", "ms"))
        made.append(Row(stratum, len(here), len(solved), loss, ms, len(bounded), outer(bounded)))
    return made


def sampled(state: State) -> Lookup:
    """Plans for both seats by sampled regret, as good for any of their types."""
    worlds = Worlds(state.view(0), 0, 1, public=True, aimed_share=0.0, seed=1)
    sampler = MatrixCfr(worlds, Tree(MEMORY), 1)
    sampler.run(Stop(), SAMPLED)
    return merged_lookup([sampler])


def outer(bounded: list[dict[str, float]]) -> tuple[float, float]:
    """Bounds of the mean, two standard errors further out."""
    if not bounded:
        return float("nan"), float("nan")
    lower, upper = ([each[name] for each in bounded] for name in ("lower", "upper"))
    return statistics.mean(lower) - two_errors(lower), statistics.mean(upper) + two_errors(upper)


def spread(figures: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    if not figures:
        return float("nan"), float("nan")
    return statistics.median(figures), sorted(figures)[min(len(figures) - 1, len(figures) * 99 // 100)]
