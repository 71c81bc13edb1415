"""A core is free again when nobody waits for it any more, whatever the reason; `bench.service` measures how soon."""

import asyncio
import gc
import threading
import weakref

import grpc
import pytest

from hunch.engines import load, messages
from hunch.search import advice as search
from hunch.search import exact
from hunch.search.subgame import Subgame
from hunch.server.search_jobs import RunningSearch
from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc, solver_pb2, solver_pb2_grpc
from tests.support.positions import some_request
from tests.support.waiting import HANGS_S, until
from tests.support.web import WEB, RefusedOverHttp, call, client, stream

ENDLESS = 10**8
"""Iterations that take hours: such a search ends only when it is stopped."""
HOUR_MS = 3_600_000
PATIENT = {"most_iterations": ENDLESS, "most_time_ms": HOUR_MS, "drain_ms": 600_000, "ledger": "sqlite://", **WEB}
SUGGEST, WATCH, STOP = (f"OpponentService/{rpc}" for rpc in ("SuggestMove", "WatchSuggestions", "StopSearch"))


def endless(**limits):
    request = some_request("goofspiel")
    request.limits.CopyFrom(advice_pb2.Limits(**(limits or {"iterations": ENDLESS})))
    return request


async def running(house):
    """Returns once the search has begun."""
    await until(lambda: house.server.services.scheduler.status().running, "a search runs")


async def free(house):
    """Returns once nothing runs any more."""
    await asyncio.wait_for(house.server.services.scheduler.idle(), HANGS_S)


async def by_cancel(house):
    call = opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(endless())
    await asyncio.sleep(0)
    await running(house)
    call.cancel()
    await free(house)


async def by_deadline(house):
    with pytest.raises(grpc.aio.AioRpcError):
        await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(endless(), timeout=0.015)
    await free(house)


async def by_disconnect(house):
    async with grpc.aio.insecure_channel(house.address) as channel:
        call = opponent_pb2_grpc.OpponentServiceStub(channel).SuggestMove(endless())
        await asyncio.sleep(0)
        await running(house)
    del call
    await free(house)


async def by_stop(house):
    call = opponent_pb2_grpc.OpponentServiceStub(house.channel).StreamSuggestions()
    await call.write(opponent_pb2.StreamSuggestionsRequest(ask=endless(time_ms=HOUR_MS), interval_ms=10_000))
    await running(house)
    await call.write(opponent_pb2.StreamSuggestionsRequest(stop=True))
    await free(house)
    assert [answer.final async for answer in call][-1]


async def by_drain(house):
    async def inside(other):
        call = opponent_pb2_grpc.OpponentServiceStub(other.channel).SuggestMove(endless(time_ms=HOUR_MS))
        await asyncio.sleep(0)
        await running(other)
        await other.server.services.scheduler.drain(HANGS_S)
        await free(other)
        assert (await call).advice.stop_reason == advice_pb2.STOP_REASON_STOPPED

    await house.beside(inside)


async def by_abort(house):
    """As a browser aborts: it closes the connection."""
    async with client(house) as http:
        asking = asyncio.ensure_future(call(http, SUGGEST, "json", endless(), opponent_pb2.SuggestMoveResponse))
        await running(house)
        asking.cancel()
        await free(house)


async def by_abort_of_a_stream(house):
    request = opponent_pb2.WatchSuggestionsRequest(ask=endless(time_ms=HOUR_MS), interval_ms=20)
    async with client(house) as http:
        watched = stream(http, WATCH, "connect+proto", request, opponent_pb2.WatchSuggestionsResponse)
        await anext(watched)
        await running(house)
        await watched.aclose()
        await free(house)


async def by_deadline_over_http(house):
    async with client(house) as http:
        with pytest.raises(RefusedOverHttp) as caught:
            await call(http, SUGGEST, "proto", endless(), opponent_pb2.SuggestMoveResponse, connect_timeout_ms="15")
        with pytest.raises(RefusedOverHttp) as over_grpc_web:
            await call(http, SUGGEST, "grpc-web+proto", endless(), opponent_pb2.SuggestMoveResponse, grpc_timeout="15m")
    assert caught.value.code == over_grpc_web.value.code == "deadline_exceeded"
    await free(house)


