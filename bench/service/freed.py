"""How soon a core is free when nobody waits for its search any more, whatever the reason."""
import asyncio
import contextlib
import itertools
import os
import signal
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any

import grpc

from bench.service.processes import served
from bench.service.questions import Row, percentile, question
from hunch.engines import load, wire
from hunch.v1 import advice_pb2, operations_pb2, opponent_pb2, solver_pb2

SUGGEST = "/hunch.v1.OpponentService/SuggestMove"
ENDLESS = question("powwow", iterations=40_000_000)
PATIENT = ("--most-time-ms", "3600000")
"""So that a server takes searches without end."""
SOON_S = 0.02
OWN = itertools.count()
"""Numbers for channels: those with equal options share a connection."""


class Watched:
    """A server whose status is asked without pause: its address, and whether something runs."""

    def __init__(self, address: str, channel: Any, other: Any) -> None:
        self.address, self.suggest = address, channel.unary_unary(SUGGEST)
        self.stream = channel.stream_stream("/hunch.v1.OpponentService/StreamSuggestions")
        self.solve = channel.unary_stream("/hunch.v1.SolverService/SolvePosition")
        self._status = other.unary_unary("/hunch.v1.OperationsService/GetQueueStatus")

    async def until(self, running: int) -> None:
        """Returns once so many searches run."""
        while operations_pb2.GetQueueStatusResponse.FromString(await self._status(b"")).running != running:
            pass


async def cancel(server: Watched) -> float:
    """The client lets go of one call."""
    call = server.suggest(ENDLESS.SerializeToString())
    await server.until(1)
    start = time.perf_counter()
    call.cancel()
    return start


async def deadline(server: Watched) -> float:
    """The time that the client gave is over."""
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


async def stop(server: Watched) -> float:
    """The client of a stream has enough."""
    call = server.stream()
    ask = opponent_pb2.StreamSuggestionsRequest(ask=ENDLESS, interval_ms=10_000)
    await call.write(ask.SerializeToString())
    await server.until(1)
    start = time.perf_counter()
    await call.write(opponent_pb2.StreamSuggestionsRequest(stop=True).SerializeToString())
    return start


async def solution(server: Watched) -> float:
    """The client lets go of a solution that is improved."""
    rest = wire.encode(load("goofspiel", cards=6, prizes="descending").new())
    position = advice_pb2.Position(state=rest)
    asked = solver_pb2.SolvePositionRequest(position=position, time_ms=3_600_000, target=1e-9)
    call = server.solve(asked.SerializeToString())
    while solver_pb2.SolvePositionResponse.FromString(await call.read()).progress.queued:
        pass
    start = time.perf_counter()
    call.cancel()
    return start


CAUSES: dict[str, Callable[[Watched], Awaitable[float]]] = {
    "cancel": cancel, "deadline": deadline, "disconnect": disconnect, "stop": stop,
    "cancel of a solution": solution,
}  # fmt: skip


async def causes(ours: str, trials: int) -> list[Row]:
    """From giving up to a free core, seen through the status."""
    rows: list[Row] = []
    async with grpc.aio.insecure_channel(ours) as channel, grpc.aio.insecure_channel(ours, [("x", 1)]) as other:
        server = Watched(ours, channel, other)
        for name, give_up in CAUSES.items():
            times = []
            for _ in range(trials):
                start = await give_up(server)
                await server.until(0)
                times.append((time.perf_counter() - start) * 1000)
            rows.append(_row(name, times))
    return rows


def drains(core: int, home: str, trials: int) -> Row:
    """From SIGTERM to the answer of the search that ran: its core is free before that. A server of its own each."""
    times = []
    for _ in range(trials):
        with served({core}, home, *PATIENT) as (address, pid):
            times.append(asyncio.run(_drained(address, pid)))
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
