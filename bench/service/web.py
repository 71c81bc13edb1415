"""CheckState over HTTP beside gRPC: the same requests, in batches that alternate, so that other work slows all alike.

A bare client speaks HTTP/1.1: what is measured is the server, whose process has a core of its own.
"""

import asyncio
import itertools
import statistics
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import grpc

from bench.service.processes import cpu_s
from bench.service.questions import Row, positions
from hunch.engines import GAMES, messages
from hunch.v1 import rules_pb2

AT_ONCE = 16
"""Calls at once, each over a connection of its own."""
ROUNDS = 4
"""Batches of each kind."""
METHOD = "/hunch.v1.RulesService/CheckState"
Ask = Callable[[bytes], Any]
GOALS = {"proto": 0.5, "json": 0.3}
"""The least share of gRPC's throughput, by how messages are written."""


async def throughput(ours: str, web: str, pid: int, seconds: float) -> list[Row]:
    """Calls a second, for each game and each way to write messages."""
    rows: list[Row] = []
    async with grpc.aio.insecure_channel(ours) as channel, AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(_connected(web)) for _ in range(AT_ONCE)]
        over_grpc: list[Ask] = [channel.unary_unary(METHOD)] * AT_ONCE
        over_http = {form: [_poster(line, form) for line in lines] for form in GOALS}
        for name in GAMES:
            requests = [rules_pb2.CheckStateRequest(state=state) for state in positions(name)]
            sent: dict[str, Iterator[bytes]] = {
                "grpc": itertools.cycle([request.SerializeToString() for request in requests]),
                "proto": itertools.cycle([request.SerializeToString() for request in requests]),
                "json": itertools.cycle([messages.to_json(request, None).encode() for request in requests]),
            }
            rates, costs = await _rates({"grpc": over_grpc, **over_http}, sent, pid, seconds)
            for form, goal in GOALS.items():
                share = rates[form] / rates["grpc"]
                measured = (
                    f"{rates[form]:,.0f}/s, gRPC {rates['grpc']:,.0f}/s; CPU {costs[form]:.0f}, {costs['grpc']:.0f} µs"
                )
                rows.append(
                    (f"CheckState over HTTP, {form}, {name}", measured, f"{share:.2f} (≥ {goal})", share >= goal)
                )
    return rows


async def _rates(
    ways: dict[str, list[Ask]], sent: dict[str, Iterator[bytes]], pid: int, seconds: float
) -> tuple[dict[str, float], dict[str, float]]:
    """The median of calls a second, and of the server's µs of CPU for each, by way."""
    rates: dict[str, list[float]] = {way: [] for way in ways}
    costs: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way, calls in ways.items():
            before, start, done = cpu_s(pid), time.perf_counter(), 0
            end = start + seconds

            async def worker(ask: Ask, requests: Iterator[bytes] = sent[way], end: float = end) -> int:
                count = 0
                while time.perf_counter() < end:
                    await ask(next(requests))
                    count += 1
                return count

            done = sum(await asyncio.gather(*map(worker, calls)))
            rates[way].append(done / (time.perf_counter() - start))
            costs[way].append((cpu_s(pid) - before) / done * 1e6)
    return {way: statistics.median(each) for way, each in rates.items()}, {
        way: statistics.median(each) for way, each in costs.items()
    }


@asynccontextmanager
async def _connected(web: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, _, port = web.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()


def _poster(line: tuple[asyncio.StreamReader, asyncio.StreamWriter], form: str) -> Ask:
    """Posts a body and reads the answer, over one connection."""
    reader, writer = line
    head = f"POST {METHOD} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/{form}\r\ncontent-length: ".encode()

    async def ask(body: bytes) -> None:
        writer.write(b"%b%d\r\n\r\n%b" % (head, len(body), body))
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(answer.decode())
        await reader.readuntil(b"0\r\n\r\n")  # the last chunk

    return ask