async def by_stop_search(house):
    request = opponent_pb2.WatchSuggestionsRequest(ask=endless(time_ms=HOUR_MS), interval_ms=10_000)
    async with client(house) as http:
        watched = stream(http, WATCH, "connect+json", request, opponent_pb2.WatchSuggestionsResponse)
        name = (await anext(watched)).search_id
        await running(house)
        stop = opponent_pb2.StopSearchRequest(search_id=name)
        await call(http, STOP, "json", stop, opponent_pb2.StopSearchResponse)
        last = [part async for part in watched][-1]
    assert last.final
    assert last.advice.stop_reason == advice_pb2.STOP_REASON_STOPPED
    await free(house)


CAUSES = [
    by_cancel,
    by_deadline,
    by_disconnect,
    by_stop,
    by_drain,
    by_abort,
    by_abort_of_a_stream,
    by_deadline_over_http,
    by_stop_search,
]


@pytest.mark.parametrize("cause", CAUSES)
def test_the_core_is_free_after(served, cause):
    served(cause, **PATIENT)


ENDS = 720**2
"""Of goofspiel with six cards."""
NEVER = 1e-9
"""An exploitability that takes hours."""


def solved(house, **more):
    rest = messages.encode(load("goofspiel", cards=6, prizes="descending").new())
    request = solver_pb2.SolvePositionRequest(position=advice_pb2.Position(state=rest), time_ms=HOUR_MS, target=NEVER)
    return solver_pb2_grpc.SolverServiceStub(house.channel).SolvePosition(request, **more)


async def cancelled(house, call):
    call.cancel()


async def past_deadline(house, call):
    for job in house.server.services.scheduler._running:
        house.server.services.scheduler._reach_deadline(job)


async def closed_down(house, call):
    await house.server.services.scheduler.drain(HANGS_S)


@pytest.mark.parametrize("cause", [cancelled, past_deadline, closed_down])
@pytest.mark.parametrize("gathered", [True, False])
def test_a_solution_is_given_up(served, cause, gathered, monkeypatch):
    """When its ends are gathered, and while it is improved."""
    left = []

    class Followed(Subgame):
        def __init__(self, *args):
            left.append(weakref.ref(self))

    monkeypatch.setattr(exact, "Subgame", Followed)

    async def talk(house):
        call = solved(house)
        reading = asyncio.ensure_future(call.read())
        await until(lambda: left and left[-1]().leaf_count == ENDS, "its ends are gathered")
        await until(lambda: gathered or left[-1]().iterations, "it is improved")
        await cause(house, call)
        await free(house)
        reading.cancel()

    served(talk, **PATIENT)


def test_a_hint_that_nobody_waits_for_looks_for_no_reasons(served, monkeypatch):
    asked = []
    monkeypatch.setattr(RunningSearch, "compare", lambda *about: asked.append(about))

    async def talk(house):
        move = endless()
        request = opponent_pb2.GetHintRequest(position=move.position, limits=move.limits)
        call = opponent_pb2_grpc.OpponentServiceStub(house.channel).GetHint(request)
        await asyncio.sleep(0)
        await running(house)
        call.cancel()
        await free(house)

    served(talk, **PATIENT)
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
            while not begun:  # a deadline may pass before it begins
                await cause(house)
            await until(lambda: not alive, "the search is freed")
        finally:
            gc.enable()

    served(talk, **PATIENT)


def test_when_the_server_closes_down_running_searches_answer(served):
    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        call = stub.SuggestMove(endless(time_ms=HOUR_MS))
        await asyncio.sleep(0)
        await running(house)
        stopping = asyncio.ensure_future(house.server.stop())
        answer = await call
        await stopping
        return answer

    answer = served(talk, **PATIENT)
    assert answer.advice.stop_reason == advice_pb2.STOP_REASON_STOPPED
    assert answer.advice.play.moves


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
        await until(lambda: freed_by, "the search is freed")

    served(talk, **PATIENT)
    (thread,) = freed_by
    assert thread.startswith("search-")
