"""Admission and turns: which work runs, when and for how long. Knows jobs, not what they do.

All accounts are kept on the event loop and by its clock, so nothing here is locked. A worker thread only runs
`Job.work` and reports back.

**Order.** One rule holds for all work: keys first, then classes, then time. The next job belongs to the key that was
granted the fewest core-milliseconds. Of that key it is the job whose class matters most, and of that class the first
that was due. Waiting overrides both: it lifts a job by a class every `ageing_ms`, and a key by a step for every
`ageing_ms` in which it waited without a core. A job that would soon be refused for its wait comes first of its key.

**Due.** A job that asked for more than `SHORT_MS` is due once it has waited for a tenth of the rest, and for a tenth of
the longest wait at most. Before that it lets all jobs go first that are due, of any key and class. So who thinks for
long hardly notices, and a long thought that is soon given up takes nothing from short ones. A call that needs cores
several times waits once: each of its jobs counts what those before it waited.

**Shortening.** Under pressure, a search limited by time is shortened, down to its floor, before any job is refused.
With C cores and w waiting jobs, a job gets C / (C + w) of what it asked, and no more than what is left of it after the
wait. So the whole answer takes about as long as was asked, at any load that the floors allow.

**Giving way.** A running search that has its floor ends when the next in line has waited for its share. If it is
limited by time, it gives way to its own key's jobs of no lower class, and to every key that was granted less. If it is
limited by a count, it gives way to such a key only: a key never cuts its own counts short. So no key's work holds the
last core while another key waits. `Job.granted` reports what was cut. Work in slices raises `Paused` and goes back to
the head of its queue.

**Refusal.** A job is refused at once if it would wait longer than `queue_wait_ms`, and in the queue once it has. The
estimate of a wait includes what runs. A full queue makes room for a key that has less in it.

**Memory.** A key that holds memory leaves `RESERVE_MIB` to the others. A job that waits for this blocks no other key.
"""

import asyncio
import contextlib
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hunch.server.accounts import Accounts
from hunch.server.errors import Busy, Draining, Expired, TooMuch
from hunch.server.jobs import NOT_YET, Grant, Job, Paused, Rank
from hunch.server.waiting import WaitingJobs
from hunch.server.workers import Workers

T = TypeVar("T")
PATIENCE_MS = 100.0
"""The shortest time by which a job's patience is measured, however little it asked for."""
IN_TIME = 0.8
"""The share of the longest wait after which others give way to a job and no class goes before it, so that it is not
refused."""
SHORT_MS = 100.0
"""What asks for no more than this is due at once."""
LETS_PASS = 0.1
"""The share of what a job asked beyond that for which it lets others go first, and of the longest wait for which it
does so at most."""
LONG_S = 0.02
"""Shorter jobs use so little memory that it may be freed on the event loop."""
ASK_AGAIN_S = 0.005
"""How long to wait before asking a job again to give way."""
RESERVE_MIB = 64
"""Memory that stays free for other keys once a key holds some: what a usual search needs."""
LEAST_RETRY_MS = 50.0
"""The shortest time after which a refused client may retry."""


@dataclass(slots=True)
class Status:
    """The load of the scheduler."""

    running: int = 0
    queued: dict[Rank, int] = field(default_factory=dict)
    oldest_ms: dict[Rank, float] = field(default_factory=dict)
    memory_mib: int = 0
    slots: int = 0
    draining: bool = False


