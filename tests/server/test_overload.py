"""Far more than the cores can do: health and status answer, refusals say when to come back, others are served."""
import asyncio

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from hunch.v1 import advice_pb2, operations_pb2, operations_pb2_grpc, opponent_pb2_grpc

from .conftest import explained
from .positions import some_request

CALLS = 60


def test_an_overloaded_server_stays_well(served):
    request = some_request("powwow")
    request.limits.CopyFrom(advice_pb2.Limits(time_ms=150))

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        health = health_pb2_grpc.HealthStub(house.channel)
        status = operations_pb2_grpc.OperationsServiceStub(house.channel)
        done, healthy, queued = asyncio.Event(), [], []

        over = asyncio.ensure_future(done.wait())

        async def watch():
            while not done.is_set():
                healthy.append((await health.Check(health_pb2.HealthCheckRequest())).status)
                found = await status.GetQueueStatus(operations_pb2.GetQueueStatusRequest())
                queued.append(sum(one.queued for one in found.classes))
                await asyncio.wait({over}, timeout=0.02)

        async def one():
            try:
                return await stub.SuggestMove(request, timeout=120)
            except grpc.aio.AioRpcError as error:
                return explained(error)

        watching = asyncio.ensure_future(watch())
        answers = await asyncio.gather(*(one() for _ in range(CALLS)))
        done.set()
        await watching
        return answers, healthy, queued

    answers, healthy, queued = served(talk, cores=1, queue_jobs=20, queue_wait_ms=60_000)
    refusals = [answer for answer in answers if isinstance(answer, tuple)]
    served_ones = [answer for answer in answers if not isinstance(answer, tuple)]
    assert set(healthy) == {health_pb2.HealthCheckResponse.SERVING}
    assert max(queued) <= 20
    assert len(refusals) + len(served_ones) == CALLS
    assert len(served_ones) >= 20
    assert refusals
    for code, _, details in refusals:
        assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert details["RetryInfo"].retry_delay.ToMilliseconds() > 0
    assert any(answer.timing.shortened for answer in served_ones)


@pytest.mark.parametrize("game", ["tomahawk", "manitou", "powwow", "comancheria"])
@pytest.mark.parametrize("most_steps", [6, 60])
def test_a_long_thought_gives_way_to_a_move_with_a_whole_answer(served, game, most_steps):
    long = some_request(game, most_steps=most_steps)
    long.limits.CopyFrom(advice_pb2.Limits(time_ms=30_000))
    short = some_request("goofspiel")
    short.limits.CopyFrom(advice_pb2.Limits(time_ms=100))

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        thought = asyncio.ensure_future(stub.SuggestMove(long, timeout=120))
        while not house.server.services.pool.standing().running:
            await asyncio.sleep(0)
        return await stub.SuggestMove(short, timeout=120), await thought

    move, thought = served(talk, cores=1)
    assert move.timing.queue_ms < 20_000
    assert thought.timing.granted_ms < 20_000
    assert thought.timing.shortened
    assert thought.advice.stop_reason == advice_pb2.STOP_REASON_TIME
    assert thought.advice.iterations >= 1_000 or thought.advice.method not in ("ucb", "regret", "solitaire")
