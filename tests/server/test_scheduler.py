"""Admission without grpc: order, fairness, shortening, refusal, memory, deadlines."""

import asyncio
import functools
import sys
import threading
import time

import pytest

from hunch.server.errors import Busy, Draining, Expired, TooMuch
from hunch.server.jobs import Job, Paused, Rank
from hunch.server.scheduler import RESERVE_MIB, Scheduler, _free_after
from tests.support.simulated import call, simulated, within
from tests.support.waiting import HANGS_S


def pooled(talk, slots=1, queue_jobs=100, queue_wait_ms=1e9, ageing_ms=1000, memory_mib=1000):
    settings = slots, queue_jobs, queue_wait_ms, ageing_ms, memory_mib
    return asyncio.run(asyncio.wait_for(within(Scheduler, talk, *settings), HANGS_S))


def job(work=lambda grant: grant, **more):
    return Job(work=work, **more)


async def occupied(scheduler, key="other", **more):
    """A job that holds a core until its flag is raised."""
    flag, begun = threading.Event(), threading.Event()

    def hold(grant):
        begun.set()
        flag.wait()

    task = asyncio.ensure_future(scheduler.run(job(hold, abandon=flag.set, key=key, **more)))
    assert await asyncio.to_thread(begun.wait, HANGS_S)
    return flag, task


def order_of(jobs, **settings):
    """The names of jobs that all wait for the same core, in the order they got it."""

    async def talk(scheduler):
        flag, first = await occupied(scheduler)
        done = []
        tasks = []
        for name, facts in jobs:
            work = functools.partial(lambda name, grant: done.append(name), name)
            tasks.append(asyncio.ensure_future(scheduler.run(job(work, **facts))))
            await asyncio.sleep(0)
        flag.set()
        await asyncio.gather(first, *tasks)
        return done

    return pooled(talk, **settings)


def test_moves_come_before_hints_and_hints_before_analysis():
    jobs = [("analysis", {"rank": Rank.ANALYSIS}), ("hint", {"rank": Rank.HINT}), ("move", {"rank": Rank.MOVE})]
    assert order_of(jobs) == ["move", "hint", "analysis"]


def finished(jobs, wait_ms=0.0, slots=1, queue_wait_ms=1e9):
    """The names of jobs in the order they ended, all come while the cores are held for so long."""

    async def talk(scheduler):
        done, tasks = [], []

        async def one(name, **facts):
            await scheduler.run(job(**facts))
            done.append(name)

        tasks = [asyncio.ensure_future(scheduler.run(job(key="other", asked_ms=wait_ms))) for _ in range(slots)]
        for after_ms, name, facts in jobs:
            await asyncio.sleep(after_ms / 1000)
            tasks.append(asyncio.ensure_future(one(name, **facts)))
        await asyncio.gather(*tasks)
        return done

    return simulated(talk, slots, queue_wait_ms=queue_wait_ms, ageing_ms=1_000)


def test_waiting_lifts_a_job_over_a_class_that_matters_more():
    jobs = [(0, "old", {"rank": Rank.ANALYSIS}), (1_999, "new", {"rank": Rank.MOVE})]
    assert finished(jobs, 1_999.5) == ["new", "old"]
    assert finished(jobs, 2_000.5) == ["old", "new"]


def test_waiting_lifts_no_job_over_those_of_a_key_that_used_less():
    jobs = [(0, f"hog {i}", {"key": "hog", "asked_ms": 1_500.0}) for i in range(4)]
    jobs.append((3_100, "quiet", {"key": "quiet", "asked_ms": 1.0}))
    assert finished(jobs) == ["hog 0", "hog 1", "hog 2", "quiet", "hog 3"]


def test_the_key_that_used_less_comes_first_however_much_another_asks():
    jobs = [(0, "hog", {"key": "hog", "asked_ms": 5.0})] * 3 + [(0, "quiet", {"key": "quiet", "asked_ms": 0.1})] * 2
    assert finished(jobs) == ["hog", "quiet", "quiet", "hog", "hog"]


