"""CheckState over HTTP beside gRPC: the same requests, in batches that alternate, so that other work slows all alike.

The clients differ, and gRPC's costs more than a bare socket. So what counts is the CPU that a call takes the server,
which has a core of its own: the throughput of that core is what fits into a second.
"""

import asyncio
import contextlib
import itertools
import socket
import statistics
import time
from collections.abc import Callable, Iterator

import grpc

from bench.service.processes import cpu_s
from bench.service.questions import Row, positions
from hunch.engines import GAMES, messages
from hunch.v1 import rules_pb2

AT_ONCE = 16
"""Calls at once."""
ROUNDS = 4
"""Batches of each kind."""
METHOD = "/hunch.v1.RulesService/CheckState"
GOALS = {"proto": 0.5, "json": 0.3}
"""The least share of gRPC's throughput, by how messages are written."""
Asks = Callable[[Iterator[bytes], float], int]
"""Makes calls for so many seconds, and returns how many."""


def throughput(ours: str, web: str, pid: int, seconds: float) -> Iterator[Row]:
    """What a core can do in a second, for each game and each way to write messages."""
    with contextlib.ExitStack() as stack:
        host, _, port = web.rpartition(":")
        lines = [stack.enter_context(socket.create_connection((host, int(port)))) for _ in range(AT_ONCE)]
        ways: dict[str, Asks] = {"grpc": _over_grpc(ours), **{form: _over_http(lines, form) for form in GOALS}}
        for name in GAMES:
            requests = [rules_pb2.CheckStateRequest(state=state) for state in positions(name)]
            raw = [request.SerializeToString() for request in requests]
            text = [messages.to_json(request, None).encode() for request in requests]
            lists = {"grpc": raw, "proto": raw, "json": text}
            sent: dict[str, Iterator[bytes]] = {way: itertools.cycle(each) for way, each in lists.items()}
            costs, rates = _measured(ways, sent, pid, seconds)
            for form, goal in GOALS.items():
                share = costs["grpc"] / costs[form]
                measured = f"CPU {costs[form]:.0f} µs, gRPC {costs['grpc']:.0f} µs; {rates[form]:,.0f} calls/s"
                yield f"CheckState over HTTP, {form}, {name}", measured, f"{share:.2f} (≥ {goal})", share >= goal


def _measured(
    ways: dict[str, Asks], sent: dict[str, Iterator[bytes]], pid: int, seconds: float
) -> tuple[dict[str, float], dict[str, float]]:
    """The server's µs of CPU for a call, and the calls a second, by way: medians of several batches."""
    costs: dict[str, list[float]] = {way: [] for way in ways}
    rates: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way, ask in ways.items():
            before, start = cpu_s(pid), time.perf_counter()
            done = ask(sent[way], seconds)
            rates[way].append(done / (time.perf_counter() - start))
            costs[way].append((cpu_s(pid) - before) / done * 1e6)
    medians = [{way: statistics.median(each) for way, each in kind.items()} for kind in (costs, rates)]
    return medians[0], medians[1]


def _over_grpc(address: str) -> Asks:
    async def many(requests: Iterator[bytes], seconds: float) -> int:
        async with grpc.aio.insecure_channel(address) as channel:
            call, end = channel.unary_unary(METHOD), time.perf_counter() + seconds

            async def worker() -> int:
                count = 0
                while time.perf_counter() < end:
                    await call(next(requests))
                    count += 1
                return count

            return sum(await asyncio.gather(*(worker() for _ in range(AT_ONCE))))

    return lambda requests, seconds: asyncio.run(many(requests, seconds))


def _over_http(lines: list[socket.socket], form: str) -> Asks:
    head = f"POST {METHOD} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/{form}\r\ncontent-length: ".encode()

    def many(requests: Iterator[bytes], seconds: float) -> int:
        end, count = time.perf_counter() + seconds, 0
        while time.perf_counter() < end:
            for line in lines:
                body = next(requests)
                line.sendall(b"%b%d\r\n\r\n%b" % (head, len(body), body))
            for line in lines:
                _check(line)
            count += len(lines)
        return count

    return many


def _check(line: socket.socket) -> None:
    """Reads an answer, which must be good."""
    answer = b""
    while not answer.endswith(b"0\r\n\r\n"):  # the last chunk
        if not (more := line.recv(65_536)):
            raise RuntimeError("the server closed the connection")
        answer += more
    if not answer.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(answer.decode())
