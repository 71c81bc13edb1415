"""Admission and threads: which work runs, when and for how long. Knows jobs, not what they do.

All accounts are kept on the event loop and by its clock, so nothing here is locked. A worker thread only runs
`Job.work` and reports back.

**Order.** One rule holds for all work: keys first, then classes, then time. The next job belongs to the key that was
granted the fewest core-milliseconds. Of that key it is the job whose class matters most, and of that class the first
that came. Waiting overrides both: it lifts a job by a class every `ageing_ms`, and a key by a step for every
`ageing_ms` in which it waited without a core. A job that would soon be refused for its wait comes first of its key.

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
"""Most accounts; beyond this, those that owe nothing are dropped."""
PATIENCE_MS = 100.0
"""The shortest time by which a job's patience is measured, however little it asked for."""
IN_TIME = 0.8
"""The share of the longest wait after which others give way to a job and no class goes before it, so that it is not
refused."""
LONG_S = 0.02
"""Shorter jobs use so little memory that it may be freed on the event loop."""
ASK_AGAIN_S = 0.005
"""How long to wait before asking a job again to give way."""
RESERVE_MIB = 64
"""Memory that stays free for other keys once a key holds some: what a usual search needs."""
LEAST_RETRY_MS = 50.0
"""The shortest time after which a refused client may retry."""


class Rank(IntEnum):
    """Classes of jobs, the most important first."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2


class Paused(Exception):
    """Raised by work that is not done after its slice. It goes on when its turn comes again."""


class Grant(NamedTuple):
    """What a job got when its turn came."""

    time_ms: float  # for the search; 0: as long as its own limits say
    shortened: bool  # less than it asked for
    queue_ms: float  # how long it waited


NOT_YET = Grant(0.0, False, 0.0)


@dataclass(slots=True, eq=False, kw_only=True)
class Job(Generic[T]):
    """One piece of work for the search threads."""

    work: Callable[[Grant], T]
    abandon: Callable[[], None] = lambda: None  # ends it: nobody waits. The default suits work that ends or pauses soon
    answer_now: Callable[[], None] | None = None  # asks for an answer with what there is; unset: `abandon` ends it
    give_way: Callable[[bool], bool] | None = None  # asks it to end for other work, or says that it must; returns if so
    release: Callable[[], None] | None = None  # frees its memory, on its thread, once its result is on its way
    key: str = ""  # the account that is charged
    rank: Rank = Rank.MOVE
    asked_ms: float = 1.0  # about how long it takes a core; exact if `timed`
    floor_ms: float = 1.0  # how long it may run before it has to give way
    most_ms: float = math.inf  # how long it may run at all
    timed: bool = False  # limited by time, so it may be shortened
    threads: int = 1
    memory_mib: int = 0
    deadline: float = math.inf  # on the clock of the event loop
    margin_ms: float = 0.0  # how long before the deadline it ends
    queued_at: float = 0.0
    started_at: float = 0.0
    charged_ms: float = 0.0  # core time that its key was charged when it started
    granted: Grant = NOT_YET
    limit: asyncio.TimerHandle | None = None  # cuts it after `most_ms`
    done: "asyncio.Future[T] | None" = None  # set while somebody waits for the result

    @property
    def least_ms(self) -> float:
        """The core time that it takes at least, if only its own key's jobs are there."""
        return (self.floor_ms if self.timed else self.asked_ms) * self.threads


