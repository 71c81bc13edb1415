"""Growth over time, and its error."""

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

BLOCKS = 8
"""Blocks of time, each with one figure for the line: neighbouring samples resemble each other."""


@dataclass(frozen=True, slots=True)
class Slope:
    """Growth per hour, and its standard error."""

    value: float
    error: float


def blocks(values: Sequence[float], of: Callable[[Sequence[float]], float]) -> list[float]:
    """A figure of each block."""
    size = max(1, len(values) // BLOCKS)
    return [of(values[i : i + size]) for i in range(0, size * min(BLOCKS, len(values)), size)]


def slope(
    at: Sequence[float], values: Sequence[float], of: Callable[[Sequence[float]], float] = statistics.fmean
) -> Slope:
    """Growth per hour: the line of least squares through the mean, or another figure, of each block."""
    x, y = [seconds / 3600 for seconds in blocks(at, statistics.fmean)], blocks(values, of)
    line = statistics.linear_regression(x, y)
    off = sum((b - line.intercept - line.slope * a) ** 2 for a, b in zip(x, y, strict=True))
    spread = sum((a - statistics.fmean(x)) ** 2 for a in x)
    return Slope(line.slope, math.sqrt(off / max(1, len(x) - 2) / spread))
