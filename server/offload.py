"""Where the Python of a request runs: a little at once on the loop, more in the queue like everybody's work."""

import contextlib
import math
from collections.abc import Callable
from typing import TypeVar

from hunch.server.rpc import Call
from hunch.server.scheduler import Job, Pool, Rank

T = TypeVar("T")
HEAVY_MS = 20.0  # what such work is charged before it is measured
AT_ONCE = 30
"""Moves and outcomes that are told on the loop. Words for one that did not come up lately take 40 µs."""


class Heavy(Exception):
    """Raised by work that has more to tell than it may at once."""


def light(count: int, most: float) -> None:
    """Raises Heavy where there is more to tell."""
    if count > most:
        raise Heavy


class _Unstoppable:
    """Such work is short; nothing in it looks at a flag."""

    def set(self) -> None:
        pass


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
                stop=_Unstoppable(),
                key=call.key,
                rank=Rank.HINT,
                asked_ms=HEAVY_MS,
                floor_ms=HEAVY_MS,
                deadline=call.deadline,
            )
        )

    async def weighed(self, call: Call, work: Callable[[float], T]) -> T:
        """The same for work that sees only as it goes how much it has to tell, and is told how much it may at once. It
        may be begun twice, so it must leave nothing behind."""
        if call.size <= self._inline_bytes:
            with contextlib.suppress(Heavy):
                return work(AT_ONCE)
        return await self(call, lambda: work(math.inf), heavy=True)
