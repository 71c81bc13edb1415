"""A clock that a test hands in."""

from collections.abc import Iterable, Iterator


class Clock:
    """Stands still until a test lets time pass."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def time(self) -> float:
        return self.now

    def passes(self, seconds: float) -> None:
        """So much later."""
        self.now += seconds


class Ticking:
    """Shows a later time whenever somebody looks."""

    def __init__(self, times: Iterable[float]) -> None:
        self._times: Iterator[float] = iter(times)

    def time(self) -> float:
        return next(self._times)
