"""Admission and threads: who may think, when and for how long. Knows jobs, not what they do.

All accounts are kept on the event loop and by its clock, so nothing here is locked; a worker thread only runs
`Job.work` and reports back. A job waits in a queue of its class and key. The next one is taken from the class that
matters most (waiting lifts a job by a class every `ageing_ms`), of the key that was granted the fewest
CPU-milliseconds.

Under pressure, thinking limited by time is shortened, down to its floor, before anybody is refused: with C cores and w
waiting a job gets C / (C + w) of what it asked, and no more than what is left of it after the wait. So the whole answer
takes about as long as was asked, at any load the floors allow. A search that runs already gives way, not below its
floor, when the next in line matters as much and has waited for its share: one long analysis must not hold a core that
moves wait for.
"""

import asyncio
import contextlib
import itertools
import os
import threading
import weakref
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from hunch.server.errors import Busy, Draining, Expired, TooMuch

T = TypeVar("T")
MOST_KEYS = 10_000
"""Accounts that are kept before those that owe nothing are forgotten."""
PATIENCE_MS = 100.0
"""A job that asked for less than this is in no more of a hurry."""
LONG_S = 0.02
"""Work that takes less has so little memory that whoever held it last frees it."""
ASK_AGAIN_S = 0.005
"""Till one that could not give way yet is asked again."""


