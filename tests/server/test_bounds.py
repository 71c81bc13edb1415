"""Streams, calls and connections are bounded before anybody looks at a key."""

import asyncio
import contextlib
import resource

import grpc
import pytest
from grpc import StatusCode
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from hunch.server import server
from hunch.server.addresses import network_of
from hunch.server.bounds import OpenBound
from hunch.server.config import Config
from hunch.server.errors import Busy
from tests.support.servers import explained
from tests.support.waiting import HANGS_S, until


def watch(channel):
    return health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())


def reflect(channel):
    stream = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo
    return stream(one_question())


async def one_question():
    """Asks, and never ends its stream."""
    yield reflection_pb2.ServerReflectionRequest(list_services="")
    await asyncio.Event().wait()


@pytest.mark.parametrize("bound", ["most_idle_streams", "most_idle_streams_address"])
@pytest.mark.parametrize("opens", [watch, reflect])
def test_streams_that_cost_a_client_nothing_are_bounded(served, opens, bound):
    async def talk(house):
        streams = [opens(house.channel) for _ in range(2)]
        for stream in streams:
            await stream.read()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await opens(house.channel).read()
        streams[0].cancel()

        async def another_is_taken():
            try:
                return await opens(house.channel).read()
            except grpc.aio.AioRpcError:
                return None

        await until(another_is_taken, "the place of a stream that ended is free")
        return explained(caught.value)

    code, _, details = served(talk, **{bound: 2})
    assert code is StatusCode.RESOURCE_EXHAUSTED
    assert details["RetryInfo"].retry_delay.ToMilliseconds() > 0


@pytest.mark.parametrize("bound", ["most_calls", "most_calls_address"])
def test_calls_that_never_send_their_message_are_bounded(served, bound):
    async def talk(house):
        health = health_pb2_grpc.HealthStub(house.channel)
        slow = [house.channel.stream_unary("/hunch.v1.RulesService/CheckState")() for _ in range(5)]
        codes = set()

        async def is_refused():
            try:
                await health.Check(health_pb2.HealthCheckRequest())
            except grpc.aio.AioRpcError as error:
                codes.add(error.code())
            return codes

        await until(is_refused, "the calls have come")
        for call in slow:
            call.cancel()
        return codes

    assert served(talk, **{bound: 3}) == {StatusCode.RESOURCE_EXHAUSTED}


def test_one_address_leaves_the_others_their_share():
    bound = OpenBound("streams", 5, 3)
    with contextlib.ExitStack() as held:
        for port in range(3):
            held.enter_context(bound.opened(f"ipv4:192.0.2.1:{port}"))
        with pytest.raises(Busy), bound.opened("ipv4:192.0.2.1:4"):
            pass
        for peer in ("ipv4:192.0.2.2:1", "unix:"):
            held.enter_context(bound.opened(peer))
        with pytest.raises(Busy), bound.opened("ipv4:192.0.2.3:1"):  # five in all
            pass
    with bound.opened("ipv4:192.0.2.1:5"):  # what ended leaves its place
        assert bound._at == {"192.0.2.1": 1}


@pytest.mark.parametrize(
    ("peer", "network"),
    [
        ("ipv4:192.0.2.7:4711", "192.0.2.7"),
        ("ipv6:[::ffff:192.0.2.7]:4711", "192.0.2.7"),
        ("ipv6:%5B2001:db8:1:2:3::4%5D:4711", "2001:db8:1:2::/64"),
        ("ipv6:[fe80::1%25eth0]:4711", "fe80::/64"),
        ("unix:/run/hunch", ""),
        ("unix:", ""),
    ],
)
def test_one_caller_has_one_account_whichever_of_its_addresses_it_takes(peer, network):
    assert network_of(peer) == network


def test_connections_are_bounded_and_those_that_are_there_stay(served):
    async def talk(house):
        health = health_pb2_grpc.HealthStub(house.channel)
        await health.Check(health_pb2.HealthCheckRequest())
        alone = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(house.address, options=alone) as channel:
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=HANGS_S)
        await health.Check(health_pb2.HealthCheckRequest())
        return caught.value.code()

    assert served(talk, most_connections=1) is StatusCode.UNAVAILABLE


@pytest.mark.parametrize(
    ("descriptors", "web", "connections"),
    [(100, "off", 1), (1_024, "off", 896), (1_024, "127.0.0.1:0", 448), (20_000, "off", 3_000)],
)
def test_connections_leave_descriptors_for_files(monkeypatch, descriptors, web, connections):
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (descriptors, descriptors))
    assert dict(server._options(Config(listen_web=web)))["grpc.max_allowed_incoming_connections"] == connections
