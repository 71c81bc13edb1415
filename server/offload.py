"""Where the Python of a request runs: a little on the event loop, more in the queue like all other work."""

import contextlib
import math
from collections.abc import Callable
from typing import TypeVar

from hunch.server.jobs import Grant, Job
from hunch.server.rpc import Call
from hunch.server.scheduler import Scheduler
from hunch.server.steps import MS_PER_BYTE, SLICE_MS, Steps, finish, sliced

T = TypeVar("T")
QUEUED_MS = 20.0
"""The least time that work in the queue is estimated to take."""
MOST_ON_LOOP = 30
"""Most moves and outcomes that are encoded on the loop. Words for one that did not come up lately take 40 µs."""


class TooMuchForLoop(Exception):
    """Raised by work that has more to encode than it may on the loop."""


def require_at_most(count: int, most: float) -> None:
    """Raises TooMuchForLoop if there is more to encode."""
    if count > most:
        raise TooMuchForLoop


class Offload:
    """Runs work that needs no search."""

    def __init__(self, scheduler: Scheduler, inline_bytes: int) -> None:
        self._scheduler, self._inline_bytes = scheduler, inline_bytes

    async def __call__(self, call: Call, work: Callable[[], T], heavy: bool = False) -> T:
        """The work's result. `heavy` is work of more than a millisecond, whatever the size of the request."""
        if not heavy and call.size <= self._inline_bytes:
            return work()
        return await self._queued(call, lambda grant: work(), QUEUED_MS, QUEUED_MS)

    async def stepwise(self, call: Call, steps: Steps[T], heavy: bool = False, least_ms: float = QUEUED_MS) -> T:
        """The result of work that grows with the message. In the queue it pauses after each slice.

        `heavy` is work of more than a millisecond, whatever the size. `least_ms` is about the least that it takes in
        the queue; the size of the message may raise that.
        """
        if not heavy and call.size <= self._inline_bytes:
            return finish(steps)
        return await self._queued(call, sliced(steps), max(QUEUED_MS, least_ms, call.size * MS_PER_BYTE), SLICE_MS)

    async def try_on_loop(self, call: Call, work: Callable[[float], Steps[T]]) -> T:
        """The result of work that finds out as it goes how much it has to encode. It gets the most that it may encode
        on the loop, and goes to the queue if it raises TooMuchForLoop. So it may begin twice: it must leave nothing
        behind."""
        if call.size <= self._inline_bytes:
            with contextlib.suppress(TooMuchForLoop):
                return finish(work(MOST_ON_LOOP))
        return await self.stepwise(call, work(math.inf), heavy=True)

    async def _queued(self, call: Call, work: Callable[[Grant], T], asked_ms: float, floor_ms: float) -> T:
        """The work's result. What it waited counts for what comes next in the call, which so waits once."""
        job = Job(
            work=work,
            key=call.key,
            rank=call.rank,
            asked_ms=asked_ms,
            floor_ms=floor_ms,
            waited_ms=call.waited_ms,
            deadline=call.deadline,
        )
        result = await self._scheduler.run(job)
        call.waited_ms = job.granted.queue_ms
        return result
