"""More moves than the cores can search: how many are served, how many are refused, and how well."""

import asyncio
import statistics
import time
from collections.abc import Callable
from typing import Any

import grpc
from google.rpc.error_details_pb2 import RetryInfo
from google.rpc.status_pb2 import Status
from grpc_health.v1 import health_pb2

from bench.service.questions import Row, percentile, question
from hunch.server.search_jobs import FLOOR
from hunch.v1 import opponent_pb2

LOADS = (0.5, 1.0, 2.0, 3.0, 6.0)
GAME, THINK_MS = "powwow", 100
PATIENCE_S = 10.0


async def overload(ours: str, cores: int, seconds: float) -> list[Row]:
    """Moves that arrive at a steady pace and do not wait for each other. Load 1 is what the cores can do in full."""
    rows: list[Row] = []
    raw = question(GAME, time_ms=THINK_MS).SerializeToString()
    async with grpc.aio.insecure_channel(ours) as channel:
        call = channel.unary_unary("/hunch.v1.OpponentService/SuggestMove")
        alone = [opponent_pb2.SuggestMoveResponse.FromString(await call(raw)) for _ in range(5)]
        rate = statistics.median(answer.advice.iterations / answer.timing.search_ms for answer in alone)
        most = cores * 1000 / min(THINK_MS, FLOOR / rate)  # moves a second, each cut to its floor
        for load in LOADS:
            pace = THINK_MS / 1000 / cores / load
            done = asyncio.Event()
            watching = asyncio.ensure_future(_health(channel, done))
            start = time.perf_counter()
            moves = await _arriving(call, raw, round(seconds / pace), pace)
            wall = time.perf_counter() - start
            done.set()
            rows.append(_row(load, moves, len(moves) / wall, min(1 / pace, most), await watching))
    return rows


def _row(load: float, moves: list["Move"], rate: float, allowed: float, well: bool) -> Row:
    took = [ms for ms, granted_ms, _ in moves if granted_ms]
    granted = [granted_ms for _, granted_ms, _ in moves if granted_ms]
    refused, with_retry = len(moves) - len(took), sum(retry for *_, retry in moves)
    share = rate * len(took) / len(moves) / allowed
    facts = (
        f"accepted {len(took)}, refused {refused} ({with_retry} with RetryInfo), p99 {percentile(took, 0.99):.0f} ms,"
        f" granted {statistics.median(granted):.0f} ms, health {'SERVING' if well else 'not SERVING'}"
    )
    holds = with_retry == refused and well and share >= 0.9
    return f"overload {load:g} times", facts, f"goodput {share:.2f} of what floors allow (≥ 0.9)", holds


Move = tuple[float, float, bool]
"""Milliseconds that it took and was granted, both 0 if it was refused; and whether the refusal has a RetryInfo."""


async def _arriving(call: Callable[..., Any], raw: bytes, count: int, pace: float) -> list[Move]:
    start, tasks = time.perf_counter(), []
    for i in range(count):
        await asyncio.sleep(max(0.0, start + i * pace - time.perf_counter()))
        tasks.append(asyncio.ensure_future(_move(call, raw)))
    return await asyncio.gather(*tasks)


async def _move(call: Callable[..., Any], raw: bytes) -> Move:
    start = time.perf_counter()
    try:
        answer = opponent_pb2.SuggestMoveResponse.FromString(await call(raw, timeout=PATIENCE_S))
    except grpc.aio.AioRpcError as error:
        return 0.0, 0.0, _has_retry_info(error)
    return (time.perf_counter() - start) * 1000, answer.timing.granted_ms, False


def _has_retry_info(error: grpc.aio.AioRpcError) -> bool:
    metadata: Any = error.trailing_metadata() or ()
    sent: dict[str, bytes] = dict(metadata)
    status = Status.FromString(sent.get("grpc-status-details-bin", b""))
    return any(detail.Is(RetryInfo.DESCRIPTOR) for detail in status.details)


async def _health(channel: Any, done: asyncio.Event) -> bool:
    """Whether every health check succeeded."""
    check, well = channel.unary_unary("/grpc.health.v1.Health/Check"), True
    while not done.is_set():
        answer = health_pb2.HealthCheckResponse.FromString(await check(b""))
        well = well and answer.status == health_pb2.HealthCheckResponse.SERVING
        await asyncio.sleep(0.05)
    return well
