"""How much better one turn is than another, and how far that can be off. Says nothing if either was hardly tried."""

import math
from typing import NamedTuple

from hunch.search.correction import correction
from hunch.search.question import Turn
from hunch.search.reader import Findings
from hunch.search.results import MoveStats
from hunch.search.sample import key_after

FEWEST = 16
"""Samples of each turn below which nothing is said of their difference."""
ALIKE = 2.0
"""The standard error of a value whose samples were all alike, times their number: the next one may be different."""


class Difference(NamedTuple):
    """The value of a turn less that of another, as a payoff."""

    margin: float
    standard_error: float
    """From sampling, and from what longer searches still change."""

    @property
    def sigmas(self) -> float:
        """The margin in standard errors."""
        if self.standard_error > 0.0:
            return self.margin / self.standard_error
        return math.copysign(math.inf, self.margin) if self.margin else 0.0


class Estimate(NamedTuple):
    """What was sampled of a turn, as a payoff."""

    value: float
    error: float
    visits: int


def estimates(findings: Findings, turn: Turn, other: Turn) -> tuple[Estimate, Estimate] | None:
    """What was found of two turns themselves; None if either was hardly tried, or if one begins with the other.

    A lone player's turns are compared by the moves at which they part.
    """
    parted = next((at for at, moves in enumerate(zip(turn, other, strict=False)) if moves[0] != moves[1]), None)
    if parted is None:
        return None
    lone = findings.method == "solitaire"
    found = [_estimate(findings, each[: parted + 1] if lone else each) for each in (turn, other)]
    one, two = found
    return (one, two) if one is not None and two is not None else None


def is_known(findings: Findings, turn: Turn) -> bool:
    """Whether a whole turn was tried often enough to say what it is worth."""
    return _estimate(findings, turn) is not None


def difference(findings: Findings, turn: Turn, other: Turn) -> Difference | None:
    """How much better a turn is than another; None if either was hardly tried."""
    found = estimates(findings, turn, other)
    if found is None:
        return None
    one, two = found
    known = correction(findings.plan.view.game, findings.method)
    return Difference(*known.difference((one.value, one.error), (two.value, two.error), findings.iterations))


def _estimate(findings: Findings, turn: Turn) -> Estimate | None:
    key, last = findings.decision.key, None
    for move in turn:
        last, key = _stats(findings, key, move), key_after(key, move)
    if last is None or last.visits < FEWEST:
        return None
    error, seen = last.standard_error, last.visits
    if findings.method != "exact" and error * error * seen * (seen + 1) < 1.001:  # as little as samplers ever report
        error = ALIKE / seen
    return Estimate(last.value, error, seen)


def _stats(findings: Findings, key: int, move: int) -> MoveStats | None:
    return next((stats for stats in findings.lookup(key) if stats.move == move), None)
