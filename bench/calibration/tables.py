"""From samples to figures: how often error bars hold, and how far values are from what happens. Pure functions."""

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from bench.calibration.samples import GAME, Case, Estimate, Sample

WITHIN = 2.0
"""Standard errors within which the value of a longer search should lie."""


class Told(NamedTuple):
    """A value with its standard error, as payoffs."""

    value: float
    error: float


Correction = Callable[[Case, Estimate], Told]
"""What the search reports for an estimate of a game."""


class Figure(NamedTuple):
    """A figure with its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        return "–" if math.isnan(self.mean) else f"{self.mean:+.3f} ± {2 * self.error:.3f}"


class Pair(NamedTuple):
    """What was said before a turn and what happened, both as a share of a win, and the game it was said in."""

    said: float
    happened: float
    game: int


NOT_A_NUMBER = Figure(math.nan, math.nan)


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of a case."""

    case: Case
    positions: int
    coverage: float
    """Share of positions in which a far longer search agrees within WITHIN errors."""
    spread: float
    """Spread of values over seeds, divided by the error that was reported."""
    games: int
    bias: Figure
    """Chance said less what happened."""
    slope: Figure
    """Slope of what happened on the chance said."""
    both: Figure
    """Sum of both seats' values when they choose at once, as a payoff."""

    def cells(self) -> tuple[str, ...]:
        """As a line of a table."""
        return (
            self.case.words,
            f"{self.case.iterations:,}",
            str(self.positions),
            "–" if math.isnan(self.coverage) else f"{self.coverage:.2f}",
            "–" if math.isnan(self.spread) else f"{self.spread:.2f}",
            str(self.games),
            str(self.bias),
            str(self.slope),
            str(self.both),
        )


HEADINGS = ("game", "iterations", "positions", "coverage", "spread ÷ error", "games", "bias", "slope", "both seats")


def rows(samples: Iterable[Sample], told: Correction) -> list[Row]:
    """A row for each case."""
    by_case: dict[Case, list[Sample]] = {}
    for sample in samples:
        by_case.setdefault(sample.task.case, []).append(sample)
    return [
        row_of(case, by_case[case], told) for case in sorted(by_case, key=lambda case: (case.words, case.iterations))
    ]


def row_of(case: Case, samples: Sequence[Sample], told: Correction) -> Row:
    """The figures of one case."""
    positions = [sample for sample in samples if sample.task.kind != GAME and sample.found["short"]]
    said = pairs(case, samples, told)
    return Row(
        case,
        len(positions),
        coverage(case, positions, told),
        spread(case, positions, told),
        len({pair.game for pair in said}),
        bias(said),
        slope(said),
        both(case, positions, told),
    )


def pairs(case: Case, samples: Iterable[Sample], told: Correction) -> list[Pair]:
    """What was said in games, beside what happened."""
    made = []
    for sample in samples:
        if sample.task.kind != GAME:
            continue
        least = -1.0 / max(len(sample.found["payoffs"]) - 1, 1)
        for seat, *entry in sample.found["said"]:
            value = told(case, Estimate(*entry)).value
            happened = sample.found["payoffs"][seat]
            made.append(Pair(share(value, least), share(happened, least), sample.task.number))
    return made


def share(payoff: float, least: float = -1.0) -> float:
    """A payoff as a share of a win: 0 for the payoff of a loss, `least`."""
    return (payoff - least) / (1.0 - least)


def coverage(case: Case, positions: Sequence[Sample], told: Correction) -> float:
    """How often a far longer search lies within the error bars."""
    held = []
    for sample in positions:
        longer = told(case, sample.estimates("long")[0])
        for short in sample.estimates("short"):
            value, error = told(case, short)
            held.append(abs(longer.value - value) <= WITHIN * error)
    return statistics.fmean(held) if held else math.nan


def spread(case: Case, positions: Sequence[Sample], told: Correction) -> float:
    """How far answers of different seeds lie apart, divided by the errors they report."""
    variances, errors = [], []
    for sample in positions:
        short = [told(case, each) for each in sample.estimates("short")]
        variances.append(statistics.variance(each.value for each in short))
        errors.append(statistics.fmean(each.error**2 for each in short))
    return math.sqrt(sum(variances) / sum(errors)) if errors and sum(errors) > 0 else math.nan


def both(case: Case, positions: Sequence[Sample], told: Correction) -> Figure:
    """What the values of both seats add up to."""
    sums = [
        sum(told(case, each).value for each in found) for sample in positions if (found := sample.estimates("both"))
    ]
    if len(sums) < 2:
        return NOT_A_NUMBER
    return Figure(statistics.fmean(sums), statistics.stdev(sums) / math.sqrt(len(sums)))


def bias(said: Sequence[Pair]) -> Figure:
    """Said less happened. Turns of one game have one outcome, so the error is of games."""
    return regression(said, with_slope=False)


def slope(said: Sequence[Pair]) -> Figure:
    """Slope of what happened on what was said, by least squares."""
    return regression(said, with_slope=True)


def regression(said: Sequence[Pair], with_slope: bool) -> Figure:
    """The slope, or the mean difference, with an error that takes the turns of a game together."""
    if len({pair.game for pair in said}) < 3:
        return NOT_A_NUMBER
    x, y = np.array([pair.said for pair in said]), np.array([pair.happened for pair in said])
    number = np.unique([pair.game for pair in said], return_inverse=True)[1]
    if with_slope:
        centred = x - x.mean()
        scale = float((centred**2).sum())
        if scale <= 0.0:
            return NOT_A_NUMBER
        found = float((centred * y).sum()) / scale
        left = centred * (y - y.mean() - found * centred) / scale
    else:
        found = float((x - y).mean())
        left = (x - y - found) / len(x)
    by_game = np.bincount(number, weights=left)
    return Figure(found, float(np.sqrt((by_game**2).sum())))


def bins(said: Sequence[Pair], count: int = 8) -> list[tuple[float, float, float]]:
    """The calibration curve: mean said, mean happened and its error, in groups of equal size."""
    ordered = sorted(said)
    groups = [ordered[len(ordered) * n // count : len(ordered) * (n + 1) // count] for n in range(count)]
    curve = []
    for group in groups:
        if group:
            happened = [pair.happened for pair in group]
            error = statistics.pstdev(happened) / math.sqrt(max(len({pair.game for pair in group}), 1))
            curve.append((statistics.fmean(pair.said for pair in group), statistics.fmean(happened), error))
    return curve


def as_json(row: Row) -> dict[str, Any]:
    """A row as JSON; a figure that is not known is null."""
    known = {
        "coverage": row.coverage,
        "spread": row.spread,
        **{name: getattr(row, name).mean for name in ("bias", "slope", "both")},
        **{f"{name}_error": getattr(row, name).error for name in ("bias", "slope", "both")},
    }
    return {
        "game": row.case.game,
        "options": dict(row.case.options),
        "iterations": row.case.iterations,
        "positions": row.positions,
        "games": row.games,
        **{name: None if math.isnan(figure) else round(figure, 5) for name, figure in known.items()},
    }
