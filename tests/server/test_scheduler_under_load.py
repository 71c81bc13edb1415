"""Far more asked than the cores can do, in time that is reckoned and not measured, so that every figure is exact."""

import asyncio
import random
import statistics

import pytest

from hunch.server.jobs import Job, Rank
from loadtest.figures import percentile
from tests.support.simulated import arrivals, call, simulated

CORES, ASKED_MS, FLOOR_MS, SECONDS = 2, 100.0, 20.0, 30
CAPACITY = CORES * 1000 / ASKED_MS  # calls a second that can think as long as they asked
FLOORS_ALLOW = CORES * 1000 / FLOOR_MS  # and as short as they may


@pytest.mark.parametrize(
    ("load", "most_p99_ms", "least_thinking_ms"),
    [(0.5, 101, 100), (1, 101, 70), (2, 101, 45), (3, 101, 25), (6, 1_100, 20)],
)
def test_thinking_is_shortened_before_anybody_is_refused(load, most_p99_ms, least_thinking_ms):
    calls = simulated(lambda scheduler: arrivals(scheduler, "", load * CAPACITY, SECONDS, ASKED_MS, FLOOR_MS), CORES)
    answered = [one for one in calls if one.grant]
    refused = [one for one in calls if not one.grant]
    assert len(answered) >= 0.9 * min(len(calls), FLOORS_ALLOW * SECONDS)
    assert bool(refused) == (load * CAPACITY > FLOORS_ALLOW)
    assert all(one.retry_ms > 0 for one in refused)
    assert percentile([one.took_ms for one in answered], 0.99) <= most_p99_ms
    assert statistics.median(one.grant.time_ms for one in answered) >= least_thinking_ms - 1e-6
    assert min(one.grant.time_ms for one in answered) >= FLOOR_MS - 1e-6


@pytest.mark.parametrize("ageing_ms", [250, 1_000, 60_000])
@pytest.mark.parametrize("rank", [Rank.HINT, Rank.ANALYSIS])
def test_within_what_the_floors_allow_no_class_is_refused(rank, ageing_ms):
    """Moves take most of a core. What matters less comes late, but not too late."""

    async def talk(scheduler):
        moves = arrivals(scheduler, "", 0.75 * 1000 / FLOOR_MS, SECONDS, ASKED_MS, FLOOR_MS)
        others = arrivals(scheduler, "", 0.2 * 1000 / FLOOR_MS, SECONDS, ASKED_MS, FLOOR_MS, rank)
        return await asyncio.gather(moves, others)

    moves, others = simulated(talk, ageing_ms=ageing_ms)
    assert [one for one in (*moves, *others) if not one.grant] == []
    took = [percentile([one.took_ms for one in calls], 0.5) for calls in (moves, others)]
    assert took[0] < took[1]


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("share", [0.1, 0.25, 0.5])
def test_a_key_at_ten_times_its_load_moves_anothers_p99_by_at_most_twice_its_solo_value(cores, share):
    """Both ask for this share of the cores at first, then one of them for ten times that."""
    load = share * cores * 1000 / ASKED_MS

    def quiet(hogs_load):
        async def talk(scheduler):
            both = [arrivals(scheduler, "quiet", load, SECONDS)]
            both += [arrivals(scheduler, "hog", hogs_load, SECONDS)] if hogs_load else []
            return (await asyncio.gather(*both))[0]

        calls = simulated(talk, cores)
        assert all(one.grant for one in calls)
        return percentile([one.took_ms for one in calls], 0.99)

    assert quiet(10 * load) <= 2 * quiet(0)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_becomes_of_calls_the_accounts_are_even_at_the_end(seed):
    """Calls are given up while they wait, as they begin, while they run and as they end; others pass their deadline."""
    luck = random.Random(seed)

    async def one(scheduler):
        await asyncio.sleep(luck.random())
        job = Job(
            work=lambda grant: grant,
            key=f"key {luck.randrange(4)}",
            rank=Rank(luck.randrange(3)),
            asked_ms=luck.choice((0.0, 1.0, 30.0, 200.0)),
            floor_ms=luck.choice((0.0, 1.0, 5.0)),
            timed=luck.random() < 0.7,
            threads=luck.randint(1, 2),
            memory_mib=luck.choice((0, 40, 100)),
        )
        if luck.random() < 0.3:
            job.deadline = scheduler._loop.time() + luck.choice((0.0, 0.01, 0.2))
        job.give_way = luck.choice((None, lambda must: scheduler.cut(job), lambda must: False))
        call = asyncio.ensure_future(scheduler.run(job))
        if luck.random() < 0.5:
            await asyncio.sleep(luck.choice((0.0, 0.001, 0.03, luck.random())))
            call.cancel()
        await asyncio.gather(call, return_exceptions=True)

    async def talk(scheduler):
        await asyncio.gather(*(one(scheduler) for _ in range(150)))
        await scheduler.idle()
        return scheduler, scheduler.status()

    scheduler, status = simulated(talk, slots=2, queue_jobs=20, memory_mib=150)
    assert (status.running, status.memory_mib, sum(status.queued.values())) == (0, 0, 0)
    assert (scheduler._free, len(scheduler._waiting), scheduler._giving_way, scheduler._running) == (2, 0, None, set())
    assert not any(account.cores or account.memory_mib for account in scheduler._accounts._accounts.values())


def test_long_thoughts_that_are_soon_given_up_take_little_from_another_keys_moves():
    """Both keys want most of a core. Only one of them wants to know the answers."""
    floors_allow = 1000 / FLOOR_MS

    async def talk(scheduler):
        luck, given_up = random.Random(1), []
        calls = asyncio.ensure_future(arrivals(scheduler, "app", 0.75 * floors_allow, SECONDS, ASKED_MS, FLOOR_MS))
        while not calls.done():
            await asyncio.sleep(luck.expovariate(floors_allow))
            asked = call(scheduler, "storm", 10_000.0, FLOOR_MS)
            given_up.append(asyncio.ensure_future(asyncio.wait_for(asked, luck.uniform(0.0, 0.06))))
        await asyncio.gather(*given_up, return_exceptions=True)
        return await calls

    calls = simulated(talk, ageing_ms=1_000)
    assert all(one.grant for one in calls)
    assert percentile([one.took_ms for one in calls], 0.99) <= 2 * ASKED_MS
