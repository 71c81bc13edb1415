"""What clients, networks and operators do to a server in the middle of things, each with a number that must hold."""

import asyncio
import contextlib
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from hunch.client import AsyncClient
from hunch.v1 import opponent_pb2_grpc, rules_pb2, rules_pb2_grpc
from loadtest.processes import Serving, free_port
from tests.loadtest.clients import Crowd, at_work, question, target
from tests.support.certificates import certificate_pem, made, write_pair
from tests.support.waiting import HANGS_S, until

ROOT = Path(__file__).parents[2]
CANCELS = 1_000
IDLE = 10_000
CALLS = 40
MOST_MIB = 8
"""That a server may keep after a fault, for what allocators hold back."""
HOUR_MS = 3_600_000
"""Of thinking that ends only when nobody waits for it any more; `bench.service` measures how soon."""


async def runs_nothing(channel: Any) -> None:
    """Returns once no search runs or waits."""

    async def free() -> Any:
        return await at_work(channel) == 0

    await until(free, "no search runs or waits")


async def moves(channel: Any, calls: Any = CALLS) -> Any:
    """How many of so many questions fail, one after the other."""
    stub = opponent_pb2_grpc.OpponentServiceStub(channel)
    failed = 0
    for number in range(calls):
        try:
            await stub.SuggestMove(question(number), timeout=HANGS_S)
        except grpc.RpcError:
            failed += 1
    return failed


