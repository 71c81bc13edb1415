"""Rates in CPU time of one thread, measured side by side. Knows no game and no peer."""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

Work = Callable[[int], float]
"""Does about this amount, and returns the amount done."""

SPAN = 0.1  # seconds that one measurement should take at least


@dataclass(frozen=True, slots=True)
class Row:
    """Work done by us and by a peer, and how many times as fast we should be."""

    name: str
    unit: str
    ours: Work
    peer: Work
    peer_name: str
    floor: float
    aim: float | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The rates of a row, one for each repeat."""

    row: Row
    ours: tuple[float, ...]
    peer: tuple[float, ...]

    @property
    def ratio(self) -> float:
        return statistics.median(self.ours) / statistics.median(self.peer)

    @property
    def verdict(self) -> str:
        """Rates the ratio: "too slow" below the floor, "aim" if it reaches the aim, else "ok"."""
        if self.ratio < self.row.floor:
            return "too slow"
        return "aim" if self.row.aim is not None and self.ratio >= self.row.aim else "ok"


def measured(rows: Sequence[Row], repeats: int, tick: Callable[[], None]) -> Iterator[Result]:
    """All rows. Each repeat measures ours and the peer in turn, so that other load slows both."""
    amounts = [(enough(row.ours), enough(row.peer)) for row in rows]
    rates: list[tuple[list[float], list[float]]] = [([], []) for _ in rows]
    for _ in range(repeats):
        for row, amount, (ours, peer) in zip(rows, amounts, rates, strict=True):
            ours.append(rate(row.ours, amount[0]))
            peer.append(rate(row.peer, amount[1]))
            tick()
    for row, (ours, peer) in zip(rows, rates, strict=True):
        yield Result(row, tuple(ours), tuple(peer))


def rate(work: Work, amount: int) -> float:
    """Work done per second of this thread's CPU time, which other load hardly changes."""
    start = time.thread_time()
    done = work(amount)
    return done / (time.thread_time() - start)


def enough(work: Work) -> int:
    """An amount that takes about SPAN seconds. Finding it warms the caches."""
    amount = 16
    while True:
        start = time.thread_time()
        work(amount)
        taken = time.thread_time() - start
        if taken > SPAN / 8:
            return max(1, int(amount * SPAN / taken))
        amount *= 4
