"""Growth over time, with its error."""

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

BLOCKS = 8
"""A figure of each of so many blocks of time is what a line is put through: neighbouring looks resemble each other."""


@dataclass(frozen=True, slots=True)
class Slope:
    """Growth an hour."""

    value: float
    error: float


def blocks(values: Sequence[float], of: Callable[[Sequence[float]], float]) -> list[float]:
    """A figure of each block."""
    size = max(1, len(values) // BLOCKS)
    return [of(values[i : i + size]) for i in range(0, size * min(BLOCKS, len(values)), size)]


def slope(
    at: Sequence[float], values: Sequence[float], of: Callable[[Sequence[float]], float] = statistics.fmean
) -> Slope:
    """The line of least squares through the means, or another figure, of blocks of time, as growth an hour."""
    x, y = [seconds / 3600 for seconds in blocks(at, statistics.fmean)], blocks(values, of)
    line = statistics.linear_regression(x, y)
    off = sum((b - line.intercept - line.slope * a) ** 2 for a, b in zip(x, y, strict=True))
    spread = sum((a - statistics.fmean(x)) ** 2 for a in x)
    return Slope(line.slope, math.sqrt(off / max(1, len(x) - 2) / spread))