def test_a_full_queue_makes_room_for_a_key_that_has_less_in_it():
    async def talk(scheduler):
        flag, first = await occupied(scheduler)
        hog = [asyncio.ensure_future(scheduler.run(job(key="hog"))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as refused:
            await scheduler.run(job(key="hog"))
        quiet = asyncio.ensure_future(scheduler.run(job(key="quiet")))
        await asyncio.sleep(0)
        flag.set()
        results = await asyncio.gather(first, *hog, quiet, return_exceptions=True)
        return refused.value.retry_ms, results

    retry_ms, results = pooled(talk, queue_jobs=3)
    assert retry_ms > 0
    assert [isinstance(result, Busy) for result in results] == [False, False, False, True, False]


def grants_after(wait_ms, jobs):
    """What each of these jobs is granted that all waited so long."""

    async def talk(scheduler):
        held = asyncio.ensure_future(scheduler.run(job(key="other", asked_ms=wait_ms)))
        tasks = [
            asyncio.ensure_future(scheduler.run(job(timed=True, key=f"k{i}", **facts))) for i, facts in enumerate(jobs)
        ]
        await held
        return await asyncio.gather(*tasks)

    return simulated(talk, queue_wait_ms=1e9)


def test_thinking_is_shortened_by_who_waits_and_by_what_was_waited():
    grants = grants_after(0.0, [{"asked_ms": 1_000.0, "floor_ms": 10.0}] * 6)
    assert [round(grant.time_ms) for grant in grants] == [167, 200, 250, 333, 50, 10]
    assert all(grant.shortened for grant in grants)


@pytest.mark.parametrize(("asked_ms", "left_ms"), [(1_000.0, 920), (120.0, 40), (100.0, 30), (20.0, 20)])
def test_what_was_waited_is_taken_off_thinking_but_not_below_its_floor(asked_ms, left_ms):
    (grant,) = grants_after(80.0, [{"asked_ms": asked_ms, "floor_ms": 30.0}])
    assert round(grant.time_ms) == left_ms
    assert round(grant.queue_ms) == 80


def test_what_a_call_waited_before_is_taken_off_its_thinking_too():
    (grant,) = grants_after(30.0, [{"asked_ms": 100.0, "floor_ms": 10.0, "waited_ms": 50.0}])
    assert round(grant.time_ms) == 20
    assert round(grant.queue_ms) == 80


def test_of_a_class_the_call_comes_first_that_has_waited_longest_in_all():
    names = {"first": 0.0, "second": 0.0, "prepared": 60_000.0, "prepared later": 30_000.0, "last": 0.0}
    order = order_of([(name, {"waited_ms": waited}) for name, waited in names.items()])
    assert order == ["prepared", "prepared later", "first", "second", "last"]


def test_what_a_call_waited_before_lifts_it_over_no_class_and_refuses_it_no_sooner():
    hint, move = {"rank": Rank.HINT, "waited_ms": 60_000.0}, {"rank": Rank.MOVE}
    assert order_of([("hint", hint), ("move", move)]) == ["move", "hint"]

    async def talk(scheduler):
        busy = asyncio.ensure_future(scheduler.run(job(asked_ms=900.0)))
        await asyncio.sleep(0)
        return await scheduler.run(job(waited_ms=900.0)), await busy

    assert simulated(talk, queue_wait_ms=1_000)


def test_who_asks_for_long_lets_others_go_first_for_a_tenth_of_that():
    """Of any key and class, and no longer than a tenth of the longest wait."""
    long, short = {"key": "quiet", "asked_ms": 600.0}, {"key": "hog", "asked_ms": 100.0, "rank": Rank.ANALYSIS}
    jobs = [(0, "long", long), (0, "short", short)]
    assert finished(jobs, 49.0) == ["short", "long"]
    assert finished(jobs, 51.0) == ["long", "short"]
    for wait_ms, order in ((99.0, ["short", "longest"]), (101.0, ["longest", "short"])):
        longest = {**long, "asked_ms": 60_000.0, "timed": True, "deadline": 0.3, "margin_ms": 1.0}
        asked = [(0, "longest", longest), (0, "short", short)]
        assert finished(asked, wait_ms, queue_wait_ms=1_000) == order


def test_a_search_gives_way_at_once_to_a_call_that_has_waited_for_its_share():
    async def talk(scheduler):
        long = asyncio.ensure_future(call(scheduler, "", 10_000.0, 20.0))
        await asyncio.sleep(1.0)
        fresh = await call(scheduler, "", 100.0, 20.0, waited_ms=50.0)
        return await long, fresh

    long, fresh = simulated(talk)
    assert long.took_ms == pytest.approx(1_000.0)
    assert fresh.took_ms == pytest.approx(50.0)


def test_what_runs_in_slices_waits_only_in_between():
    async def talk(scheduler):
        sliced = job(asked_ms=30.0, floor_ms=10.0)
        left = [Paused(), Paused(), None]
        scheduler.lasts[sliced], scheduler.pauses[sliced] = 10.0, lambda: left.pop(0)
        other = asyncio.ensure_future(scheduler.run(job(asked_ms=25.0)))
        await asyncio.sleep(0)
        await asyncio.gather(other, scheduler.run(sliced))
        return sliced.granted.queue_ms

    assert simulated(talk) == pytest.approx(25.0)


def gives_way(monkeypatch, runs, waits):
    """Whether a running job is asked to give way as soon as an urgent one comes."""
    monkeypatch.setattr("hunch.server.scheduler.PATIENCE_MS", 0.0)

    async def talk(scheduler):
        asked = []
        facts = {"timed": True, "asked_ms": 10.0, **runs}
        flag, first = await occupied(scheduler, give_way=lambda must: not asked.append(1), **facts)
        second = asyncio.ensure_future(scheduler.run(job(asked_ms=0.0, **waits)))
        await asyncio.sleep(0)
        was_asked = bool(asked)
        flag.set()
        await asyncio.gather(first, second)
        return was_asked

    return pooled(talk)


@pytest.mark.parametrize("runs", Rank)
@pytest.mark.parametrize("waits", Rank)
def test_a_search_gives_way_to_what_matters_as_much_to_its_own_key(runs, waits, monkeypatch):
    runs = {"rank": runs, "floor_ms": 0.0, "key": "own"}
    assert gives_way(monkeypatch, runs, {"rank": waits, "key": "own"}) == (runs["rank"] >= waits)


@pytest.mark.parametrize("runs", Rank)
@pytest.mark.parametrize("waits", Rank)
@pytest.mark.parametrize("timed", [True, False])
def test_a_search_gives_way_to_a_key_that_was_granted_less_whatever_its_class(runs, waits, timed, monkeypatch):
    assert gives_way(monkeypatch, {"rank": runs, "floor_ms": 0.0, "timed": timed}, {"rank": waits, "key": "quiet"})


def test_a_count_does_not_give_way_to_its_own_key(monkeypatch):
    assert not gives_way(monkeypatch, {"floor_ms": 0.0, "timed": False, "key": "own"}, {"key": "own"})


def test_a_search_does_not_give_way_to_a_key_that_was_granted_more():
    async def talk(scheduler):
        await scheduler.run(job(key="greedy", asked_ms=400.0))
        asked = []
        runs = job(key="frugal", asked_ms=200.0, floor_ms=1.0, give_way=lambda must: bool(asked.append(1)))
        both = [asyncio.ensure_future(scheduler.run(one)) for one in (runs, job(key="greedy"))]
        await asyncio.gather(*both)
        return asked

    assert simulated(talk) == []


def test_a_search_below_its_floor_does_not_give_way(monkeypatch):
    assert not gives_way(monkeypatch, {"floor_ms": 1e6}, {"key": "quiet"})


def test_a_long_analysis_ends_when_a_move_has_waited_for_its_share():
    async def talk(scheduler):
        flag, begun = threading.Event(), threading.Event()

        def analyse(grant):
            begun.set()
            flag.wait()

        def give_way(must):  # when it is asked for the third time
            refused.append(1)
            if len(refused) == 3:
                flag.set()
            return flag.is_set()

        refused = []
        long = job(analyse, timed=True, rank=Rank.ANALYSIS, asked_ms=1e6, floor_ms=1.0, give_way=give_way)
        analysis = asyncio.ensure_future(scheduler.run(long))
        assert await asyncio.to_thread(begun.wait, HANGS_S)
        move = await scheduler.run(job(timed=True, asked_ms=100.0, floor_ms=1.0))
        await analysis
        return long.granted, move

    long, move = pooled(talk)
    assert long.shortened
    assert 0 < long.time_ms < 1e6
    assert move.queue_ms >= 50.0  # half of what it asked: one runs, one waits


@pytest.mark.parametrize("slots", [1, 2, 4])
def test_counts_of_one_key_hold_all_cores_only_while_no_other_key_waits(slots):
    """Each time another key moves, one of them ends; the others are made in full."""

    async def talk(scheduler):
        hogs = [job(key="hog", asked_ms=20_000.0, floor_ms=50.0) for _ in range(slots)]
        for hog in hogs:
            hog.give_way = lambda must, hog=hog: scheduler.cut(hog)
        running = [asyncio.ensure_future(scheduler.run(hog)) for hog in hogs]
        await asyncio.sleep(1.0)
        moves = [await call(scheduler, "quiet", 100.0, 20.0) for _ in range(20)]
        await asyncio.gather(*running)
        return moves, [hog.granted.shortened for hog in hogs]

    moves, cut = simulated(talk, slots)
    assert max(move.took_ms for move in moves) <= 150.0
    assert all(move.grant for move in moves)
    assert sum(cut) == 1


def test_what_runs_counts_in_the_wait_of_its_own_key():
    async def talk(scheduler):
        running = asyncio.ensure_future(scheduler.run(job(key="hog", asked_ms=5_000.0, give_way=lambda must: False)))
        await asyncio.sleep(1.0)
        with pytest.raises(Busy) as refused:
            await scheduler.run(job(key="hog"))
        assert (scheduler._loop.time(), refused.value.retry_ms) == (1.0, 3_500.0)
        await asyncio.sleep(3.5)
        await asyncio.gather(running, scheduler.run(job(key="hog")))

    simulated(talk)


@pytest.mark.parametrize(
    ("busy", "work", "free"),
    [
        ([0.0, 5.0], 0.0, 0.0),
        ([3.0, 5.0], 0.0, 3.0),
        ([3.0, 5.0], 2.0, 5.0),
        ([3.0, 5.0], 4.0, 6.0),
        ([3.0], 4.0, 7.0),
        ([0.0, 100.0], 40.0, 40.0),
        ([1.0, 1.0, 4.0], 9.0, 5.0),
    ],
)
def test_the_wait_is_until_a_core_is_free_after_what_comes_before(busy, work, free):
    assert _free_after(busy, work) == pytest.approx(free)


def test_long_work_gives_way_before_what_waits_for_it_is_refused():
    async def talk(scheduler):
        return await asyncio.gather(*(call(scheduler, "own", 20_000.0, 50.0) for _ in range(4)))

    calls = simulated(talk, slots=2)
    assert all(one.grant for one in calls)
    assert [one.grant.shortened for one in calls].count(True) >= 2


def test_what_has_waited_too_long_is_refused_though_it_was_reckoned_to_wait_less():
    async def talk(scheduler):
        slow = job(key="hog", asked_ms=10.0)
        scheduler.lasts[slow] = 5_000.0
        running = asyncio.ensure_future(scheduler.run(slow))
        await asyncio.sleep(0.5)
        with pytest.raises(Busy) as refused:
            await scheduler.run(job(key="quiet"))
        assert (scheduler._loop.time(), len(scheduler._waiting)) == (1.5, 0)
        await running
        return refused.value.retry_ms

    assert simulated(talk) >= 50.0


@pytest.mark.parametrize("asked_ms", [100.0, 60_000.0])
def test_a_count_that_is_slower_than_reckoned_ends_when_its_time_is_over(asked_ms):
    async def talk(scheduler):
        slow = job(key="hog", asked_ms=asked_ms, most_ms=30_000.0)
        slow.give_way = lambda must: must and scheduler.cut(slow)
        scheduler.lasts[slow] = 300_000.0
        await scheduler.run(slow)
        assert not scheduler._loop._scheduled
        return scheduler._loop.time(), slow.granted

    ended, granted = simulated(talk)
    assert (ended, granted.shortened, granted.time_ms) == (30.0, True, 30_000.0)


def test_a_search_in_iterations_is_never_shortened_by_its_own_key():
    async def talk(scheduler):
        flag, _ = await occupied(scheduler)
        jobs = [asyncio.ensure_future(scheduler.run(job(asked_ms=100.0))) for _ in range(3)]
        await asyncio.sleep(0)
        flag.set()
        return await asyncio.gather(*jobs)

    assert not any(grant.shortened or grant.time_ms for grant in pooled(talk))


def test_thinking_ends_before_the_deadline():
    async def talk(scheduler):
        deadline = asyncio.get_running_loop().time() + 0.5
        return await scheduler.run(job(timed=True, asked_ms=10_000.0, deadline=deadline, margin_ms=30.0))

    grant = simulated(talk)
    assert grant.time_ms == pytest.approx(470.0)
    assert grant.shortened


def test_what_would_wait_too_long_is_refused_at_once():
    async def talk(scheduler):
        flag, first = await occupied(scheduler)
        waiting = [asyncio.ensure_future(scheduler.run(job(asked_ms=400_000.0))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await scheduler.run(job(asked_ms=400_000.0))
        with pytest.raises(Busy):
            await scheduler.run(job(deadline=time.monotonic() + 200))
        flag.set()
        await asyncio.gather(first, *waiting)

    pooled(talk, queue_wait_ms=700_000)


def test_jobs_that_expire_while_they_wait_never_start():
    async def talk(scheduler):
        flag, first = await occupied(scheduler)
        begun = []
        late = asyncio.ensure_future(
            scheduler.run(job(lambda grant: begun.append(1), floor_ms=0.0, deadline=time.monotonic() + 0.05))
        )
        with pytest.raises(Expired):
            await late
        cancelled = asyncio.ensure_future(scheduler.run(job(lambda grant: begun.append(2))))
        await asyncio.sleep(0)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        flag.set()
        await first
        with pytest.raises(Expired):
            await scheduler.run(job(deadline=time.monotonic() - 1))
        return begun

    assert pooled(talk) == []


def test_the_memory_of_running_searches_stays_under_its_cap():
    async def talk(scheduler):
        with pytest.raises(TooMuch):
            await scheduler.run(job(memory_mib=101))
        flag, first = await occupied(scheduler, memory_mib=60)
        others = [asyncio.ensure_future(scheduler.run(job(memory_mib=60))) for _ in range(3)]
        await asyncio.sleep(0)
        crowded = scheduler.status()
        flag.set()
        await asyncio.gather(first, *others)
        return crowded, scheduler.status()

    crowded, empty = pooled(talk, slots=4, memory_mib=100)
    assert (crowded.running, crowded.memory_mib) == (1, 60)
    assert (empty.running, empty.memory_mib) == (0, 0)


def test_a_key_leaves_memory_for_a_search_of_another():
    async def talk(scheduler):
        first = asyncio.ensure_future(scheduler.run(job(key="hog", memory_mib=500, asked_ms=3_000.0)))
        await asyncio.sleep(0)
        second = asyncio.ensure_future(scheduler.run(job(key="hog", memory_mib=500, asked_ms=3_000.0)))
        await asyncio.sleep(0)
        moves = [await call(scheduler, "quiet", 100.0, 20.0, memory_mib=RESERVE_MIB) for _ in range(5)]
        await asyncio.gather(first, second)
        return [move.took_ms for move in moves], scheduler._loop.time()

    took, ended = simulated(talk, slots=3, queue_wait_ms=1e9, memory_mib=1_000)
    assert took == pytest.approx([100.0] * 5, rel=0.5)
    assert ended == pytest.approx(6.0)  # the second had to wait, and did not starve


def test_what_holds_memory_that_another_key_waits_for_gives_way():
    async def talk(scheduler):
        asked = []
        large, small = (job(key="hog", memory_mib=mib, asked_ms=3_000.0, floor_ms=50.0) for mib in (100, 0))
        for one in (large, small):
            one.give_way = lambda must, one=one: not asked.append(one.memory_mib) and scheduler.cut(one)
        hogs = [asyncio.ensure_future(scheduler.run(one)) for one in (small, large)]
        await asyncio.sleep(1.0)
        move = await call(scheduler, "quiet", 100.0, 20.0, memory_mib=RESERVE_MIB)
        await asyncio.gather(*hogs)
        return move, asked

    move, asked = simulated(talk, slots=3, memory_mib=100)
    assert move.took_ms <= 200.0
    assert asked == [100]


def test_a_search_of_several_threads_is_not_overtaken():
    async def talk(scheduler):
        flag, first = await occupied(scheduler)
        done = []
        wide = asyncio.ensure_future(scheduler.run(job(lambda grant: done.append("wide"), threads=2)))
        await asyncio.sleep(0)
        narrow = asyncio.ensure_future(scheduler.run(job(lambda grant: done.append("narrow"))))
        await asyncio.sleep(0)
        assert sum(scheduler.status().queued.values()) == 2
        flag.set()
        await asyncio.gather(first, wide, narrow)
        with pytest.raises(TooMuch):
            await scheduler.run(job(threads=3))
        return done

    assert pooled(talk, slots=2) == ["wide", "narrow"]


def test_accounts_that_owe_nothing_are_forgotten(monkeypatch):
    monkeypatch.setattr("hunch.server.accounts.MOST_KEYS", 3)

    async def talk(scheduler):
        for i in range(50):
            await scheduler.run(job(key=f"key{i}", asked_ms=i))
            await scheduler.run(job(key="old", asked_ms=100))
        return scheduler._accounts

    assert len(simulated(talk)) <= 4


def test_what_stood_behind_a_job_that_is_given_up_begins_at_once():
    async def talk(scheduler):
        flag, first = await occupied(scheduler)
        wide = asyncio.ensure_future(scheduler.run(job(threads=2)))
        await asyncio.sleep(0)
        narrow = asyncio.ensure_future(scheduler.run(job(lambda grant: "narrow")))
        await asyncio.sleep(0)
        wide.cancel()
        assert await narrow == "narrow"
        flag.set()
        await first

    pooled(talk, slots=2)


def test_another_thread_reads_the_load_while_jobs_come_and_go():
    async def talk(scheduler):
        flag, first = await occupied(scheduler)
        looks, over = 0, threading.Event()

        def look():
            nonlocal looks
            while not over.is_set():
                assert scheduler.status().running == 1
                looks += 1

        looking = asyncio.ensure_future(asyncio.to_thread(look))
        for _ in range(100):
            tasks = [asyncio.ensure_future(scheduler.run(job(key=str(key)))) for key in range(20)]
            await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        over.set()
        await looking
        flag.set()
        await first
        return looks

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        assert pooled(talk) > 0
    finally:
        sys.setswitchinterval(usual)


def test_draining_refuses_what_waits_and_stops_what_runs():
    async def talk(scheduler):
        flag, first = await occupied(scheduler)
        waiting = asyncio.ensure_future(scheduler.run(job()))
        await asyncio.sleep(0)
        await scheduler.drain(60)
        assert flag.is_set()
        await first
        with pytest.raises(Draining):
            await waiting
        with pytest.raises(Draining):
            await scheduler.run(job())

    pooled(talk)


def test_what_work_raises_reaches_its_caller():
    async def talk(scheduler):
        def broken(grant):
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await scheduler.run(job(broken))
        return await scheduler.run(job(lambda grant: "fine"))

    assert pooled(talk) == "fine"


@pytest.mark.parametrize("slots", [1, 2])
def test_no_result_is_lost_whether_it_is_there_before_or_after_the_loop_looks(slots):
    """Work that is over at once, that the loop overtakes, and that it waits for, from several sides."""
    lasts = (0.0, 2e-5, 2e-4, 2e-3)

    async def asks(scheduler, first):
        for number in range(first, first + 200):
            work = functools.partial(lambda number, grant: time.sleep(lasts[number % 4]) or number, number)
            assert await scheduler.run(job(work)) == number
            await asyncio.sleep(lasts[number % 3])

    async def talk(scheduler):
        await asyncio.gather(*(asks(scheduler, first) for first in range(3)))
        return scheduler.status()

    assert pooled(talk, slots=slots).running == 0
