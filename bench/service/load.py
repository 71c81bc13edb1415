"""The time to the first answer, and the share of the cores that searches get at full load."""

import asyncio
import contextlib
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import grpc

from bench.service.processes import pinned, spun, thread_cpu
from bench.service.questions import Row, percentile, question
from hunch.engines import messages
from hunch.search.advice import Limits, advise
from hunch.v1 import operations_pb2, opponent_pb2
from loadtest.processes import SERVE, free_port

ROOT = Path(__file__).parents[2]
SEARCHED = 50_000
"""Iterations of a measured search."""
SUGGEST = "/hunch.v1.OpponentService/SuggestMove"


def first_answer(home: str) -> Row:
    """Seconds from the start of the process to its first move: `make serve`, if everything is built already."""
    address = f"127.0.0.1:{free_port()}"
    built = subprocess.run(["make", "-q", ".venv/installed"], cwd=ROOT, capture_output=True).returncode == 0
    command = ["env", f"HUNCH_HOME={home}", "make", "serve", f"LISTEN={address}", "LISTEN_WEB=127.0.0.1:0"]
    if not built:
        command = [
            sys.executable,
            "-c",
            SERVE,
            "serve",
            "--listen",
            address,
            "--listen-web",
            "127.0.0.1:0",
            "--home",
            home,
        ]
    start = time.perf_counter()
    with _running(command), grpc.insecure_channel(address, [("grpc.initial_reconnect_backoff_ms", 50)]) as channel:
        request = question("goofspiel", iterations=1).SerializeToString()
        channel.unary_unary(SUGGEST)(request, wait_for_ready=True, timeout=20)
        took = time.perf_counter() - start
    what = "first answer of " + ("`make serve`" if built else "`hunch serve` (for `make serve`, `make test` first)")
    return what, "built already", f"{took:.2f} s (< 2)", took < 2


@contextlib.contextmanager
def _running(command: list[str]) -> Iterator[None]:
    """Runs a command, silent, with the processes that it starts, and ends them all."""
    process = subprocess.Popen(
        command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=ROOT, start_new_session=True
    )
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)


async def full_load(ours: str, pid: int, core: int, seconds: float) -> list[Row]:
    """Moves of 100 ms on the core: the share of it that searches get, and the latency of the status meanwhile."""
    waits = list[float]()
    raw = question("powwow", time_ms=100).SerializeToString()
    ask = operations_pb2.GetQueueStatusRequest().SerializeToString()
    async with grpc.aio.insecure_channel(ours) as channel:
        suggest = channel.unary_unary(SUGGEST)
        status = channel.unary_unary("/hunch.v1.OperationsService/GetQueueStatus")

        async def player(end: float) -> None:
            while time.perf_counter() < end:
                await suggest(raw)

        async def watcher(end: float) -> None:
            while time.perf_counter() < end:
                start = time.perf_counter()
                await status(ask)
                waits.append((time.perf_counter() - start) * 1000)
                await asyncio.sleep(0.01)

        async def share(*tasks: Callable[[float], Awaitable[None]]) -> float:
            before, start = thread_cpu(pid), time.perf_counter()
            await asyncio.gather(*(work(start + seconds) for work in tasks))
            wall, after = time.perf_counter() - start, thread_cpu(pid)
            return max(after[thread] - before.get(thread, 0.0) for thread in after) / wall

        watched, alone = await share(player, player, watcher), await share(player, player)
    p99, control = percentile(waits, 0.99), spun(core, seconds)
    rate = len(waits) / seconds
    return [
        (
            "GetQueueStatus while all cores search",
            f"p50 {statistics.median(waits):.1f} ms, {rate:.0f} calls/s",
            f"p99 {p99:.1f} ms (< 25)",
            p99 < 25,
        ),
        (
            "search threads' CPU at full load",
            f"{alone:.2f} of the core, {watched:.2f} beside these calls; a bare loop then got {control:.2f}",
            f"{alone / control:.2f} (≥ 0.9)",
            alone >= 0.9 * control,
        ),
    ]


def beside_bare(ours: str, core: int) -> Row:
    """Iterations a second of the same search here and in the service, each alone on the core."""
    request = question("powwow", iterations=SEARCHED)
    position = messages.decode(request.position.state)
    there, here = [], []
    with grpc.insecure_channel(ours) as channel:
        call = channel.unary_unary(SUGGEST)
        for _ in range(8):
            answer = opponent_pb2.SuggestMoveResponse.FromString(call(request.SerializeToString()))
            there.append(answer.advice.iterations / answer.timing.search_ms)
            with pinned({core}):
                start = time.perf_counter()
                advice = advise(position, request.position.seat, Limits(iterations=SEARCHED), seed=1)
                here.append(advice.iterations / (time.perf_counter() - start) / 1000)
    ratio = statistics.median(there) / statistics.median(here)
    measured = f"{statistics.median(there):,.0f} k/s"
    return "iterations/s in the service ÷ bare", measured, f"{ratio:.2f} (≥ 0.95)", ratio >= 0.95
