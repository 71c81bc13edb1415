"""Far more than the cores can do: health and status answer, refusals say when to come back, others are served."""

import asyncio
import threading

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from hunch.server import auth
from hunch.server.jobs import Job
from hunch.v1 import advice_pb2, operations_pb2, operations_pb2_grpc, opponent_pb2_grpc
from tests.support.positions import some_request
from tests.support.servers import explained
from tests.support.waiting import HANGS_S, until

CALLS, WAITING = 60, 20
HOUR_MS = 3_600_000
ENDLESS = 70_000_000
"""Of thinking, which ends only when it gives way."""


def test_an_overloaded_server_stays_well(served):
    request = some_request("powwow")
    request.limits.CopyFrom(advice_pb2.Limits(time_ms=150))

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        health = health_pb2_grpc.HealthStub(house.channel)
        status = operations_pb2_grpc.OperationsServiceStub(house.channel)
        refusals, free = [], threading.Event()

        async def look():
            healthy = (await health.Check(health_pb2.HealthCheckRequest())).status
            found = await status.GetQueueStatus(operations_pb2.GetQueueStatusRequest())
            return healthy, sum(one.queued for one in found.classes)

        async def one():
            try:
                return await stub.SuggestMove(request, timeout=HANGS_S)
            except grpc.aio.AioRpcError as error:
                refusals.append(explained(error))
                return None

        scheduler = house.server.services.scheduler
        core = Job(work=lambda grant: free.wait(), abandon=free.set)
        held = asyncio.ensure_future(scheduler.run(core))  # until all have come
        calls = [asyncio.ensure_future(one()) for _ in range(CALLS)]
        try:
            await until(lambda: sum(scheduler.status().queued.values()) + len(refusals) == CALLS, "all have come")
            looks = [await look()]
        finally:
            free.set()
        await held
        while not all(call.done() for call in calls):
            looks.append(await look())
        return [answer for answer in await asyncio.gather(*calls) if answer], refusals, looks

    answers, refusals, looks = served(talk, cores=1, queue_jobs=WAITING, queue_wait_ms=600_000)
    assert {healthy for healthy, _ in looks} == {health_pb2.HealthCheckResponse.SERVING}
    assert looks[0][1] == max(queued for _, queued in looks) == WAITING
    assert (len(answers), len(refusals)) == (WAITING, CALLS - WAITING)
    for code, _, details in refusals:
        assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert details["RetryInfo"].retry_delay.ToMilliseconds() > 0
    assert any(answer.timing.shortened for answer in answers)


@pytest.mark.parametrize("game", ["tomahawk", "manitou", "powwow", "comancheria"])
@pytest.mark.parametrize("most_steps", [6, 60])
def test_a_long_thought_gives_way_to_a_move_with_a_whole_answer(served, game, most_steps):
    long = some_request(game, most_steps=most_steps)
    long.limits.CopyFrom(advice_pb2.Limits(time_ms=HOUR_MS))
    short = some_request("goofspiel")
    short.limits.CopyFrom(advice_pb2.Limits(time_ms=100))

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        thought = asyncio.ensure_future(stub.SuggestMove(long))
        await until(lambda: house.server.services.scheduler.status().running, "the long thought begins")
        return await stub.SuggestMove(short), await thought

    move, thought = served(talk, cores=1, most_time_ms=HOUR_MS, queue_wait_ms=600_000)
    assert move.advice.play.moves
    assert thought.timing.granted_ms < HOUR_MS
    assert thought.timing.shortened
    assert thought.advice.stop_reason == advice_pb2.STOP_REASON_TIME
    assert thought.advice.iterations >= 1_000 or thought.advice.method not in ("ucb", "regret", "solitaire")


@pytest.mark.parametrize("game", ["tomahawk", "manitou", "powwow", "comancheria"])
def test_counts_of_one_key_on_all_cores_give_way_to_another_keys_move_and_say_so(served, game, tmp_path):
    """One of them does; the other would go on for hours."""
    (hog, first), (quiet, second) = (auth.make(["opponent"]) for _ in range(2))
    auth.write(tmp_path / "keys.json", [first, second])
    long = some_request(game, most_steps=6)
    long.limits.CopyFrom(advice_pb2.Limits(iterations=ENDLESS, memory_mib=8))
    short = some_request("goofspiel")
    short.limits.CopyFrom(advice_pb2.Limits(time_ms=100))

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)

        def ask(request, token):
            return stub.SuggestMove(request, timeout=HANGS_S, metadata=(("authorization", f"Bearer {token}"),))

        counts = [asyncio.ensure_future(ask(long, hog)) for _ in range(2)]
        await until(lambda: house.server.services.scheduler.status().running == 2, "both counts begin")
        move = await ask(short, quiet)
        cut, left = await asyncio.wait(counts, return_when=asyncio.FIRST_COMPLETED)
        for count in left:
            count.cancel()
        return move, [count.result() for count in cut], len(left)

    settings = {"most_iterations": ENDLESS, "most_time_ms": HOUR_MS, "keys": str(tmp_path / "keys.json")}
    move, (cut,), left = served(talk, cores=2, **settings)
    assert left == 1
    assert move.advice.iterations >= 1_000
    assert (cut.timing.shortened, cut.advice.stop_reason) == (True, advice_pb2.STOP_REASON_TIME)
    assert cut.advice.iterations < ENDLESS
    assert 0 < cut.timing.granted_ms < HOUR_MS


def test_a_count_ends_with_the_most_time_of_the_server_and_says_so(served, monkeypatch):
    """A search that turns out slower than reckoned is ended, with what it has."""
    monkeypatch.setattr("hunch.server.search_jobs.FIRST_RATE", float(ENDLESS))
    long = some_request("comancheria", most_steps=6)
    long.limits.CopyFrom(advice_pb2.Limits(iterations=ENDLESS))

    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(long)

    answer = served(talk, most_iterations=ENDLESS, most_time_ms=300)
    assert answer.advice.stop_reason == advice_pb2.STOP_REASON_TIME
    assert answer.timing.shortened
    assert answer.advice.iterations < ENDLESS