class Scheduler:
    """Threads for work, and the queue before them. Made and used on one event loop."""

    def __init__(
        self,
        slots: int,
        queue_jobs: int,
        queue_wait_ms: float,
        ageing_ms: float,
        memory_mib: int = 0,
        name: str = "search",
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._slots = self._free = slots
        self._queue_jobs, self._queue_wait_ms, self._ageing_s = queue_jobs, queue_wait_ms, ageing_ms / 1000
        self._memory_mib = memory_mib
        self._memory_used = 0
        self._waiting = WaitingJobs()
        self._accounts = Accounts()
        self._running: set[Job[Any]] = set()
        self._giving_way: Job[Any] | None = None  # runs, and was asked to give way
        self._room_timer: asyncio.TimerHandle | None = None
        self._draining = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._workers = Workers(slots, name, self._finished)

    # Callers --------------------------------------------------------------------------------------------------

    async def run(self, job: Job[T]) -> T:
        """The job's result, once it had its turn. Raises what the work raised, or the reason of a refusal."""
        self._admit(job)
        job.queued_at = self._loop.time()
        job.came_at = job.queued_at - job.waited_ms / 1000
        beyond_ms = max(0.0, job.asked_ms - SHORT_MS)
        job.due_at = job.came_at + LETS_PASS * min(beyond_ms, self._queue_wait_ms) / 1000
        job.done = self._loop.create_future()
        timers = []
        if not self._waiting and self._fits(job):
            with self._workers.results_taken():  # a short job is done by then, as its thread begins at once
                self._start(job, job.queued_at)  # no job waits, so none is overtaken
        else:
            self._waiting.put(job)
            timers.append(self._loop.call_at(job.queued_at + self._queue_wait_ms / 1000, self._end_wait, job))
            self._dispatch()
        if job.deadline != math.inf:
            timers.append(self._loop.call_at(job.deadline, self._reach_deadline, job))
        try:
            return await job.done
        except asyncio.CancelledError:
            job.abandon()
            if job not in self._running:
                self._waiting.remove(job)
                self._dispatch()  # the jobs behind it
            raise
        finally:
            job.done = None  # an error in it would keep itself, this job and its search alive
            for timer in timers:
                timer.cancel()

    def status(self) -> Status:
        """The load, for the status page and the metrics. Any thread may call it: it copies at once what it reads."""
        now = self._loop.time()
        queued, oldest = self._waiting.queued(now)
        return Status(len(self._running), queued, oldest, self._memory_used, self._slots, self._draining)

    async def idle(self) -> None:
        """Returns once nothing runs."""
        await self._idle.wait()

    async def drain(self, within_s: float) -> None:
        """Refuses waiting jobs, asks running ones for the answer they have, and waits for them to end."""
        self._draining = True
        for job in list(self._waiting):
            self._refuse(job, Draining("the server closes down", retry_ms=100))
        for job in self._running:
            (job.answer_now or job.abandon)()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), within_s)

    def close(self, within_s: float = 0.0) -> None:
        """Ends the threads after their jobs, and waits at most `within_s` for each. To close again does nothing."""
        self._workers.close(within_s)

    # Admission ------------------------------------------------------------------------------------------------

    def _admit(self, job: Job[Any]) -> None:
        if self._draining:
            raise Draining("the server closes down", retry_ms=100)
        if job.memory_mib > self._memory_mib:
            raise TooMuch(f"{job.memory_mib} MiB asked, the server has {self._memory_mib} for all searches")
        if job.threads > self._slots:
            raise TooMuch(f"{job.threads} threads asked, the server has {self._slots}")
        now = self._loop.time()
        remaining = (job.deadline - now) * 1000
        if remaining <= 0:
            raise Expired("the deadline passed before the search began")
        wait = self._wait_ms(job, now)
        if wait > self._queue_wait_ms or wait >= remaining:
            raise Busy("the wait would be too long", retry_ms=max(wait - self._queue_wait_ms / 2, LEAST_RETRY_MS))
        if len(self._waiting) < self._queue_jobs:
            return
        heaviest = self._waiting.heaviest(job)
        full = Busy("the queue is full", retry_ms=max(wait, LEAST_RETRY_MS))
        if heaviest is None:
            raise full
        self._refuse(heaviest, full)

    def _wait_ms(self, job: Job[Any], now: float) -> float:
        """How long this job would wait if all before it were cut as short as allowed. No other key has more before it
        than its own key has."""
        if self._free >= job.threads and not self._waiting:
            return 0.0
        own = math.fsum(other.least_ms for other in self._waiting.of(job.key) if other.rank <= job.rank)
        others = (self._waiting.ms_of(key) for key in self._waiting.others(job.key))
        before = own + math.fsum(min(theirs, own + job.least_ms) for theirs in others)
        busy = [self._left_ms(other, job.key, now) for other in self._running for _ in range(other.threads)]
        busy = sorted([*busy, *[0.0] * self._free])
        return max(_free_after(busy, before), busy[job.threads - 1])

    def _left_ms(self, running: Job[Any], key: str, now: float) -> float:
        """About how long a running job will keep its cores from the jobs of a key."""
        needs = running.asked_ms if key == running.key and not running.timed else running.floor_ms
        return max(0.0, needs - (now - running.started_at) * 1000)

    def _refuse(self, job: Job[Any], why: Exception) -> None:
        self._waiting.remove(job)
        if job.done is not None and not job.done.done():
            job.done.set_exception(why)

    def _end_wait(self, job: Job[Any]) -> None:
        """Refuses a job that waited too long for its first turn."""
        if job.granted is NOT_YET:
            self._waiting.remove(job)
            retry_ms = max(self._wait_ms(job, self._loop.time()), LEAST_RETRY_MS)
            self._refuse(job, Busy("no core came free in time", retry_ms=retry_ms))
            self._dispatch()

    def _reach_deadline(self, job: Job[Any]) -> None:
        self._expire(job)
        self._dispatch()

    def _expire(self, job: Job[Any]) -> None:
        if job not in self._running:
            self._refuse(job, Expired("the deadline passed before the search began"))
        elif job.done is not None and not job.done.done():
            job.abandon()  # grpc reports it too, some milliseconds later
            job.done.set_exception(Expired("the deadline passed before the search ended"))

    # Dispatch -------------------------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        if self._waiting or self._room_timer is not None:
            self._start_next()
            self._make_room()

    def _start_next(self) -> None:
        while self._free and self._waiting:
            now = self._loop.time()
            job = self._next(now)
            if now >= job.deadline:
                self._expire(job)
                continue
            if not self._fits(job):
                return  # it is next: nothing overtakes it, so it cannot starve
            self._start(job, now)

    def _fits(self, job: Job[Any]) -> bool:
        room = self._memory_mib - self._memory_used
        return job.threads <= self._free and job.memory_mib <= room and self._leaves_reserve(job)

    def _leaves_reserve(self, job: Job[Any]) -> bool:
        held = self._accounts.of(job.key).memory_mib
        return not (held and job.memory_mib) or held + job.memory_mib <= self._memory_mib - RESERVE_MIB

    def _next(self, now: float) -> Job[Any]:
        """The next job. A job that waits for memory of its own key is next only if no other waits."""
        heads = self._waiting.heads()
        heads = _only(self._leaves_reserve, heads) or heads
        heads = _only(lambda job: job.due_at <= now, heads) or heads
        own = min(heads, key=lambda own: self._claim(own, now))
        return min(own, key=lambda job: (self._aged_rank(job, now), job.due_at))

    def _aged_rank(self, job: Job[Any], now: float) -> int:
        waited_s = now - job.queued_at
        urgent = waited_s * 1000 >= IN_TIME * self._queue_wait_ms
        return 0 if urgent else max(0, job.rank - int(waited_s / self._ageing_s))

    def _claim(self, heads: Sequence[Job[Any]], now: float) -> tuple[int, float, float]:
        """The place of a key in the order: the lowest is next."""
        key, first = heads[0].key, min(job.queued_at for job in heads)
        account = self._accounts.of(key)
        without_s = 0.0 if account.cores else now - max(first, account.without_since)
        return -int(without_s / self._ageing_s), self._accounts.used(key), first

    def _start(self, job: Job[Any], now: float) -> None:
        self._waiting.remove(job)
        job.granted = self._grant(job, now)
        self._accounts.begin(job)
        job.started_at = now
        self._running.add(job)
        self._free -= job.threads
        self._memory_used += job.memory_mib
        self._idle.clear()
        if job.most_ms != math.inf:
            job.limit = self._loop.call_at(now + job.most_ms / 1000, self._overdue, job)
        self._hand_over(job)

    def _overdue(self, job: Job[Any]) -> None:
        if job in self._running and job.give_way is not None:
            self._cut(job, must=True)

    def _make_room(self) -> None:
        """Ends a running job above its floor once the next in line has waited for its share."""
        if self._room_timer is not None:
            self._room_timer.cancel()
            self._room_timer = None
        if self._giving_way is not None or not self._waiting:
            return
        now = self._loop.time()
        waits = self._next(now)
        job = self._next_to_give_way(waits, now)
        if job is None:
            return
        patience_ms = min(max(waits.asked_ms, PATIENCE_MS) * self._share(job.key), IN_TIME * self._queue_wait_ms)
        due = max(waits.came_at + patience_ms / 1000, job.started_at + job.floor_ms / 1000)
        if due <= now and self._cut(job, must=False):
            self._giving_way = job
        else:
            self._room_timer = self._loop.call_at(max(due, now + ASK_AGAIN_S), self._make_room)

    def _next_to_give_way(self, waits: Job[Any], now: float) -> Job[Any] | None:
        """The job that gives way: the one that loses least by it, of the lowest class, longest beyond its floor."""
        short = self._memory_used + waits.memory_mib > self._memory_mib
        able = [job for job in self._running if self._may_give_way(job, waits) and (job.memory_mib or not short)]

        def loses_least(job: Job[Any]) -> tuple[bool, Rank, float]:
            return job.timed, job.rank, now - job.started_at - job.floor_ms / 1000

        return max(able, key=loses_least, default=None)

    def _may_give_way(self, job: Job[Any], waits: Job[Any]) -> bool:
        if job.give_way is None:
            return False
        if job.key == waits.key:
            return job.timed and job.rank >= waits.rank
        return self._accounts.used(job.key) > self._accounts.used(waits.key)

    def _cut(self, job: Job[Any], must: bool) -> bool:
        if job.give_way is None or not job.give_way(must):
            return False
        job.granted = job.granted._replace(time_ms=(self._loop.time() - job.started_at) * 1000, shortened=True)
        return True

    def _share(self, key: str) -> float:
        """The share of what it asked that a job of this key gets while others wait."""
        return self._slots / (self._slots + self._waiting.crowd(key))

    def _grant(self, job: Job[Any], now: float) -> Grant:
        queue_ms = (now - job.came_at) * 1000
        if not job.timed:
            return Grant(0.0, False, queue_ms)
        share = min(job.asked_ms * self._share(job.key), job.asked_ms - queue_ms)
        wanted = max(share, min(job.floor_ms, job.asked_ms))
        left = (job.deadline - now) * 1000 - job.margin_ms
        granted = max(1.0, min(wanted, left))
        return Grant(granted, granted < 0.999 * job.asked_ms, queue_ms)

    # Results --------------------------------------------------------------------------------------------------

    def _hand_over(self, job: Job[Any]) -> None:
        self._workers.hand_over(job)

    def _finished(self, job: Job[Any], result: Any, error: Exception | None) -> None:
        now = self._loop.time()
        self._running.discard(job)
        if self._giving_way is job:
            self._giving_way = None
        if job.limit is not None:
            job.limit.cancel()
        self._accounts.end(job, now)
        self._free += job.threads
        self._memory_used -= job.memory_mib
        wanted = job.done is not None and not job.done.done()
        if wanted and isinstance(error, Paused):
            ran_s = now - job.started_at
            job.asked_ms = max(job.asked_ms - ran_s * 1000, job.floor_ms)
            job.came_at += ran_s  # to run is not to wait
            self._waiting.put(job, again=True)
        elif job.done is not None and wanted:
            if error is not None:
                job.done.set_exception(error)
            else:
                job.done.set_result(result)
        self._dispatch()
        if not self._running:
            self._idle.set()


def _only(wanted: Callable[[Job[Any]], bool], heads: Sequence[Sequence[Job[Any]]]) -> list[list[Job[Any]]]:
    """Of each key the jobs that are wanted; without the keys that have none."""
    return [some for own in heads if (some := [job for job in own if wanted(job)])]


def _free_after(busy: Sequence[float], work: float) -> float:
    """When a core is free after that much work. `busy` is how long each core is busy, in rising order."""
    level = 0.0
    for cores, (begin, end) in enumerate(itertools.pairwise([*busy, math.inf]), 1):
        level = begin + work / cores
        if level <= end:
            break
        work -= (end - begin) * cores
    return level