@contextlib.contextmanager
def misbehaving(kind: Any, count: int, server: Any) -> Iterator[Any]:
    """A bad client; the body begins when it is at it."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.loadtest.misbehave", kind, str(count), str(server.port)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == "ready"
            yield process
        finally:
            process.kill()


async def cancelled(channel: Any, count: int, at_once: Any = 10) -> None:
    """Asks for long searches and gives them up at once."""
    stub = opponent_pb2_grpc.OpponentServiceStub(channel)
    for first in range(0, count, at_once):
        calls = [stub.SuggestMove(question(first + i, time_ms=HOUR_MS), timeout=HANGS_S) for i in range(at_once)]
        await asyncio.sleep(0.01)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)


@pytest.mark.long
def test_a_thousand_cancels_leave_no_search_running_and_no_memory_behind() -> None:
    async def talk(server: Any) -> Any:
        async with grpc.aio.insecure_channel(server.address) as channel:
            await cancelled(channel, CANCELS // 4)
            await runs_nothing(channel)
            before = server.memory_mib()
            await cancelled(channel, CANCELS)
            await runs_nothing(channel)
            return server.memory_mib() - before, await moves(channel, 5)

    with Serving(cores=2, most_time_ms=HOUR_MS) as server:
        grown, failed = asyncio.run(talk(server))
    assert grown < MOST_MIB
    assert failed == 0


def test_a_client_killed_in_the_middle_of_streams_leaves_its_cores_free() -> None:
    async def talk(server: Any) -> Any:
        with misbehaving("streams", 4, server) as client:
            client.kill()
            client.wait()
            async with grpc.aio.insecure_channel(server.address) as channel:
                await runs_nothing(channel)
                return await moves(channel, 5)

    with Serving(cores=2, most_time_ms=HOUR_MS) as server:
        assert asyncio.run(talk(server)) == 0


@pytest.mark.long
def test_clients_that_never_read_cost_little_and_hinder_nobody() -> None:
    async def talk(server: Any) -> Any:
        async with grpc.aio.insecure_channel(server.address) as channel:
            await moves(channel, 5)
            before = server.memory_mib()
            with misbehaving("streams", 20, server) as client:
                client.send_signal(signal.SIGSTOP)
                failed = await moves(channel)
                held = server.memory_mib() - before
            await runs_nothing(channel)
            return failed, held

    with Serving(cores=2, most_time_ms=HOUR_MS) as server:
        failed, held = asyncio.run(talk(server))
    assert failed == 0
    assert held < 20 * 4


@pytest.mark.long
def test_ten_thousand_idle_connections_hinder_nobody() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most >= IDLE + 1_000, f"only {most} descriptors are allowed here; `ulimit -Hn` shows the bound"
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    async def talk(server: Any) -> Any:
        async with grpc.aio.insecure_channel(server.address) as channel:
            await moves(channel, 5)
            before = server.descriptors()
            with misbehaving("idle", IDLE, server):
                held, failed = server.descriptors() - before, await moves(channel)
            await until(lambda: server.descriptors() - before < 100, "the server lets go of the connections")
            return held, failed

    with Serving(cores=2, most_connections=2 * IDLE) as server:
        held, failed = asyncio.run(talk(server))
    assert held >= IDLE
    assert failed == 0


async def under_load(servers: Any, fault: Any) -> Any:
    """A crowd with the client of ours over all servers; what became of its calls when the fault came."""
    async with AsyncClient(target(*servers)) as client:
        crowd = Crowd(client)
        asking = asyncio.ensure_future(crowd.run())
        await crowd.has_answers(CALLS)
        await fault(crowd)
        await crowd.has_answers(CALLS)
        crowd.stopped = True
        await asking
        return crowd


@pytest.mark.long
def test_no_call_fails_when_one_of_two_replicas_is_asked_to_end() -> None:
    with Serving(cores=1) as one, Serving(cores=1) as two:

        async def fault(_crowd: Any) -> None:
            one.signal(signal.SIGTERM)
            await asyncio.to_thread(one.wait)

        crowd = asyncio.run(under_load((one, two), fault))
        code = one.wait()
    assert crowd.failed == []
    assert code == 0


@pytest.mark.long
def test_no_call_fails_when_each_replica_is_replaced_in_turn() -> None:
    ports = free_port(), free_port()
    with contextlib.ExitStack() as stack:
        running = [stack.enter_context(Serving(cores=1, port=port)) for port in ports]

        async def fault(crowd: Any) -> None:
            for server in running:
                server.signal(signal.SIGTERM)
                await asyncio.to_thread(server.wait)
                stack.enter_context(await asyncio.to_thread(Serving, cores=1, port=server.port))
                await crowd.has_answers(CALLS)  # clients find it, before the next one goes

        crowd = asyncio.run(under_load(running, fault))
    assert crowd.failed == []


@pytest.mark.long
def test_of_a_killed_replica_only_calls_in_flight_fail_and_a_second_try_succeeds() -> None:
    with Serving(cores=1) as one, Serving(cores=1) as two:
        at_once = []

        async def talk() -> Any:
            channel = grpc.aio.insecure_channel(  # without a policy grpc sends again only what never left here
                target(one, two), [("grpc.service_config", '{"loadBalancingConfig": [{"round_robin": {}}]}')]
            )
            async with AsyncClient(two.address) as other, AsyncClient(target(one, two)) as client, channel:
                await client.close()
                client._rpcs.channel = channel  # our client without its retries
                crowd = Crowd(client)
                asking = asyncio.ensure_future(crowd.run())
                await crowd.has_answers(CALLS)
                at_once.append(crowd.in_flight)
                one.signal(signal.SIGKILL)
                await crowd.has_answers(CALLS)
                crowd.stopped = True
                await asking
                again = [await other.suggest_move(request, timeout=HANGS_S) for _, request, _ in crowd.failed]
                return crowd, again

        crowd, again = asyncio.run(talk())
    assert len(crowd.failed) <= at_once[0]
    assert {code for code, *_ in crowd.failed} <= {StatusCode.UNAVAILABLE}
    assert all(answer.advice.play.moves for answer in again)


def test_a_certificate_is_replaced_under_load_and_no_call_fails(tmp_path: Path) -> None:
    old, new = made("old"), made("new")  # both for localhost
    write_pair(tmp_path, old)

    async def handshake(port: int, *trusted: Any) -> None:
        roots = b"".join(map(certificate_pem, trusted))
        async with grpc.aio.secure_channel(f"localhost:{port}", grpc.ssl_channel_credentials(roots)) as channel:
            await rules_pb2_grpc.RulesServiceStub(channel).ListGames(rules_pb2.ListGamesRequest(), timeout=HANGS_S)

    async def talk(server: Any) -> Any:
        async with AsyncClient(f"localhost:{server.port}", roots=certificate_pem(old)) as client:
            crowd = Crowd(client, at_once=4)
            asking = asyncio.ensure_future(crowd.run())
            for number in range(CALLS):
                if number == CALLS // 2:
                    write_pair(tmp_path, new)
                await handshake(server.port, old, new)
            await handshake(server.port, new)
            await crowd.has_answers(5)
            crowd.stopped = True
            await asking
            return crowd

    files: dict[str, Any] = {"tls_certificate": tmp_path / "certificate.pem", "tls_key": tmp_path / "key.pem"}
    with Serving(cores=1, home=tmp_path, secure=True, **files) as server:
        crowd = asyncio.run(talk(server))
    assert crowd.failed == []
