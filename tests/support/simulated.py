"""An event loop whose time passes only while nothing is ready to run, and a pool whose work takes such time."""

import asyncio
import random
import selectors
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hunch.server.errors import Busy
from hunch.server.scheduler import Grant, Job, Pool


class _Waiting(selectors.DefaultSelector):
    """Never waits: it adds up how long it would have waited."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> Any:
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


class Cores(Pool):
    """A pool whose jobs think exactly as long as they were granted, or asked for when no time was granted; one that
    is found in `lasts` takes so many ms whatever it asked, and one in `pauses` ends as that says."""

    def __init__(self, *settings: Any) -> None:
        self._thinking, self.lasts, self.pauses = dict[Any, Any](), dict[Any, Any](), dict[Any, Any]()
        super().__init__(*settings)

    def _hand_over(self, order: Any) -> None:
        if order is None:
            super()._hand_over(None)  # its real threads end
            return
        job, grant = order
        seconds = self.lasts.get(job, grant.time_ms or job.asked_ms) / 1000
        self._thinking[job] = self._loop.call_later(seconds, self._ends, job, grant)

    def _ends(self, job: Job[Any], grant: Grant) -> None:
        self._finished(job, grant, self.pauses.get(job, lambda: None)())

    def cut(self, job: Job[Any]) -> Any:
        """Ends a job at once and returns True."""
        self._thinking.pop(job).cancel()
        self._loop.call_soon(self._finished, job, job.granted, None)
        return True


class Nothing:
    """A stop flag that nothing reads."""

    def set(self) -> None:
        pass


def simulated(
    talk: Callable[..., Any],
    slots: int = 1,
    queue_jobs: int = 256,
    queue_wait_ms: int = 1_000,
    ageing_ms: int = 250,
    memory_mib: int = 1_000,
) -> Any:
    """Runs a coroutine with such a pool on such a loop; the settings are those a server has by default."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(within(Cores, talk, slots, queue_jobs, queue_wait_ms, ageing_ms, memory_mib))


async def within(kind: Callable[..., Any], talk: Callable[..., Any], *settings: Any) -> Any:
    """The result of a coroutine that is given a pool. The pool is closed afterwards."""
    pool = kind(*settings)
    try:
        return await talk(pool)
    finally:
        pool.close()


@dataclass(frozen=True, slots=True)
class Served:
    """The outcome of a call."""

    key: str
    took_ms: float
    grant: Grant | None  # None: it was refused
    retry_ms: float = 0.0


async def call(pool: Any, key: str, asked_ms: float, floor_ms: float, **more: Any) -> Any:
    """A question about a move with a time limit. It gives way when the pool asks it to."""
    start = pool._loop.time()
    times: dict[str, Any] = {"asked_ms": asked_ms, "floor_ms": floor_ms, "timed": True}
    job = Job(work=lambda grant: grant, stop=Nothing(), key=key, **times, **more)
    job.give_way = lambda must: pool.cut(job)
    try:
        await pool.run(job)
    except Busy as busy:
        return Served(key, (pool._loop.time() - start) * 1000, None, busy.retry_ms)
    return Served(key, (pool._loop.time() - start) * 1000, job.granted)


async def arrivals(
    pool: Any, key: str, a_second: float, seconds: float, asked_ms: float = 100.0, floor_ms: float = 20.0, seed: int = 1
) -> Any:
    """Calls at random times, independent of each other and of the outcomes of earlier calls."""
    rng, loop, tasks = random.Random(f"{key}{seed}"), pool._loop, []
    at, end = loop.time(), loop.time() + seconds
    while (at := at + rng.expovariate(a_second)) < end:
        await asyncio.sleep(at - loop.time())
        tasks.append(asyncio.ensure_future(call(pool, key, asked_ms, floor_ms)))
    return await asyncio.gather(*tasks)
