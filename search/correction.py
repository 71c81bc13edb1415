"""Corrects the values of a search by what games have shown: what it says should be what happens, on average.

A search takes the best of many turns against others that it expects to play worse than they do. So its values are too
high for the asker, and its errors from sampling alone are too small. Each game stores how much, by effort.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from hunch.engines import Game, ValueCurve, value_curves

LEAST_SHARE = 0.004
"""Shares of a win are kept this far from 0 and 1, as no number of samples makes a result sure."""
SCALE = 0.2
"""The part of a difference that a longer search may change: it mostly finds less of a large one."""
CORRECTED = ("ucb",)
"""The methods whose values are corrected."""


class Curve(NamedTuple):
    """A correction at one effort. `ValueCurve` explains the fields."""

    shift: float
    slope: float
    error: float
    apart: float


NO_CURVE = Curve(0.0, 1.0, 0.0, 0.0)


class Correction:
    """The corrections of one game, for any effort."""

    def __init__(self, curves: Sequence[ValueCurve], least: float = -1.0) -> None:
        """`least` is the payoff of a loss."""
        self._curves, self._least = sorted(curves, key=lambda curve: curve.iterations), least

    def corrected(self, value: float, error: float, iterations: int) -> tuple[float, float]:
        """A value and its standard error, of a search of so many iterations."""
        if not self._curves:
            return value, error
        curve = self.at(iterations)
        middle = self._mapped(curve, value)
        return middle, math.hypot(self._sampling(curve, value, error), curve.error * self._evenness(middle))

    def difference(self, one: tuple[float, float], other: tuple[float, float], iterations: int) -> tuple[float, float]:
        """A value less another, both with their errors from sampling, and the standard error of that. Two turns of one
        search err alike, so that most of what is beyond sampling cancels."""
        if not self._curves:
            return one[0] - other[0], math.hypot(one[1], other[1])
        curve = self.at(iterations)
        middles = self._mapped(curve, one[0]), self._mapped(curve, other[0])
        margin = middles[0] - middles[1]
        beyond = math.hypot(curve.apart * self._evenness(sum(middles) / 2), SCALE * margin)
        return margin, math.hypot(self._sampling(curve, *one), self._sampling(curve, *other), beyond)

    def at(self, iterations: int) -> Curve:
        """The curve of an effort: between two that were measured by the logarithm, beyond them as the nearest."""
        below = [curve for curve in self._curves if curve.iterations <= iterations] or self._curves[:1]
        above = [curve for curve in self._curves if curve.iterations >= iterations] or self._curves[-1:]
        low, high = below[-1], above[0]
        if low is high:
            return Curve(low.shift, low.slope, low.error, low.apart)
        part = math.log(iterations / low.iterations) / math.log(high.iterations / low.iterations)
        return Curve(
            low.shift + part * (high.shift - low.shift),
            low.slope + part * (high.slope - low.slope),
            low.error + part * (high.error - low.error),
            low.apart + part * (high.apart - low.apart),
        )

    def _sampling(self, curve: Curve, value: float, error: float) -> float:
        """The error from sampling that a corrected value has."""
        return (self._mapped(curve, value + error) - self._mapped(curve, value - error)) / 2

    def _evenness(self, value: float) -> float:
        """The spread of a result with this mean: 1 for an even position."""
        share = self._share(value)
        return 2.0 * math.sqrt(share * (1.0 - share))

    def _mapped(self, curve: Curve, value: float) -> float:
        odds = curve.shift + curve.slope * log_odds(self._share(value))
        return self._least + (1.0 - self._least) / (1.0 + math.exp(-odds))

    def _share(self, value: float) -> float:
        share = (value - self._least) / (1.0 - self._least)
        return max(LEAST_SHARE, min(1.0 - LEAST_SHARE, share))


def log_odds(share: float) -> float:
    """The log odds of a share of a win."""
    kept = max(LEAST_SHARE, min(1.0 - LEAST_SHARE, share))
    return math.log(kept / (1.0 - kept))


def correction(game: Game, method: str) -> Correction:
    """The correction for a game and a method; it changes nothing if nothing was measured."""
    return _correction(game.name, tuple(game.options.items()), game.seats) if method in CORRECTED else NONE


@lru_cache(maxsize=256)
def _correction(name: str, options: tuple[tuple[str, int | str | bool], ...], seats: int) -> Correction:
    return Correction(_fitting(name, dict(options)), -1.0 / max(seats - 1, 1))


def fitting_curves(game: Game) -> list[ValueCurve]:
    """The curves that a game stores for its options."""
    return _fitting(game.name, game.options)


def _fitting(name: str, options: Mapping[str, int | str | bool]) -> list[ValueCurve]:
    return [curve for curve in value_curves(name) if curve.options.items() <= options.items()]


NONE = Correction(())
