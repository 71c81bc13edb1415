"""A core is free again soon after nobody waits for it any more, whatever the reason; bench.service has the figures."""
import asyncio
import gc
import statistics
import threading
import time
import weakref
from typing import NamedTuple

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from hunch.engines import load, wire
from hunch.search import advice as search
from hunch.search import exact
from hunch.search.solve import Remainder
from hunch.server import thinking
from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc, solver_pb2, solver_pb2_grpc
from tests.waiting import until

from .positions import some_request

TRIALS = 40
FREE_MS = 20
DRAINED_S = FREED_S = 60
ENDLESS = 10**8


def endless(**limits):
    request = some_request("goofspiel")
    request.limits.CopyFrom(advice_pb2.Limits(**(limits or {"iterations": ENDLESS})))
    return request


async def running(house):
    """Returns once the search has begun."""
    await until(lambda: house.server.services.pool.status().running, "a search runs")


async def call_ms(house):
    """What a call takes that asks for next to nothing."""
    start = time.perf_counter()
    await health_pb2_grpc.HealthStub(house.channel).Check(health_pb2.HealthCheckRequest())
    return (time.perf_counter() - start) * 1000


class Freed(NamedTuple):
    """Milliseconds from the cause till nothing ran any more."""

    took: float
    worked: float               # what the search threads had of the cores meanwhile: others on the machine do not count


class Since:
    """Counts from where it is made."""

    def __init__(self, house):
        self._pool = house.server.services.pool
        self._clocks = [time.pthread_getcpuclockid(thread.ident) for thread in self._pool._threads]
        self._start, self._worked = time.perf_counter(), self._cpu()

    def _cpu(self):
        return sum(map(time.clock_gettime, self._clocks))

    async def free(self):
        await asyncio.wait_for(self._pool.idle(), FREED_S)
        return Freed((time.perf_counter() - self._start) * 1000, (self._cpu() - self._worked) * 1000)


async def by_cancel(house):
    call = opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(endless())
    await asyncio.sleep(0)
    await running(house)
    since = Since(house)
    call.cancel()
    return await since.free()


async def by_deadline(house):
    since = Since(house)
    with pytest.raises(grpc.aio.AioRpcError):
        await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(endless(), timeout=0.015)
    took, worked = await since.free()
    return Freed(took - 15, worked - 15)


async def by_disconnect(house):
    async with grpc.aio.insecure_channel(house.address) as channel:
        call = opponent_pb2_grpc.OpponentServiceStub(channel).SuggestMove(endless())
        await asyncio.sleep(0)
        await running(house)
        since = Since(house)
    del call
    return await since.free()


async def by_stop(house):
    call = opponent_pb2_grpc.OpponentServiceStub(house.channel).StreamSuggestions()
    await call.write(opponent_pb2.StreamSuggestionsRequest(ask=endless(time_ms=20_000), interval_ms=10_000))
    await running(house)
    since = Since(house)
    await call.write(opponent_pb2.StreamSuggestionsRequest(stop=True))
    freed = await since.free()
    assert [answer.final async for answer in call][-1]
    return freed


async def by_drain(house):
    async def inside(other):
        call = opponent_pb2_grpc.OpponentServiceStub(other.channel).SuggestMove(endless(time_ms=20_000))
        await asyncio.sleep(0)
        await running(other)
        since = Since(other)
        await other.server.services.pool.drain(DRAINED_S)
        freed = await since.free()
        assert (await call).advice.stop_reason == advice_pb2.STOP_REASON_STOPPED
        return freed

    return await house.beside(inside)


CAUSES = [by_cancel, by_deadline, by_disconnect, by_stop, by_drain]


def times_of(served, cause, trials):
    """What it took in each trial, and what a call takes here."""

    async def talk(house):
        found = [(await call_ms(house), await cause(house)) for _ in range(trials)]
        return [freed for _, freed in found], min(call for call, _ in found)

    settings = {"most_iterations": ENDLESS, "most_time_ms": 3_600_000, "ledger": "sqlite://"}
    return served(talk, **settings)


@pytest.mark.parametrize("cause", CAUSES)
def test_the_core_is_free_soon_after(served, cause):
    """By what the search still had of the core; by the clock in the trial that was disturbed least. It takes a message
    to say so, which where Python is slow takes longer than the search does to end."""
    times, call = times_of(served, cause, TRIALS)
    assert statistics.median(one.worked for one in times) < FREE_MS + call
    assert min(one.took for one in times) < FREE_MS + call


@pytest.mark.long
@pytest.mark.parametrize("cause", CAUSES)
def test_the_core_is_free_soon_after_in_all_but_one_of_a_hundred(served, cause):
    """Of a machine that does nothing else."""
    times, _ = times_of(served, cause, 200)
    assert sorted(one.took for one in times)[197] < FREE_MS


GATHERED, ENDS = 5, 720**2          # solutions of goofspiel with six cards, and its ends


def solved(house, **more):
    rest = wire.encode(load("goofspiel", cards=6, prizes="descending").new())
    request = solver_pb2.SolvePositionRequest(position=advice_pb2.Position(state=rest), time_ms=60_000)
    return solver_pb2_grpc.SolverServiceStub(house.channel).SolvePosition(request, **more)


async def cancelled(house, call):
    call.cancel()


async def past_deadline(house, call):
    for job in house.server.services.pool._running:
        house.server.services.pool._late(job)


