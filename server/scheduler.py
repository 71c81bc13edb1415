"""Admission and threads: who may think, when and for how long. Knows jobs, not what they do.

All accounts are kept on the event loop and by its clock, so nothing here is locked; a worker thread only runs
`Job.work` and reports back.

**Order.** One rule holds for all work: keys first, then classes, then time. The next job belongs to the key that was
granted the fewest core-milliseconds. Of that key it is the job whose class matters most, and of that class the first
that came. Waiting lifts over both: a job by a class every `ageing_ms`, and a key by a step for every `ageing_ms` in
which it waited without a core.

**Shortening.** Under pressure, thinking limited by time is shortened, down to its floor, before anybody is refused:
with C cores and w waiting a job gets C / (C + w) of what it asked, and no more than what is left of it after the wait.
So the whole answer takes about as long as was asked, at any load the floors allow.

**Giving way.** A search that runs, and has its floor, ends when the next in line has waited for its share. Limited by
time, it gives way to its own key's jobs of no lower class, and to every key that was granted less. Limited by a count,
it gives way to such a key only: nobody cuts their own counts short. So no key's work holds the last core while another
key waits. `Job.granted` says what was cut. Work in slices raises `Paused` and takes its place in the line again.

**Refusal.** A job is refused at once if it would wait longer than `queue_wait_ms`, and in the line once it has. What
runs counts in the reckoned wait. A full queue makes room for a key that has less in it.

**Memory.** A key that holds memory leaves `RESERVE_MIB` to the others. If it waits for that, it stands in nobody's way.
"""

import asyncio
import contextlib
import itertools
import math
import os
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Generic, NamedTuple, TypeVar

from hunch.server.errors import Busy, Draining, Expired, TooMuch

T = TypeVar("T")
MOST_KEYS = 10_000
"""Accounts that are kept before those that owe nothing are forgotten."""
PATIENCE_MS = 100.0
"""A job that asked for less than this is in no more of a hurry."""
IN_TIME = 0.8
"""The part of the longest wait after which a job is in a hurry: others give way before it is refused."""
LONG_S = 0.02
"""Work that takes less has so little memory that whoever held it last frees it."""
ASK_AGAIN_S = 0.005
"""How long to wait before asking a job again to give way."""
RESERVE_MIB = 64
"""Memory that no key takes in addition to what it holds: what a usual search of another key needs."""
LEAST_RETRY_MS = 50.0
"""Nobody is sent back to come again sooner than this."""


class Rank(IntEnum):
    """Classes of jobs, the one that matters most first."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2


class Paused(Exception):
    """Raised by work that is not done after its slice: it goes on when its turn comes again."""


class Grant(NamedTuple):
    """What a job got when its turn came."""

    time_ms: float  # of thinking; 0: as long as its own limits say
    shortened: bool  # less than it asked for
    queue_ms: float  # it waited


NOT_YET = Grant(0.0, False, 0.0)


@dataclass(slots=True, eq=False, kw_only=True)
class Job(Generic[T]):
    """One piece of work for the search threads."""

    work: Callable[[Grant], T]
    abandon: Callable[[], None] = lambda: None  # ends it: nobody waits. The default suits work that ends or pauses soon
    answer_now: Callable[[], None] | None = None  # asks for an answer with what there is; unset: `abandon` ends it
    give_way: Callable[[bool], bool] | None = None  # asks it to end for other work, or says that it must; returns if so
    release: Callable[[], None] | None = None  # frees its memory, on its thread, once its result is on its way
    key: str = ""  # whose account it goes to
    rank: Rank = Rank.MOVE
    asked_ms: float = 1.0  # of one core's time, about; exact when `timed`
    floor_ms: float = 1.0  # of it, that other keys leave it before it must give way
    most_ms: float = math.inf  # after so long it is cut, floor or not
    timed: bool = False  # limited by time, so it may be shortened
    threads: int = 1
    memory_mib: int = 0
    deadline: float = math.inf  # on the clock of the event loop
    margin_ms: float = 0.0  # it ends so long before the deadline
    queued_at: float = 0.0
    started_at: float = 0.0
    charged_ms: float = 0.0
    granted: Grant = NOT_YET
    limit: asyncio.TimerHandle | None = None  # cuts it after `most_ms`
    done: "asyncio.Future[T] | None" = None

    @property
    def least_ms(self) -> float:
        """What it takes of a core, if only its own key's jobs are there."""
        return (self.floor_ms if self.timed else self.asked_ms) * self.threads