class Rank(IntEnum):
    """Classes of jobs, the one that matters most first."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2


class Stop(Protocol):
    """A flag that a running search polls."""

    def set(self) -> None:
        """Raises it."""


class Grant(NamedTuple):
    """What a job got when its turn came."""

    time_ms: float  # of thinking; 0: as long as its own limits say
    shortened: bool  # less than it asked for
    queue_ms: float  # it waited


NOT_YET = Grant(0.0, False, 0.0)


@dataclass(slots=True, eq=False)
class Job(Generic[T]):
    """One piece of work for the search threads."""

    work: Callable[[Grant], T]
    stop: Stop
    key: str = ""  # whose account it goes to
    rank: Rank = Rank.MOVE
    asked_ms: float = 1.0  # of one core's time, about; exact when `timed`
    floor_ms: float = 1.0  # it is not shortened below this
    timed: bool = False  # limited by time, so it may be shortened
    threads: int = 1
    memory_mib: int = 0
    deadline: float = float("inf")  # on the clock of the event loop
    margin_ms: float = 0.0  # it ends so long before the deadline
    enough: Callable[[], None] | None = None  # asks for an answer with what there is; unset: `stop` does
    give_way: Callable[[], bool] | None = None  # the same since others wait, if it can; unset: it has what was granted
    after: Callable[[], None] | None = None  # what its thread does after long work, when the result is on its way
    queued_at: float = 0.0
    started_at: float = 0.0
    charged_ms: float = 0.0
    granted: Grant = NOT_YET
    done: "asyncio.Future[T] | None" = None


@dataclass(slots=True)
class Standing:
    """What the pool looks like now."""

    running: int = 0
    queued: dict[Rank, int] = field(default_factory=dict)
    oldest_ms: dict[Rank, float] = field(default_factory=dict)
    memory_mib: int = 0
    slots: int = 0
    draining: bool = False


class Pool:
    """Search threads, and the queue before them. Made and used on one event loop."""

    def __init__(self, slots: int, queue_jobs: int, queue_wait_ms: float, ageing_ms: float, memory_mib: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._slots = self._free = slots
        self._queue_jobs, self._queue_wait_ms, self._ageing_s = queue_jobs, queue_wait_ms, ageing_ms / 1000
        self._memory_mib = memory_mib
        self._memory_used = 0
        self._waiting: dict[Rank, dict[str, deque[Job[Any]]]] = {rank: {} for rank in Rank}
        self._floors: dict[Rank, float] = dict.fromkeys(Rank, 0.0)  # core-ms that the waiting need at least
        self._count = 0
        self._used: dict[str, float] = {}  # core-ms granted to each key, from a common start
        self._level = 0.0  # where a key that comes anew starts
        self._running: set[Job[Any]] = set()
        self._leaving: Job[Any] | None = None  # runs, and was told to give way
        self._due: asyncio.TimerHandle | None = None
        self._draining = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._inbox: deque[tuple[Job[Any], Grant] | None] = deque()
        self._sleepers, self._bell = os.pipe()
        self._outbox: deque[tuple[Job[Any], Any, Exception | None]] = deque()
        self._reports, self._report = os.pipe()
        self._looking = False  # the loop is about to look into the outbox: no report is needed
        self._deaf = weakref.finalize(self, os.close, self._reports)
        self._loop.add_reader(self._reports, self._hear)
        self._left = itertools.count(1)  # threads that have ended
        self._threads = [threading.Thread(target=self._work, name=f"search-{i}", daemon=True) for i in range(slots)]
        for thread in self._threads:
            thread.start()

    # Callers --------------------------------------------------------------------------------------------------

    async def run(self, job: Job[T]) -> T:
        """The job's result, once it had its turn. Raises what the work raised, or why it was not done."""
        self._admit(job)
        job.queued_at = self._loop.time()
        job.done = self._loop.create_future()
        if self._count == 0 and self._fits(job):
            self._looking = True
            try:
                self._start(job, job.queued_at)  # nobody waits, so nobody is overtaken
            finally:
                self._looking = False
                self._take()  # what is short is done: its thread was let in at once
        else:
            self._enter(job)
            self._dispatch()
        timer = None
        if job.deadline != float("inf"):
            timer = self._loop.call_at(job.deadline, self._late, job)
        try:
            return await job.done
        except asyncio.CancelledError:
            job.stop.set()
            if job not in self._running:
                self._leave(job)
                self._dispatch()  # what it stood in the way of
            raise
        finally:
            job.done = None  # an error in it would keep itself, this job and its search alive
            if timer is not None:
                timer.cancel()

    def standing(self) -> Standing:
        """For the status page and the metrics."""
        now = self._loop.time()
        queued, oldest = {}, {}
        for rank, keys in self._waiting.items():
            queued[rank] = sum(map(len, keys.values()))
            oldest[rank] = max(((now - queue[0].queued_at) * 1000 for queue in keys.values()), default=0.0)
        return Standing(len(self._running), queued, oldest, self._memory_used, self._slots, self._draining)

    async def idle(self) -> None:
        """Returns once nothing runs."""
        await self._idle.wait()

    async def drain(self, within_s: float) -> None:
        """Refuses what waits, tells what runs to answer with what it has, and waits for it to end."""
        self._draining = True
        for keys in self._waiting.values():
            for job in [job for queue in keys.values() for job in queue]:
                self._refuse(job, Draining("the server closes down", retry_ms=100))
        for job in self._running:
            (job.enough or job.stop.set)()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), within_s)

    def close(self) -> None:
        """Lets the threads end, after what they are doing; to close again does nothing."""
        while self._threads:
            self._threads.pop()
            self._hand_over(None)

    # Admission ------------------------------------------------------------------------------------------------

    def _admit(self, job: Job[Any]) -> None:
        if self._draining:
            raise Draining("the server closes down", retry_ms=100)
        if job.memory_mib > self._memory_mib:
            raise TooMuch(f"{job.memory_mib} MiB asked, the server has {self._memory_mib} for all searches")
        if job.threads > self._slots:
            raise TooMuch(f"{job.threads} threads asked, the server has {self._slots}")
        remaining = (job.deadline - self._loop.time()) * 1000
        if remaining <= 0:
            raise Expired("the deadline passed before the search began")
        wait = self._wait_ms(job)
        if self._count < self._queue_jobs and wait <= self._queue_wait_ms and wait < remaining:
            return
        heaviest = self._heaviest(job)
        if heaviest is None or wait >= remaining:
            raise Busy("the queue is full", retry_ms=max(wait - self._queue_wait_ms / 2, 50.0))
        self._refuse(heaviest, Busy("the queue is full", retry_ms=max(wait, 50.0)))

    def _wait_ms(self, job: Job[Any]) -> float:
        """How long this job would wait, if everything before it were cut to its floor."""
        if self._free >= job.threads and self._count == 0:
            return 0.0
        return sum(self._floors[rank] for rank in Rank if rank <= job.rank) / self._slots

    def _heaviest(self, newcomer: Job[Any]) -> Job[Any] | None:
        """The latest job of the key that has most waiting, when that is more than the newcomer's key would have."""
        weights: dict[str, float] = {newcomer.key: newcomer.floor_ms * newcomer.threads}
        latest: dict[str, Job[Any]] = {}
        for rank in Rank:
            for key, queue in self._waiting[rank].items():
                weights[key] = weights.get(key, 0.0) + sum(job.floor_ms * job.threads for job in queue)
                if rank >= newcomer.rank:
                    latest[key] = queue[-1]
        heaviest = max(latest, key=lambda key: weights[key], default=newcomer.key)
        return None if weights[heaviest] <= weights[newcomer.key] else latest[heaviest]

    def _refuse(self, job: Job[Any], why: Exception) -> None:
        self._leave(job)
        if job.done is not None and not job.done.done():
            job.done.set_exception(why)

    def _enter(self, job: Job[Any]) -> None:
        self._waiting[job.rank].setdefault(job.key, deque()).append(job)
        self._count += 1
        self._floors[job.rank] += job.floor_ms * job.threads

    def _leave(self, job: Job[Any]) -> None:
        queue = self._waiting[job.rank].get(job.key)
        if queue is None or job not in queue:
            return
        queue.remove(job)
        if not queue:
            del self._waiting[job.rank][job.key]
        self._count -= 1
        self._floors[job.rank] -= job.floor_ms * job.threads
        if self._count == 0:  # no rounding is carried on
            self._floors = dict.fromkeys(Rank, 0.0)

    def _late(self, job: Job[Any]) -> None:
        self._expire(job)
        self._dispatch()

    def _expire(self, job: Job[Any]) -> None:
        if job not in self._running:
            self._refuse(job, Expired("the deadline passed before the search began"))
        elif job.done is not None and not job.done.done():
            job.stop.set()  # grpc tells of it too, some milliseconds later
            job.done.set_exception(Expired("the deadline passed before the search ended"))

    # Dispatch -------------------------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        if self._count or self._due is not None:
            self._begin()
            self._press()

    def _begin(self) -> None:
        while self._free and self._count:
            now = self._loop.time()
            job = self._next(now)
            if now >= job.deadline:
                self._expire(job)
                continue
            if not self._fits(job):
                return  # it is its turn: nothing overtakes it, so it cannot starve
            self._start(job, now)

    def _fits(self, job: Job[Any]) -> bool:
        return job.threads <= self._free and self._memory_used + job.memory_mib <= self._memory_mib

    def _next(self, now: float) -> Job[Any]:
        def urgency(job: Job[Any]) -> tuple[int, float, float]:
            lifted = max(0, job.rank - int((now - job.queued_at) / self._ageing_s))  # over classes, never over keys
            return lifted, max(self._used.get(job.key, 0.0), self._level), job.queued_at

        return min((queue[0] for keys in self._waiting.values() for queue in keys.values()), key=urgency)

    def _start(self, job: Job[Any], now: float) -> None:
        self._leave(job)
        grant = job.granted = self._grant(job, now)
        used = max(self._used.get(job.key, 0.0), self._level)
        job.charged_ms = (grant.time_ms or job.asked_ms) * job.threads
        self._level = used
        self._used[job.key] = used + job.charged_ms
        job.started_at = now
        self._running.add(job)
        self._free -= job.threads
        self._memory_used += job.memory_mib
        self._idle.clear()
        self._hand_over((job, grant))

    def _press(self) -> None:
        """Makes room for the next in line once it has waited for its share: one that runs, above its floor, ends."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        yielding = [job for job in self._running if job.give_way is not None]
        if not (self._count and yielding) or self._leaving is not None:
            return
        now = self._loop.time()
        waits = self._next(now)
        yielding = [job for job in yielding if job.rank >= waits.rank]
        if not yielding:
            return
        job = max(yielding, key=lambda job: (job.rank, now - job.started_at - job.floor_ms / 1000))
        patience_ms = max(waits.asked_ms, PATIENCE_MS) * self._share(job.key)
        due = max(waits.queued_at + patience_ms / 1000, job.started_at + job.floor_ms / 1000)
        if due > now or not (job.give_way and job.give_way()):
            self._due = self._loop.call_at(max(due, now + ASK_AGAIN_S), self._press)
        else:
            self._leaving = job
            job.granted = job.granted._replace(time_ms=(now - job.started_at) * 1000, shortened=True)

    def _share(self, key: str) -> float:
        """The part of what it asked that a job of this key gets, by who waits."""
        waiting: dict[str, int] = {}
        for keys in self._waiting.values():
            for other, queue in keys.items():
                waiting[other] = waiting.get(other, 0) + len(queue)
        own = waiting.pop(key, 0)
        crowd = own + sum(min(count, own + 1) for count in waiting.values())
        return self._slots / (self._slots + crowd)

    def _grant(self, job: Job[Any], now: float) -> Grant:
        queue_ms = (now - job.queued_at) * 1000
        if not job.timed:
            return Grant(0.0, False, queue_ms)
        share = min(job.asked_ms * self._share(job.key), job.asked_ms - queue_ms)
        wanted = max(share, min(job.floor_ms, job.asked_ms))
        left = (job.deadline - now) * 1000 - job.margin_ms
        granted = max(1.0, min(wanted, left))
        return Grant(granted, granted < 0.999 * job.asked_ms, queue_ms)

    def _hand_over(self, order: tuple[Job[Any], Grant] | None) -> None:
        """Wakes a thread. By a pipe, as writing there lets go of the interpreter's lock, which the thread wants first;
        a queue would wake it only to wait for that lock."""
        self._inbox.append(order)
        os.write(self._bell, b"!")

    def _work(self) -> None:
        while os.read(self._sleepers, 1) and (order := self._inbox.popleft()) is not None:
            after = self._do(*order)
            del order  # an idle thread keeps no search alive
            if not self._looking:
                with contextlib.suppress(BrokenPipeError):  # the loop is gone: nobody waits any more
                    os.write(self._report, b"!")
            if after:
                after()
                del after
        if next(self._left) == self._slots:
            os.close(self._sleepers)
            os.close(self._bell)
            os.close(self._report)

    def _do(self, job: Job[Any], grant: Grant) -> Callable[[], None] | None:
        """Does it, and says what is left to do for it."""
        try:
            self._outbox.append((job, job.work(grant), None))
        except Exception as error:
            self._outbox.append((job, None, error))
        return job.after if self._loop.time() - job.started_at > LONG_S else None

    def _hear(self) -> None:
        """Takes what threads report. By a pipe of its own: the loop's call_soon_threadsafe takes it longer."""
        if not os.read(self._reports, 4096):  # all threads have ended
            self._loop.remove_reader(self._reports)
            self._deaf()
        self._take()

    def _take(self) -> None:
        while self._outbox:
            self._finished(*self._outbox.popleft())

    def _finished(self, job: Job[Any], result: Any, error: Exception | None) -> None:
        self._running.discard(job)
        if self._leaving is job:
            self._leaving = None
        self._free += job.threads
        self._memory_used -= job.memory_mib
        spent = (self._loop.time() - job.started_at) * 1000 * job.threads
        self._used[job.key] = self._used.get(job.key, self._level) + spent - job.charged_ms
        if len(self._used) > MOST_KEYS:  # a key below the level starts from it anyhow
            self._used = {key: used for key, used in self._used.items() if used > self._level}
        if not self._running:
            self._idle.set()
        if job.done is not None and not job.done.done():
            if error is not None:
                job.done.set_exception(error)
            else:
                job.done.set_result(result)
        self._dispatch()