async def closed_down(house, call):
    await house.server.services.pool.drain(DRAINED_S)


@pytest.mark.parametrize("cause", [cancelled, past_deadline, closed_down])
@pytest.mark.parametrize("gathered", [True, False])
def test_a_solution_is_given_up_soon_after(served, cause, gathered, monkeypatch):
    """While its ends are gathered, and while it is improved; by what it still had of the core."""
    left = []

    class Followed(Remainder):
        def __init__(self, *args):
            left.append(weakref.ref(self))

    monkeypatch.setattr(exact, "Remainder", Followed)

    async def talk(house):
        left.clear()
        plain, call = await call_ms(house), solved(house)
        reading = asyncio.ensure_future(call.read())
        await until(lambda: left and left[-1]().leaf_count == ENDS, "its ends are gathered")
        await until(lambda: gathered or left[-1]().iterations, "it is improved")
        since = Since(house)
        await cause(house, call)
        freed = await since.free()
        reading.cancel()
        return freed.worked, plain

    found = [served(talk, most_time_ms=60_000, ledger="sqlite://") for _ in range(GATHERED)]
    answers = cause is closed_down                      # so it goes over the whole once more, to say how good it is
    worked, calls = zip(*found, strict=True)
    assert min(worked) < (3 * FREE_MS if answers else FREE_MS) + min(calls)


def test_a_hint_that_nobody_waits_for_looks_for_no_reasons(served, monkeypatch):
    asked = []
    monkeypatch.setattr(thinking.Thought, "why", lambda *about: asked.append(about))

    async def talk(house):
        move = endless()
        request = opponent_pb2.GetHintRequest(position=move.position, limits=move.limits)
        call = opponent_pb2_grpc.OpponentServiceStub(house.channel).GetHint(request)
        await asyncio.sleep(0)
        await running(house)
        call.cancel()
        await asyncio.wait_for(house.server.services.pool.idle(), FREED_S)

    served(talk, most_iterations=ENDLESS, most_time_ms=3_600_000, ledger="sqlite://")
    assert not asked


@pytest.mark.parametrize("cause", CAUSES)
def test_nothing_keeps_a_search_that_is_over(served, cause, monkeypatch):
    """Its memory goes back when it ends, not when Python next looks for what only refers to itself."""
    alive, begun = weakref.WeakSet(), []

    class Followed(search.Search):
        def __init__(self, *args, **more):
            super().__init__(*args, **more)
            alive.add(self)
            begun.append(1)

    monkeypatch.setattr(search, "Search", Followed)

    async def talk(house):
        gc.disable()
        try:
            while not begun:                            # a deadline may pass before it begins
                await cause(house)
            await until(lambda: not alive, "the search is freed", FREED_S)
        finally:
            gc.enable()

    served(talk, most_iterations=ENDLESS, most_time_ms=3_600_000, ledger="sqlite://")


def test_when_the_server_closes_down_running_searches_answer(served):
    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        call = stub.SuggestMove(endless(time_ms=20_000))
        await asyncio.sleep(0)
        await running(house)
        start = time.perf_counter()
        stopping = asyncio.ensure_future(house.server.stop())
        answer = await call
        took = (time.perf_counter() - start) * 1000
        await stopping
        return answer, took

    answer, took = served(talk)
    assert answer.advice.stop_reason == advice_pb2.STOP_REASON_STOPPED
    assert answer.advice.play.moves
    assert took < 10_000            # half of what it was to think


WITHIN_S, BEFORE_MS = 30.0, 29_000
"""A deadline, and how long before it an answer is to come: wider than settings may be, as others may have the cores."""


def test_an_answer_comes_shortly_before_the_deadline(served):
    async def talk(house):
        object.__setattr__(house.server.config, "answer_before_ms", BEFORE_MS)
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(
            endless(time_ms=20_000, memory_mib=8), timeout=WITHIN_S
        )

    answer = served(talk)
    assert answer.advice.stop_reason == advice_pb2.STOP_REASON_TIME
    assert answer.timing.shortened
    assert answer.timing.granted_ms < WITHIN_S * 1000 - BEFORE_MS + 100


def test_a_hint_comes_before_the_deadline_with_its_reasons(served, monkeypatch):
    monkeypatch.setattr(thinking, "WHY_MS", BEFORE_MS)
    asked = endless(time_ms=20_000, memory_mib=8)
    request = opponent_pb2.GetHintRequest(position=asked.position, limits=asked.limits)

    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).GetHint(request, timeout=WITHIN_S)

    answer = served(talk)
    assert answer.reasons
    assert answer.timing.granted_ms < WITHIN_S * 1000 - BEFORE_MS


def test_a_long_search_is_freed_by_its_own_thread(served, monkeypatch):
    """Tens of MiB take milliseconds to free, and the event loop serves everybody."""
    freed_by = []

    class Followed(search.Search):
        def __init__(self, *args, **more):
            super().__init__(*args, **more)
            weakref.finalize(self, lambda: freed_by.append(threading.current_thread().name))

    monkeypatch.setattr(search, "Search", Followed)

    async def talk(house):
        await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(endless(time_ms=100))
        await until(lambda: freed_by, "the search is freed", FREED_S)

    served(talk, most_iterations=ENDLESS, most_time_ms=3_600_000, ledger="sqlite://")
    assert freed_by == ["search-0"]