@dataclass(slots=True)
class Account:
    """What a key was granted, and what it holds."""

    used: float  # core-ms granted, from a common start
    cores: int = 0
    memory_mib: int = 0
    without_since: float = 0.0  # when its last job ended, if it holds no core


@dataclass(slots=True)
class Status:
    """What the scheduler looks like now."""

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
        self._waiting: dict[str, dict[Rank, deque[Job[Any]]]] = {}  # no key without a class, no class without a job
        self._count = 0  # jobs that wait
        self._accounts: dict[str, Account] = {}
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
        self._threads = [threading.Thread(target=self._work, name=f"{name}-{i}", daemon=True) for i in range(slots)]
        for thread in self._threads:
            thread.start()

    # Callers --------------------------------------------------------------------------------------------------

    async def run(self, job: Job[T]) -> T:
        """The job's result, once it had its turn. Raises what the work raised, or why it was not done."""
        self._admit(job)
        job.queued_at = self._loop.time()
        job.done = self._loop.create_future()
        timers = []
        if self._count == 0 and self._fits(job):
            self._looking = True
            try:
                self._start(job, job.queued_at)  # nobody waits, so nobody is overtaken
            finally:
                self._looking = False
                self._take()  # what is short is done: its thread was let in at once
        else:
            self._enter(job)
            timers.append(self._loop.call_at(job.queued_at + self._queue_wait_ms / 1000, self._tire, job))
            self._dispatch()
        if job.deadline != math.inf:
            timers.append(self._loop.call_at(job.deadline, self._late, job))
        try:
            return await job.done
        except asyncio.CancelledError:
            job.abandon()
            if job not in self._running:
                self._leave(job)
                self._dispatch()  # what it stood in the way of
            raise
        finally:
            job.done = None  # an error in it would keep itself, this job and its search alive
            for timer in timers:
                timer.cancel()

    def status(self) -> Status:
        """For the status page and the metrics."""
        now = self._loop.time()
        queued, oldest = dict.fromkeys(Rank, 0), dict.fromkeys(Rank, 0.0)
        for rank, queue in self._queues():
            queued[rank] += len(queue)
            oldest[rank] = max(oldest[rank], (now - queue[0].queued_at) * 1000)
        return Status(len(self._running), queued, oldest, self._memory_used, self._slots, self._draining)

    async def idle(self) -> None:
        """Returns once nothing runs."""
        await self._idle.wait()

    async def drain(self, within_s: float) -> None:
        """Refuses what waits, tells what runs to answer with what it has, and waits for it to end."""
        self._draining = True
        for job in [job for _, queue in self._queues() for job in queue]:
            self._refuse(job, Draining("the server closes down", retry_ms=100))
        for job in self._running:
            (job.answer_now or job.abandon)()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), within_s)

    def close(self, within_s: float = 0.0) -> None:
        """Lets the threads end, after what they are doing, and waits so long for each; to close again does nothing."""
        threads = self._threads.copy()
        self._threads.clear()
        for _ in threads:
            self._hand_over(None)
        for thread in threads:
            thread.join(within_s)

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
        if self._count < self._queue_jobs:
            return
        heaviest = self._heaviest(job)
        full = Busy("the queue is full", retry_ms=max(wait, LEAST_RETRY_MS))
        if heaviest is None:
            raise full
        self._refuse(heaviest, full)

    def _wait_ms(self, job: Job[Any], now: float) -> float:
        """How long this job would wait, if everything before it were cut as short as may be. Of another key, no more
        comes before it than of its own."""
        if self._free >= job.threads and self._count == 0:
            return 0.0
        own = math.fsum(one.least_ms for one in self._of(job.key) if one.rank <= job.rank)
        others = (math.fsum(one.least_ms for one in self._of(key)) for key in self._waiting if key != job.key)
        before = own + math.fsum(min(theirs, own + job.least_ms) for theirs in others)
        busy = [self._left_ms(one, job.key, now) for one in self._running for _ in range(one.threads)]
        busy = sorted([*busy, *[0.0] * self._free])
        return max(_filled(busy, before), busy[job.threads - 1])

    def _left_ms(self, running: Job[Any], key: str, now: float) -> float:
        """How long a job that runs will hold its cores against a key's, about."""
        needs = running.asked_ms if key == running.key and not running.timed else running.floor_ms
        return max(0.0, needs - (now - running.started_at) * 1000)

    def _heaviest(self, newcomer: Job[Any]) -> Job[Any] | None:
        """The latest job of the lowest class of the key that has most waiting, if that is more than the newcomer's key
        would have."""
        weights = {key: math.fsum(one.least_ms for one in self._of(key)) for key in self._waiting}
        heaviest = max(weights, key=lambda key: weights[key])
        if weights[heaviest] <= weights.get(newcomer.key, 0.0) + newcomer.least_ms:
            return None
        return self._waiting[heaviest][max(self._waiting[heaviest])][-1]

    def _refuse(self, job: Job[Any], why: Exception) -> None:
        self._leave(job)
        if job.done is not None and not job.done.done():
            job.done.set_exception(why)

    def _queues(self) -> Iterable[tuple[Rank, deque[Job[Any]]]]:
        return (queue for ranks in self._waiting.values() for queue in ranks.items())

    def _of(self, key: str) -> Iterable[Job[Any]]:
        return itertools.chain.from_iterable(self._waiting.get(key, {}).values())

    def _enter(self, job: Job[Any], again: bool = False) -> None:
        """Puts a job at the end of its queue, or one that goes on at its beginning."""
        queue = self._waiting.setdefault(job.key, {}).setdefault(job.rank, deque())
        (queue.appendleft if again else queue.append)(job)
        self._count += 1

    def _leave(self, job: Job[Any]) -> None:
        ranks = self._waiting.get(job.key, {})
        queue = ranks.get(job.rank)
        if queue is None or job not in queue:
            return
        queue.remove(job)
        self._count -= 1
        if not queue:
            del ranks[job.rank]
        if not ranks:
            del self._waiting[job.key]

    def _tire(self, job: Job[Any]) -> None:
        """Refuses a job that waited too long for its first turn."""
        if job.granted is NOT_YET:
            self._leave(job)
            retry_ms = max(self._wait_ms(job, self._loop.time()), LEAST_RETRY_MS)
            self._refuse(job, Busy("no core came free in time", retry_ms=retry_ms))
            self._dispatch()

    def _late(self, job: Job[Any]) -> None:
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
        room = self._memory_mib - self._memory_used
        return job.threads <= self._free and job.memory_mib <= room and self._leaves_reserve(job)

    def _leaves_reserve(self, job: Job[Any]) -> bool:
        held = self._account(job.key).memory_mib
        return not (held and job.memory_mib) or held + job.memory_mib <= self._memory_mib - RESERVE_MIB

    def _next(self, now: float) -> Job[Any]:
        """Whose turn it is: of those who wait for memory of their own key's, only if nobody else waits."""
        heads = [[queue[0] for queue in ranks.values()] for ranks in self._waiting.values()]
        able = [some for own in heads if (some := [job for job in own if self._leaves_reserve(job)])]
        own = min(able or heads, key=lambda own: self._claim(own, now))
        return min(own, key=lambda job: (self._lifted(job, now), job.queued_at))

    def _lifted(self, job: Job[Any], now: float) -> int:
        return max(0, job.rank - int((now - job.queued_at) / self._ageing_s))

    def _claim(self, heads: Sequence[Job[Any]], now: float) -> tuple[int, float, float]:
        """The key with the lowest is next."""
        key, first = heads[0].key, min(job.queued_at for job in heads)
        account = self._account(key)
        without_s = 0.0 if account.cores else now - max(first, account.without_since)
        return -int(without_s / self._ageing_s), self._used(key), first

    def _start(self, job: Job[Any], now: float) -> None:
        self._leave(job)
        grant = job.granted = self._grant(job, now)
        account, self._level = self._account(job.key), self._used(job.key)
        job.charged_ms = (grant.time_ms or job.asked_ms) * job.threads
        account.used = self._level + job.charged_ms
        account.cores += job.threads
        account.memory_mib += job.memory_mib
        job.started_at = now
        self._running.add(job)
        self._free -= job.threads
        self._memory_used += job.memory_mib
        self._idle.clear()
        if job.most_ms != math.inf:
            job.limit = self._loop.call_at(now + job.most_ms / 1000, self._overdue, job)
        self._hand_over((job, grant))

    def _overdue(self, job: Job[Any]) -> None:
        if job in self._running and job.give_way is not None:
            self._cut(job, must=True)

    def _press(self) -> None:
        """Makes room for the next in line once it has waited for its share: one that runs, above its floor, ends."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if self._leaving is not None or not self._count:
            return
        now = self._loop.time()
        waits = self._next(now)
        job = self._yielding(waits, now)
        if job is None:
            return
        patience_ms = min(max(waits.asked_ms, PATIENCE_MS) * self._share(job.key), IN_TIME * self._queue_wait_ms)
        due = max(waits.queued_at + patience_ms / 1000, job.started_at + job.floor_ms / 1000)
        if due <= now and self._cut(job, must=False):
            self._leaving = job
        else:
            self._due = self._loop.call_at(max(due, now + ASK_AGAIN_S), self._press)

    def _yielding(self, waits: Job[Any], now: float) -> Job[Any] | None:
        """Who gives way: the work that loses least by it, of the lowest class, that has run the longest beyond its
        floor."""
        short = self._memory_used + waits.memory_mib > self._memory_mib
        able = [job for job in self._running if self._yields(job, waits) and (job.memory_mib or not short)]

        def loses_least(job: Job[Any]) -> tuple[bool, Rank, float]:
            return job.timed, job.rank, now - job.started_at - job.floor_ms / 1000

        return max(able, key=loses_least, default=None)

    def _yields(self, job: Job[Any], waits: Job[Any]) -> bool:
        if job.give_way is None:
            return False
        if job.key == waits.key:
            return job.timed and job.rank >= waits.rank
        return self._used(job.key) > self._used(waits.key)

    def _cut(self, job: Job[Any], must: bool) -> bool:
        if job.give_way is None or not job.give_way(must):
            return False
        job.granted = job.granted._replace(time_ms=(self._loop.time() - job.started_at) * 1000, shortened=True)
        return True

    def _share(self, key: str) -> float:
        """The part of what it asked that a job of this key gets, by who waits."""
        waiting = {other: sum(map(len, ranks.values())) for other, ranks in self._waiting.items()}
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

    # Accounts -------------------------------------------------------------------------------------------------

    def _account(self, key: str) -> Account:
        account = self._accounts.get(key)
        if account is None:
            account = self._accounts[key] = Account(self._level)
        return account

    def _used(self, key: str) -> float:
        """What a key was granted; one that was away begins with the others."""
        return max(self._account(key).used, self._level)

    def _settle(self, job: Job[Any], now: float) -> None:
        """Takes back what the job held, and charges its key what it took."""
        account = self._account(job.key)
        account.used += (now - job.started_at) * 1000 * job.threads - job.charged_ms
        account.cores -= job.threads
        account.memory_mib -= job.memory_mib
        account.without_since = now
        self._free += job.threads
        self._memory_used -= job.memory_mib
        if len(self._accounts) > MOST_KEYS:
            held = self._accounts.items()
            self._accounts = {key: one for key, one in held if one.cores or one.used > self._level}

    # Threads --------------------------------------------------------------------------------------------------

    def _hand_over(self, order: tuple[Job[Any], Grant] | None) -> None:
        """Wakes a thread. By a pipe, as writing there lets go of the interpreter's lock, which the thread wants first;
        a queue would wake it only to wait for that lock."""
        self._inbox.append(order)
        os.write(self._bell, b"!")

    def _work(self) -> None:
        while os.read(self._sleepers, 1) and (order := self._inbox.popleft()) is not None:
            release = self._do(*order)
            del order  # an idle thread keeps no search alive
            if not self._looking:
                with contextlib.suppress(BrokenPipeError):  # the loop is gone: nobody waits any more
                    os.write(self._report, b"!")
            if release:
                release()
                del release
        if next(self._left) == self._slots:
            os.close(self._sleepers)
            os.close(self._bell)
            os.close(self._report)

    def _do(self, job: Job[Any], grant: Grant) -> Callable[[], None] | None:
        """Does the work. Returns how to free its memory, if that may take long."""
        try:
            self._outbox.append((job, job.work(grant), None))
        except Exception as error:
            self._outbox.append((job, None, error))
        return job.release if self._loop.time() - job.started_at > LONG_S else None

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
        now = self._loop.time()
        self._running.discard(job)
        if self._leaving is job:
            self._leaving = None
        if job.limit is not None:
            job.limit.cancel()
        self._settle(job, now)
        wanted = job.done is not None and not job.done.done()
        if wanted and isinstance(error, Paused):
            job.asked_ms = max(job.asked_ms - (now - job.started_at) * 1000, job.floor_ms)
            self._enter(job, again=True)
        elif job.done is not None and wanted:
            if error is not None:
                job.done.set_exception(error)
            else:
                job.done.set_result(result)
        self._dispatch()
        if not self._running:
            self._idle.set()


def _filled(busy: Sequence[float], work: float) -> float:
    """When a core is free after so much work, on cores that are busy so long, in rising order."""
    level = 0.0
    for cores, (begin, end) in enumerate(itertools.pairwise([*busy, math.inf]), 1):
        level = begin + work / cores
        if level <= end:
            break
        work -= (end - begin) * cores
    return level