@dataclass(slots=True)
class Account:
    """What a key was granted, and what it holds."""

    used: float  # core-milliseconds granted, from a common start
    cores: int = 0
    memory_mib: int = 0
    without_since: float = 0.0  # when its last job ended, if it holds no core


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
        self._waiting: dict[str, dict[Rank, deque[Job[Any]]]] = {}  # holds no empty key and no empty class
        self._queued = 0  # jobs that wait
        self._accounts: dict[str, Account] = {}
        self._start_level = 0.0  # where a new key starts
        self._running: set[Job[Any]] = set()
        self._giving_way: Job[Any] | None = None  # runs, and was asked to give way
        self._room_timer: asyncio.TimerHandle | None = None
        self._draining = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._inbox: deque[tuple[Job[Any], Grant] | None] = deque()
        self._wake_read, self._wake_write = os.pipe()
        self._outbox: deque[tuple[Job[Any], Any, Exception | None]] = deque()
        self._report_read, self._report_write = os.pipe()
        self._taking_next = False  # the loop takes results next, so threads need not report
        self._close_reports = weakref.finalize(self, os.close, self._report_read)
        self._loop.add_reader(self._report_read, self._read_reports)
        self._ended = itertools.count(1)  # threads that have ended
        self._threads = [
            threading.Thread(target=self._serve_thread, name=f"{name}-{i}", daemon=True) for i in range(slots)
        ]
        for thread in self._threads:
            thread.start()

    # Callers --------------------------------------------------------------------------------------------------

    async def run(self, job: Job[T]) -> T:
        """The job's result, once it had its turn. Raises what the work raised, or the reason of a refusal."""
        self._admit(job)
        job.queued_at = self._loop.time()
        job.done = self._loop.create_future()
        timers = []
        if self._queued == 0 and self._fits(job):
            self._taking_next = True
            try:
                self._start(job, job.queued_at)  # no job waits, so none is overtaken
            finally:
                self._taking_next = False
                self._take_results()  # a short job is done by then, as its thread began at once
        else:
            self._enqueue(job)
            timers.append(self._loop.call_at(job.queued_at + self._queue_wait_ms / 1000, self._end_wait, job))
            self._dispatch()
        if job.deadline != math.inf:
            timers.append(self._loop.call_at(job.deadline, self._reach_deadline, job))
        try:
            return await job.done
        except asyncio.CancelledError:
            job.abandon()
            if job not in self._running:
                self._dequeue(job)
                self._dispatch()  # the jobs behind it
            raise
        finally:
            job.done = None  # an error in it would keep itself, this job and its search alive
            for timer in timers:
                timer.cancel()

    def status(self) -> Status:
        """The load, for the status page and the metrics. Any thread may call it: it copies at once what it reads."""
        now = self._loop.time()
        queued, oldest = dict.fromkeys(Rank, 0), dict.fromkeys(Rank, 0.0)
        for ranks in list(self._waiting.values()):
            for rank, queue in list(ranks.items()):
                jobs = list(queue)
                queued[rank] += len(jobs)
                if jobs:
                    oldest[rank] = max(oldest[rank], (now - jobs[0].queued_at) * 1000)
        return Status(len(self._running), queued, oldest, self._memory_used, self._slots, self._draining)

    async def idle(self) -> None:
        """Returns once nothing runs."""
        await self._idle.wait()

    async def drain(self, within_s: float) -> None:
        """Refuses waiting jobs, asks running ones for the answer they have, and waits for them to end."""
        self._draining = True
        for job in [job for _, queue in self._queues() for job in queue]:
            self._refuse(job, Draining("the server closes down", retry_ms=100))
        for job in self._running:
            (job.answer_now or job.abandon)()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), within_s)

    def close(self, within_s: float = 0.0) -> None:
        """Ends the threads after their jobs, and waits at most `within_s` for each. To close again does nothing."""
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
        if self._queued < self._queue_jobs:
            return
        heaviest = self._heaviest(job)
        full = Busy("the queue is full", retry_ms=max(wait, LEAST_RETRY_MS))
        if heaviest is None:
            raise full
        self._refuse(heaviest, full)

    def _wait_ms(self, job: Job[Any], now: float) -> float:
        """How long this job would wait if all before it were cut as short as allowed. No other key has more before it
        than its own key has."""
        if self._free >= job.threads and self._queued == 0:
            return 0.0
        own = math.fsum(other.least_ms for other in self._jobs_of(job.key) if other.rank <= job.rank)
        others = (self._waiting_ms(key) for key in self._waiting if key != job.key)
        before = own + math.fsum(min(theirs, own + job.least_ms) for theirs in others)
        busy = [self._left_ms(other, job.key, now) for other in self._running for _ in range(other.threads)]
        busy = sorted([*busy, *[0.0] * self._free])
        return max(_free_after(busy, before), busy[job.threads - 1])

    def _left_ms(self, running: Job[Any], key: str, now: float) -> float:
        """About how long a running job will keep its cores from the jobs of a key."""
        needs = running.asked_ms if key == running.key and not running.timed else running.floor_ms
        return max(0.0, needs - (now - running.started_at) * 1000)

    def _heaviest(self, newcomer: Job[Any]) -> Job[Any] | None:
        """The last job in the lowest class of the key that has most waiting, if that is more than the newcomer's key
        would have."""
        weights = {key: self._waiting_ms(key) for key in self._waiting}
        heaviest = max(weights, key=lambda key: weights[key])
        if weights[heaviest] <= weights.get(newcomer.key, 0.0) + newcomer.least_ms:
            return None
        return self._waiting[heaviest][max(self._waiting[heaviest])][-1]

    def _refuse(self, job: Job[Any], why: Exception) -> None:
        self._dequeue(job)
        if job.done is not None and not job.done.done():
            job.done.set_exception(why)

    def _queues(self) -> Iterable[tuple[Rank, deque[Job[Any]]]]:
        return (queue for ranks in self._waiting.values() for queue in ranks.items())

    def _jobs_of(self, key: str) -> Iterable[Job[Any]]:
        return itertools.chain.from_iterable(self._waiting.get(key, {}).values())

    def _waiting_ms(self, key: str) -> float:
        return math.fsum(job.least_ms for job in self._jobs_of(key))

    def _enqueue(self, job: Job[Any], again: bool = False) -> None:
        """Puts a new job at the end of its queue, and one that goes on at its head."""
        queue = self._waiting.setdefault(job.key, {}).setdefault(job.rank, deque())
        (queue.appendleft if again else queue.append)(job)
        self._queued += 1

    def _dequeue(self, job: Job[Any]) -> None:
        ranks = self._waiting.get(job.key, {})
        queue = ranks.get(job.rank)
        if queue is None or job not in queue:
            return
        queue.remove(job)
        self._queued -= 1
        if not queue:
            del ranks[job.rank]
        if not ranks:
            del self._waiting[job.key]

    def _end_wait(self, job: Job[Any]) -> None:
        """Refuses a job that waited too long for its first turn."""
        if job.granted is NOT_YET:
            self._dequeue(job)
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
        if self._queued or self._room_timer is not None:
            self._start_next()
            self._make_room()

    def _start_next(self) -> None:
        while self._free and self._queued:
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
        held = self._account(job.key).memory_mib
        return not (held and job.memory_mib) or held + job.memory_mib <= self._memory_mib - RESERVE_MIB

    def _next(self, now: float) -> Job[Any]:
        """The next job. A job that waits for memory of its own key is next only if no other waits."""
        heads = [[queue[0] for queue in ranks.values()] for ranks in self._waiting.values()]
        able = [some for own in heads if (some := [job for job in own if self._leaves_reserve(job)])]
        own = min(able or heads, key=lambda own: self._claim(own, now))
        return min(own, key=lambda job: (self._aged_rank(job, now), job.queued_at))

    def _aged_rank(self, job: Job[Any], now: float) -> int:
        waited_s = now - job.queued_at
        urgent = waited_s * 1000 >= IN_TIME * self._queue_wait_ms
        return 0 if urgent else max(0, job.rank - int(waited_s / self._ageing_s))

    def _claim(self, heads: Sequence[Job[Any]], now: float) -> tuple[int, float, float]:
        """The place of a key in the order: the lowest is next."""
        key, first = heads[0].key, min(job.queued_at for job in heads)
        account = self._account(key)
        without_s = 0.0 if account.cores else now - max(first, account.without_since)
        return -int(without_s / self._ageing_s), self._used(key), first

    def _start(self, job: Job[Any], now: float) -> None:
        self._dequeue(job)
        grant = job.granted = self._grant(job, now)
        account, self._start_level = self._account(job.key), self._used(job.key)
        job.charged_ms = (grant.time_ms or job.asked_ms) * job.threads
        account.used = self._start_level + job.charged_ms
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

    def _make_room(self) -> None:
        """Ends a running job above its floor once the next in line has waited for its share."""
        if self._room_timer is not None:
            self._room_timer.cancel()
            self._room_timer = None
        if self._giving_way is not None or not self._queued:
            return
        now = self._loop.time()
        waits = self._next(now)
        job = self._next_to_give_way(waits, now)
        if job is None:
            return
        patience_ms = min(max(waits.asked_ms, PATIENCE_MS) * self._share(job.key), IN_TIME * self._queue_wait_ms)
        due = max(waits.queued_at + patience_ms / 1000, job.started_at + job.floor_ms / 1000)
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
        return self._used(job.key) > self._used(waits.key)

    def _cut(self, job: Job[Any], must: bool) -> bool:
        if job.give_way is None or not job.give_way(must):
            return False
        job.granted = job.granted._replace(time_ms=(self._loop.time() - job.started_at) * 1000, shortened=True)
        return True

    def _share(self, key: str) -> float:
        """The share of what it asked that a job of this key gets while others wait."""
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
            account = self._accounts[key] = Account(self._start_level)
        return account

    def _used(self, key: str) -> float:
        """What a key was granted. A key that was away starts level with the others."""
        return max(self._account(key).used, self._start_level)

    def _charge(self, job: Job[Any], now: float) -> None:
        """Frees what the job held, and charges its key for the time that it took."""
        account = self._account(job.key)
        account.used += (now - job.started_at) * 1000 * job.threads - job.charged_ms
        account.cores -= job.threads
        account.memory_mib -= job.memory_mib
        account.without_since = now
        self._free += job.threads
        self._memory_used -= job.memory_mib
        if len(self._accounts) > MOST_KEYS:
            held = self._accounts.items()
            self._accounts = {
                key: account for key, account in held if account.cores or account.used > self._start_level
            }

    # Threads --------------------------------------------------------------------------------------------------

    def _hand_over(self, order: tuple[Job[Any], Grant] | None) -> None:
        """Wakes a thread through a pipe. To write there releases the interpreter's lock, which the thread needs first.
        A queue would wake it only to wait for that lock."""
        self._inbox.append(order)
        os.write(self._wake_write, b"!")

    def _serve_thread(self) -> None:
        while os.read(self._wake_read, 1) and (order := self._inbox.popleft()) is not None:
            release = self._run_job(*order)
            del order  # an idle thread keeps no search alive
            if not self._taking_next:
                with contextlib.suppress(BrokenPipeError):  # the event loop is gone
                    os.write(self._report_write, b"!")
            if release:
                release()
                del release
        if next(self._ended) == self._slots:
            os.close(self._wake_read)
            os.close(self._wake_write)
            os.close(self._report_write)

    def _run_job(self, job: Job[Any], grant: Grant) -> Callable[[], None] | None:
        """Does the work. Returns how to free its memory, if that may take long."""
        try:
            self._outbox.append((job, job.work(grant), None))
        except Exception as error:
            self._outbox.append((job, None, error))
        return job.release if self._loop.time() - job.started_at > LONG_S else None

    def _read_reports(self) -> None:
        """Takes what threads report, through a pipe: the loop's call_soon_threadsafe takes longer."""
        if not os.read(self._report_read, 4096):  # all threads have ended
            self._loop.remove_reader(self._report_read)
            self._close_reports()
        self._take_results()

    def _take_results(self) -> None:
        while self._outbox:
            self._finished(*self._outbox.popleft())

    def _finished(self, job: Job[Any], result: Any, error: Exception | None) -> None:
        now = self._loop.time()
        self._running.discard(job)
        if self._giving_way is job:
            self._giving_way = None
        if job.limit is not None:
            job.limit.cancel()
        self._charge(job, now)
        wanted = job.done is not None and not job.done.done()
        if wanted and isinstance(error, Paused):
            job.asked_ms = max(job.asked_ms - (now - job.started_at) * 1000, job.floor_ms)
            self._enqueue(job, again=True)
        elif job.done is not None and wanted:
            if error is not None:
                job.done.set_exception(error)
            else:
                job.done.set_result(result)
        self._dispatch()
        if not self._running:
            self._idle.set()


def _free_after(busy: Sequence[float], work: float) -> float:
    """When a core is free after that much work. `busy` is how long each core is busy, in rising order."""
    level = 0.0
    for cores, (begin, end) in enumerate(itertools.pairwise([*busy, math.inf]), 1):
        level = begin + work / cores
        if level <= end:
            break
        work -= (end - begin) * cores
    return level
