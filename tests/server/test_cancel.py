"""A core is free again soon after nobody waits for it any more, whatever the reason; bench.service has the figures."""
import asyncio
import gc
import statistics
import threading
import time
import weakref

import grpc
import pytest

from hunch.engines import load, wire
from hunch.search import advice as search
from hunch.search import exact
from hunch.search.solve import Remainder
from hunch.server import thinking
from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc, solver_pb2, solver_pb2_grpc

from .positions import some_request

TRIALS = 40
FREE_MS = 20
ENDLESS = 10**8


def endless(**limits):
    request = some_request("goofspiel")
    request.limits.CopyFrom(advice_pb2.Limits(**(limits or {"iterations": ENDLESS})))
    return request


async def running(house):
    """Returns once the search has begun."""
    while not house.server.services.pool.standing().running:
        await asyncio.sleep(0)


async def freed(house):
    start = time.perf_counter()
    await asyncio.wait_for(house.server.services.pool.idle(), 5)
    return (time.perf_counter() - start) * 1000


async def by_cancel(house):
    call = opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(endless())
    await asyncio.sleep(0)
    await running(house)
    call.cancel()
    return await freed(house)


async def by_deadline(house):
    start = time.perf_counter()
    with pytest.raises(grpc.aio.AioRpcError):
        await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(endless(), timeout=0.015)
    await asyncio.wait_for(house.server.services.pool.idle(), 5)
    return (time.perf_counter() - start) * 1000 - 15


async def by_disconnect(house):
    async with grpc.aio.insecure_channel(house.address) as channel:
        call = opponent_pb2_grpc.OpponentServiceStub(channel).SuggestMove(endless())
        await asyncio.sleep(0)
        await running(house)
    del call
    return await freed(house)


async def by_stop(house):
    call = opponent_pb2_grpc.OpponentServiceStub(house.channel).StreamSuggestions()
    await call.write(opponent_pb2.StreamSuggestionsRequest(ask=endless(time_ms=20_000), interval_ms=10_000))
    await running(house)
    start = time.perf_counter()
    await call.write(opponent_pb2.StreamSuggestionsRequest(stop=True))
    await asyncio.wait_for(house.server.services.pool.idle(), 5)
    took = (time.perf_counter() - start) * 1000
    assert [answer.final async for answer in call][-1]
    return took


async def by_drain(house):
    async def inside(other):
        call = opponent_pb2_grpc.OpponentServiceStub(other.channel).SuggestMove(endless(time_ms=20_000))
        await asyncio.sleep(0)
        await running(other)
        start = time.perf_counter()
        await other.server.services.pool.drain(5)
        took = (time.perf_counter() - start) * 1000
        assert (await call).advice.stop_reason == advice_pb2.STOP_REASON_STOPPED
        return took

    return await house.beside(inside)


CAUSES = [by_cancel, by_deadline, by_disconnect, by_stop, by_drain]


def times_of(served, cause, trials):
    async def talk(house):
        return [await cause(house) for _ in range(trials)]

    settings = {"most_iterations": ENDLESS, "most_time_ms": 3_600_000, "ledger": "sqlite://"}
    return sorted(served(talk, **settings))


@pytest.mark.parametrize("cause", CAUSES)
def test_the_core_is_free_soon_after(served, cause):
    assert statistics.median(times_of(served, cause, TRIALS)) < FREE_MS


@pytest.mark.long
@pytest.mark.parametrize("cause", CAUSES)
def test_the_core_is_free_soon_after_in_all_but_one_of_a_hundred(served, cause):
    """Of a machine that does nothing else."""
    assert times_of(served, cause, 200)[197] < FREE_MS


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
    await house.server.services.pool.drain(5)


@pytest.mark.parametrize("cause", [cancelled, past_deadline, closed_down])
@pytest.mark.parametrize("gathered", [True, False])
def test_a_solution_is_given_up_soon_after(served, cause, gathered, monkeypatch):
    """While its ends are gathered, and while it is improved; by the trial that was disturbed least."""
    left = []

    class Followed(Remainder):
        def __init__(self, *args):
            left.append(weakref.ref(self))

    monkeypatch.setattr(exact, "Remainder", Followed)

    async def talk(house):
        left.clear()
        call = solved(house)
        reading = asyncio.ensure_future(call.read())
        while not (left and left[-1]().leaf_count == ENDS and (gathered or left[-1]().iterations)):
            await asyncio.sleep(0)
        start = time.perf_counter()
        await cause(house, call)
        await asyncio.wait_for(house.server.services.pool.idle(), 5)
        took = (time.perf_counter() - start) * 1000
        reading.cancel()
        return took

    times = [served(talk, most_time_ms=60_000, ledger="sqlite://") for _ in range(GATHERED)]
    assert min(times) < FREE_MS


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
        await asyncio.wait_for(house.server.services.pool.idle(), 5)

    served(talk, most_iterations=ENDLESS, most_time_ms=3_600_000, ledger="sqlite://")
    assert not asked


@pytest.mark.parametrize("cause", CAUSES)
def test_nothing_keeps_a_search_that_is_over(served, cause, monkeypatch):
    """Its memory goes back when it ends, not when Python next looks for what only refers to itself."""
    alive = weakref.WeakSet()

    class Followed(search.Search):
        def __init__(self, *args, **more):
            super().__init__(*args, **more)
            alive.add(self)

    monkeypatch.setattr(search, "Search", Followed)

    async def talk(house):
        gc.disable()
        try:
            await cause(house)
            while alive and time.perf_counter() < end:
                await asyncio.sleep(0)
        finally:
            gc.enable()

    end = time.perf_counter() + 5
    served(talk, most_iterations=ENDLESS, most_time_ms=3_600_000, ledger="sqlite://")
    assert time.perf_counter() < end


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
    assert took < 1000


def test_an_answer_comes_shortly_before_the_deadline(served):
    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(
            endless(time_ms=20_000, memory_mib=8), timeout=2.0
        )

    answer = served(talk, answer_before_ms=1_000)    # wide: others may hold the cores
    assert answer.advice.stop_reason == advice_pb2.STOP_REASON_TIME
    assert answer.timing.shortened
    assert answer.timing.granted_ms < 1_100


def test_a_hint_comes_before_the_deadline_with_its_reasons(served, monkeypatch):
    monkeypatch.setattr(thinking, "WHY_MS", 1_000)      # wide: others may hold the cores
    asked = endless(time_ms=20_000, memory_mib=8)
    request = opponent_pb2.GetHintRequest(position=asked.position, limits=asked.limits)

    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).GetHint(request, timeout=2.0)

    answer = served(talk)
    assert answer.reasons
    assert answer.timing.granted_ms < 1_000


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
        while not freed_by and time.perf_counter() < end:
            await asyncio.sleep(0)

    end = time.perf_counter() + 5
    served(talk, most_iterations=ENDLESS, most_time_ms=3_600_000, ledger="sqlite://")
    assert freed_by == ["search-0"]
