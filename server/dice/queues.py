"""The queues before the database of dice, in the order of all work: keys first. Knows calls and jobs, no dice."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from hunch.server.config import Config
from hunch.server.jobs import Grant, Job
from hunch.server.rpc import Call
from hunch.server.scheduler import Scheduler
from hunch.server.steps import Steps, sliced

T = TypeVar("T")
LEDGER_MS = 5.0
"""How long a call of the database is expected to take, as the queue reckons it."""
CLOSE_S = 1.0
"""How long to wait for a thread that has nothing left to do."""


class DiceQueues:
    """Runs work of the dice off the event loop. Make it on the loop that it is used on."""

    def __init__(self, config: Config, connections: int) -> None:
        self._loop = asyncio.get_running_loop()
        self.ledger, self._playing = (
            Scheduler(connections, config.queue_jobs, config.queue_wait_ms, config.ageing_ms, name=name)
            for name in ("ledger", "playing")
        )

    async def off_loop(self, call: Call, work: Callable[[], T]) -> T:
        """The work's result, from a thread that may wait for the database."""
        return await self.ledger.run(_job(call, lambda grant: work()))

    async def play(self, call: Call, steps: Steps[T]) -> T:
        """The result of work that calls `from_thread` as it goes. It has threads of its own and pauses, so its Python
        keeps no other caller from rolling."""
        return await self._playing.run(_job(call, sliced(steps)))

    def from_thread(self, call: Call, work: Callable[[], T]) -> T:
        """The same as `off_loop`, for work that `play` runs."""
        return asyncio.run_coroutine_threadsafe(self.off_loop(call, work), self._loop).result()

    async def drain(self, within_s: float) -> None:
        """Refuses what waits, and waits for what runs. Work that plays still has its rolls, so it comes first."""
        end = self._loop.time() + within_s
        await self._playing.drain(within_s)
        await self.ledger.drain(max(0.0, end - self._loop.time()))

    def close(self) -> None:
        """Ends the threads. Nobody waits for threads that a hanging database holds."""
        for pool in (self._playing, self.ledger):
            pool.close(0.0 if pool.status().running else CLOSE_S)


def _job(call: Call, work: Callable[[Grant], T]) -> Job[T]:
    return Job(work=work, key=call.key, asked_ms=LEDGER_MS, floor_ms=LEDGER_MS, deadline=call.deadline)
