"""Where the Python of a request runs: a little at once on the loop, more in the queue like everybody's work."""

import contextlib
import math
from collections.abc import Callable
from typing import TypeVar

from hunch.server.rpc import Call
from hunch.server.scheduler import Job, Pool, Rank
from hunch.server.steps import MS_A_BYTE, SLICE_MS, Steps, finish, sliced

T = TypeVar("T")
HEAVY_MS = 20.0
"""What work in the queue is reckoned to take at least."""
AT_ONCE = 30
"""Moves and outcomes that are told on the loop. Words for one that did not come up lately take 40 µs."""


class Heavy(Exception):
    """Raised by work that has more to tell than it may at once."""


def light(count: int, most: float) -> None:
    """Raises Heavy where there is more to tell."""
    if count > most:
        raise Heavy


class Aside:
    """Runs work that needs no search."""

    def __init__(self, pool: Pool, inline_bytes: int) -> None:
        self._pool, self._inline_bytes = pool, inline_bytes

    async def __call__(self, call: Call, work: Callable[[], T], heavy: bool = False) -> T:
        """The work's result. `heavy`: more than a millisecond whatever the size of the request."""
        if not heavy and call.size <= self._inline_bytes:
            return work()
        return await self._pool.run(
            Job(
                work=lambda grant: work(),
                key=call.key,
                rank=Rank.HINT,
                asked_ms=HEAVY_MS,
                floor_ms=HEAVY_MS,
                deadline=call.deadline,
            )
        )

    async def stepwise(self, call: Call, steps: Steps[T], heavy: bool = False, least_ms: float = HEAVY_MS) -> T:
        """The same for work that grows with the message: it is reckoned by that, and pauses after each slice. `heavy`:
        more than a millisecond whatever the size; `least_ms`: what it takes at least in the queue, about."""
        if not heavy and call.size <= self._inline_bytes:
            return finish(steps)
        return await self._pool.run(
            Job(
                work=sliced(steps),
                key=call.key,
                rank=Rank.HINT,
                asked_ms=max(HEAVY_MS, least_ms, call.size * MS_A_BYTE),
                floor_ms=SLICE_MS,
                deadline=call.deadline,
            )
        )

    async def weighed(self, call: Call, work: Callable[[float], Steps[T]]) -> T:
        """The same for work that sees only as it goes how much it has to tell, and is told how much it may at once. It
        may be begun twice, so it must leave nothing behind."""
        if call.size <= self._inline_bytes:
            with contextlib.suppress(Heavy):
                return finish(work(AT_ONCE))
        return await self.stepwise(call, work(math.inf), heavy=True)
