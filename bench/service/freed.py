"""How soon a core is free after nobody waits for its search, by cause."""

import asyncio
import contextlib
import itertools
import os
import signal
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import grpc

from bench.service.processes import SILENT
from bench.service.questions import Row, percentile, question
from hunch.engines import load, messages
from hunch.v1 import advice_pb2, operations_pb2, opponent_pb2, solver_pb2
from loadtest.processes import Serving

SUGGEST = "/hunch.v1.OpponentService/SuggestMove"
ENDLESS = question("powwow", iterations=40_000_000)
PATIENT: dict[str, Any] = {"most_time_ms": 3_600_000}
"""Settings of a server that takes endless searches."""
SOON_S = 0.02
OWN = itertools.count()
"""Numbers for channels, because channels with equal options share a connection."""


class Watched:
    """A server, and a second channel that polls its status without pause."""

    def __init__(self, address: str, channel: Any, other: Any, web: str = "") -> None:
        self.address, self.suggest, self.web = address, channel.unary_unary(SUGGEST), web
        self.stream = channel.stream_stream("/hunch.v1.OpponentService/StreamSuggestions")
        self.solve = channel.unary_stream("/hunch.v1.SolverService/SolvePosition")
        self._status = other.unary_unary("/hunch.v1.OperationsService/GetQueueStatus")

    async def until(self, running: int) -> None:
        """Returns when this many searches run."""
        while operations_pb2.GetQueueStatusResponse.FromString(await self._status(b"")).running != running:
            pass


async def cancel(server: Watched) -> float:
    """The client cancels one call."""
    call = server.suggest(ENDLESS.SerializeToString())
    await server.until(1)
    start = time.perf_counter()
    call.cancel()
    return start


async def deadline(server: Watched) -> float:
    """The client's deadline ends."""
    start = time.perf_counter() + SOON_S
    with contextlib.suppress(grpc.aio.AioRpcError):
        await server.suggest(ENDLESS.SerializeToString(), timeout=SOON_S)
    return start


async def disconnect(server: Watched) -> float:
    """The client's connection closes."""
    own = grpc.aio.insecure_channel(server.address, [("own", next(OWN))])
    call = own.unary_unary(SUGGEST)(ENDLESS.SerializeToString())
    await server.until(1)
    start = time.perf_counter()
    await own.close(None)
    call.cancel()
    return start


async def abort(server: Watched) -> float:
    """A browser gives up a call: it closes the connection."""
    host, _, port = server.web.rpartition(":")
    _, writer = await asyncio.open_connection(host, int(port))
    body = ENDLESS.SerializeToString()
    head = f"POST {SUGGEST} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/proto\r\n"
    writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
    await server.until(1)
    start = time.perf_counter()
    writer.close()
    return start


async def stop(server: Watched) -> float:
    """The client of a stream sends stop."""
    call = server.stream()
    ask = opponent_pb2.StreamSuggestionsRequest(ask=ENDLESS, interval_ms=10_000)
    await call.write(ask.SerializeToString())
    await server.until(1)
    start = time.perf_counter()
    await call.write(opponent_pb2.StreamSuggestionsRequest(stop=True).SerializeToString())
    return start


async def solution(server: Watched) -> float:
    """The client lets go of a solution that is improved."""
    rest = messages.encode(load("goofspiel", cards=6, prizes="descending").new())
    position = advice_pb2.Position(state=rest)
    asked = solver_pb2.SolvePositionRequest(position=position, time_ms=3_600_000, target=1e-9)
    call = server.solve(asked.SerializeToString())
    while solver_pb2.SolvePositionResponse.FromString(await call.read()).progress.queued:
        pass
    start = time.perf_counter()
    call.cancel()
    return start


CAUSES: dict[str, Callable[[Watched], Awaitable[float]]] = {
    "cancel": cancel,
    "deadline": deadline,
    "disconnect": disconnect,
    "abort over HTTP": abort,
    "stop": stop,
    "cancel of a solution": solution,
}


async def causes(ours: str, web: str, trials: int) -> list[Row]:
    """Milliseconds from the cause to a free core, by the status."""
    rows: list[Row] = []
    async with grpc.aio.insecure_channel(ours) as channel, grpc.aio.insecure_channel(ours, [("x", 1)]) as other:
        server = Watched(ours, channel, other, web)
        for name, give_up in CAUSES.items():
            times = []
            for _ in range(trials):
                start = await give_up(server)
                await server.until(0)
                times.append((time.perf_counter() - start) * 1000)
            rows.append(_row(name, times))
    return rows


def drains(core: int, trials: int) -> Row:
    """Milliseconds from SIGTERM to the answer of the running search, whose core is free before. A server per trial."""
    times = []
    with tempfile.TemporaryDirectory() as home:
        for _ in range(trials):
            with Serving(core, home=Path(home), log=SILENT, **PATIENT) as server:
                times.append(asyncio.run(_drained(server.address, server.pid)))
    return _row("drain", times)


async def _drained(address: str, pid: int) -> float:
    async with grpc.aio.insecure_channel(address) as channel, grpc.aio.insecure_channel(address, [("x", 1)]) as other:
        server = Watched(address, channel, other)
        call = server.suggest(ENDLESS.SerializeToString())
        await server.until(1)
        start = time.perf_counter()
        os.kill(pid, signal.SIGTERM)
        await call
        return (time.perf_counter() - start) * 1000


def _row(cause: str, times: list[float]) -> Row:
    p99 = percentile(times, 0.99)
    usual = f"p50 {statistics.median(times):.1f} ms, {len(times)} trials"
    return f"core free after {cause}", usual, f"p99 {p99:.1f} ms (< 20)", p99 < 20
