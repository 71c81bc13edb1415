"""An event loop whose time passes only while nothing is ready, and a scheduler whose work takes such time."""

import asyncio
import random
import selectors
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from hunch.server.errors import Busy
from hunch.server.jobs import Grant, Job, Rank
from hunch.server.scheduler import Scheduler

T = TypeVar("T")
S = TypeVar("S", bound=Scheduler)


class _Waiting(selectors.DefaultSelector):
    """Waits for nothing, and counts how long it would have waited."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout and timeout > 0:
            self.passed += timeout
            timeout = 0
        return super().select(timeout)


class Loop(asyncio.SelectorEventLoop):
    """Time stands still while anything is ready, and jumps to the next timer when nothing is."""

    def __init__(self) -> None:
        self._waiting = _Waiting()
        super().__init__(self._waiting)

    def time(self) -> float:
        return self._waiting.passed

    def sleep(self, seconds: float) -> None:
        """Time passes, and nothing happens meanwhile."""
        self._waiting.passed += seconds


class Cores(Scheduler):
    """A scheduler whose jobs think exactly as long as was granted, or as they asked if no time was granted.

    A job in `lasts` takes so many milliseconds whatever it asked; one in `pauses` ends as that says.
    """

    def __init__(self, *settings: Any) -> None:
        self._thinking: dict[Job[Any], asyncio.TimerHandle] = {}
        self.lasts: dict[Job[Any], float] = {}
        self.pauses: dict[Job[Any], Callable[[], Exception | None]] = {}
        super().__init__(*settings)

    def _hand_over(self, job: Job[Any]) -> None:
        grant = job.granted
        seconds = self.lasts.get(job, grant.time_ms or job.asked_ms) / 1000
        self._thinking[job] = self._loop.call_later(seconds, self._ends, job, grant)

    def _ends(self, job: Job[Any], grant: Grant) -> None:
        self._finished(job, grant, self.pauses.get(job, lambda: None)())

    def abandon(self, job: Job[Any]) -> None:
        """Ends the thinking of a job that nobody waits for, if it has begun."""
        if job in self._thinking:
            self.cut(job)

    def cut(self, job: Job[Any]) -> bool:
        """Ends the thinking of a job at once, and returns that it did."""
        self._thinking.pop(job).cancel()
        self._loop.call_soon(self._finished, job, job.granted, None)
        return True


def simulated(
    talk: Callable[[Cores], Awaitable[T]],
    slots: int = 1,
    queue_jobs: int = 256,
    queue_wait_ms: float = 1_000,
    ageing_ms: float = 250,
    memory_mib: int = 1_000,
) -> T:
    """Runs a coroutine with such a scheduler on such a loop; the settings are those a server has by default."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(within(Cores, talk, slots, queue_jobs, queue_wait_ms, ageing_ms, memory_mib))


async def within(kind: Callable[..., S], talk: Callable[[S], Awaitable[T]], *settings: Any) -> T:
    """What a coroutine makes of a scheduler, which is closed afterwards."""
    scheduler = kind(*settings)
    try:
        return await talk(scheduler)
    finally:
        scheduler.close()


@dataclass(frozen=True, slots=True)
class Served:
    """What became of a call."""

    key: str
    took_ms: float
    grant: Grant | None  # None: it was refused
    retry_ms: float = 0.0


async def call(scheduler: Cores, key: str, asked_ms: float, floor_ms: float, **more: Any) -> Served:
    """One question about a move, limited by time, that gives way when it is asked to."""
    start = scheduler._loop.time()
    job = Job(work=lambda grant: grant, key=key, asked_ms=asked_ms, floor_ms=floor_ms, timed=True, **more)
    job.give_way = lambda must: scheduler.cut(job)
    job.abandon = lambda: scheduler.abandon(job)
    try:
        await scheduler.run(job)
    except Busy as busy:
        return Served(key, (scheduler._loop.time() - start) * 1000, None, busy.retry_ms)
    return Served(key, (scheduler._loop.time() - start) * 1000, job.granted)


async def arrivals(
    scheduler: Cores,
    key: str,
    a_second: float,
    seconds: float,
    asked_ms: float = 100.0,
    floor_ms: float = 20.0,
    rank: Rank = Rank.MOVE,
) -> list[Served]:
    """Calls that come at random, independent of each other and of what became of the earlier ones."""
    rng, loop, tasks = random.Random(f"{key}{rank:d}"), scheduler._loop, []
    at, end = loop.time(), loop.time() + seconds
    while (at := at + rng.expovariate(a_second)) < end:
        await asyncio.sleep(at - loop.time())
        tasks.append(asyncio.ensure_future(call(scheduler, key, asked_ms, floor_ms, rank=rank)))
    return await asyncio.gather(*tasks)
