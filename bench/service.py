"""What the service costs beside a bare grpc echo of the same message sizes, and how it holds under load.

    python -m bench.service [--json FILE] [--quick]

Server and client are processes of their own, pinned to a core each; the echo runs where the server runs. Calls of both
alternate, so other work on the machine slows both alike.
"""
import argparse
import asyncio
import contextlib
import itertools
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
from rich.console import Console
from rich.table import Table

from hunch.engines import CHANCE, GAMES, Stream, load, wire
from hunch.search.advice import Limits, advise
from hunch.server.reading import MOST_RECENT
from hunch.v1 import advice_pb2, game_pb2, operations_pb2, opponent_pb2, rules_pb2

EXAMPLES = Path(__file__).parents[1] / "examples"
SERVE = "from hunch.server.cli import main; main(prog_name='hunch')"
ECHO = """
import asyncio, sys, grpc
async def main():
    async def echo(raw, context):
        return bytes(int.from_bytes(raw[:4], "big"))
    handler = grpc.method_handlers_generic_handler("Echo", {"Echo": grpc.unary_unary_rpc_method_handler(echo)})
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((handler,))
    server.add_insecure_port(sys.argv[1])
    await server.start()
    await server.wait_for_termination()
asyncio.run(main())
"""
SPIN = """
import sys, time
end = time.time() + float(sys.argv[1])
while time.time() < end:
    pass
print(time.process_time())
"""
MOST_GAMES = 3_000
Row = tuple[str, str, str, bool | None]


def free_port() -> int:
    """A port nobody has now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def process(code: str, *arguments: str, cores: set[int]) -> subprocess.Popen[bytes]:
    """A Python of its own on these cores."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
    )  # fmt: skip


@contextlib.contextmanager
def served(cores: set[int], home: str, *flags: str) -> Iterator[tuple[str, int]]:
    """A server as anybody starts it: its address and process."""
    address = f"127.0.0.1:{free_port()}"
    server = process(SERVE, "serve", "--listen", address, "--home", home, *flags, cores=cores)
    try:
        with grpc.insecure_channel(address) as channel:
            grpc.channel_ready_future(channel).result(20)
        yield address, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)


@contextlib.contextmanager
def echoing(cores: set[int]) -> Iterator[tuple[str, int]]:
    """A bare echo."""
    address = f"127.0.0.1:{free_port()}"
    echo = process(ECHO, address, cores=cores)
    try:
        with grpc.insecure_channel(address) as channel:
            grpc.channel_ready_future(channel).result(20)
        yield address, echo.pid
    finally:
        echo.kill()
        echo.wait()


def cpu_s(pid: int) -> float:
    """CPU seconds of a process so far."""
    return sum(thread_cpu(pid).values())


def thread_cpu(pid: int) -> dict[str, float]:
    """CPU seconds of each thread so far."""
    found = {}
    for stat in Path(f"/proc/{pid}/task").glob("*/stat"):
        fields = stat.read_text().rpartition(")")[2].split()
        found[stat.parent.name] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def question(name: str, **limits: int) -> opponent_pb2.SuggestMoveRequest:
    """The example of a game with other limits."""
    request = wire.from_json((EXAMPLES / f"{name}.json").read_text(), opponent_pb2.SuggestMoveRequest())
    request.limits.CopyFrom(advice_pb2.Limits(**limits))
    request.seed = 1
    return request


def percentile(values: list[float], share: float) -> float:
    """The value below which that share lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def latency(ours: str, echo: str, pids: tuple[int, int], count: int) -> Iterator[Row]:
    """p50 of a move with one iteration, each game."""
    with grpc.insecure_channel(ours) as channel, grpc.insecure_channel(echo) as bare:
        suggest, reflect = channel.unary_unary("/hunch.v1.OpponentService/SuggestMove"), bare.unary_unary("/Echo/Echo")
        for name in GAMES:
            raw = question(name, iterations=1).SerializeToString()
            size = len(suggest(raw))
            pad = size.to_bytes(4, "big") + raw[4:]
            times: tuple[list[float], list[float]] = ([], [])
            spent = [0.0, 0.0]
            for _ in range(count // 50):
                for which, (call, sent) in enumerate(((suggest, raw), (reflect, pad))):
                    before = cpu_s(pids[which])
                    for _ in range(50):
                        start = time.perf_counter()
                        call(sent)
                        times[which].append(time.perf_counter() - start)
                    spent[which] += cpu_s(pids[which]) - before
            mine, its = (statistics.median(one) * 1e6 for one in times)
            cost = [one / (count // 50 * 50) * 1e6 for one in spent]
            yield (
                f"SuggestMove, 1 iteration, {name}",
                f"{mine:.0f} µs, echo {its:.0f} µs; CPU {cost[0]:.0f}, {cost[1]:.0f} µs",
                f"{mine / its:.2f} times (≤ 2)", mine / its <= 2,
            )  # fmt: skip


def positions(name: str) -> list[game_pb2.GameState]:
    """More positions of random games than a server keeps, so that in turn each is new to it."""
    stream, found = Stream(1), dict[bytes, game_pb2.GameState]()
    for _ in range(MOST_GAMES):
        state = load(name).new()
        while not state.over:
            if state.to_move != CHANCE:
                told = wire.encode(state)
                found[told.SerializeToString()] = told
            state = state.after(state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal()))
        if len(found) > MOST_RECENT + 100:
            break
    return list(found.values())[: MOST_RECENT + 100]


async def throughput(ours: str, echo: str, seconds: float) -> list[Row]:
    """Calls a second of CheckState and ListMoves, 16 at a time: of a position that was just here, and of others."""
    rows: list[Row] = []
    async with grpc.aio.insecure_channel(ours) as channel, grpc.aio.insecure_channel(echo) as bare:
        reflect = bare.unary_unary("/Echo/Echo")
        for name, method in itertools.product(GAMES, ("CheckState", "ListMoves")):
            call, kind = channel.unary_unary(f"/hunch.v1.RulesService/{method}"), getattr(rules_pb2, f"{method}Request")
            states = positions(name)
            for says, some in (("again", states[-1:]), ("new", states)):
                if says == "new" and len(states) <= MOST_RECENT:
                    continue                        # Kuhn and Leduc have fewer positions than a server keeps
                sent = itertools.cycle([kind(state=state).SerializeToString() for state in some])
                raw = kind(state=states[-1]).SerializeToString()
                pad = len(await call(raw)).to_bytes(4, "big") + raw[4:]
                rates: tuple[list[float], list[float]] = ([], [])
                for _ in range(4):
                    rates[0].append(await _rate(lambda call=call, sent=sent: call(next(sent)), seconds))
                    rates[1].append(await _rate(lambda pad=pad: reflect(pad), seconds))
                mine, its = map(statistics.median, rates)
                measured = f"{mine:,.0f}/s, echo {its:,.0f}/s"
                rows.append((f"{method}, {name}, {says}", measured, f"{mine / its:.2f} (≥ 0.5)", mine >= its / 2))
    return rows


async def _rate(call: Callable[[], Any], seconds: float) -> float:
    done, end = 0, time.perf_counter() + seconds
    start = time.perf_counter()

    async def worker() -> None:
        nonlocal done
        while time.perf_counter() < end:
            await call()
            done += 1

    await asyncio.gather(*(worker() for _ in range(16)))
    return done / (time.perf_counter() - start)


async def full_load(ours: str, pid: int, core: int, seconds: float) -> list[Row]:
    """Moves of 100 ms on all cores: what searches get, and how soon the status is told."""
    waits, cores = list[float](), 1
    raw = question("powwow", time_ms=100).SerializeToString()
    async with grpc.aio.insecure_channel(ours) as channel:
        suggest = channel.unary_unary("/hunch.v1.OpponentService/SuggestMove")
        status = channel.unary_unary("/hunch.v1.OperationsService/GetQueueStatus")
        ask = operations_pb2.GetQueueStatusRequest().SerializeToString()
        end = time.perf_counter() + seconds
        rates: list[float] = []

        async def player() -> None:
            while time.perf_counter() < end:
                answer = opponent_pb2.SuggestMoveResponse.FromString(await suggest(raw))
                rates.append(answer.advice.iterations / answer.timing.search_ms)

        async def watcher() -> None:
            while time.perf_counter() < end:
                start = time.perf_counter()
                await status(ask)
                waits.append((time.perf_counter() - start) * 1000)
                await asyncio.sleep(0.01)

        before, start = thread_cpu(pid), time.perf_counter()
        await asyncio.gather(*(player() for _ in range(2 * cores)), watcher())
        wall = time.perf_counter() - start
        after = thread_cpu(pid)
    searching = sorted((after[thread] - before.get(thread, 0.0) for thread in after), reverse=True)[:cores]
    share, p99 = sum(searching) / (cores * wall), percentile(waits, 0.99)
    control = spun(core, seconds)
    usual = f"p50 {statistics.median(waits):.1f} ms"
    return [
        ("GetQueueStatus while all cores search", usual, f"p99 {p99:.1f} ms (< 25)", p99 < 25),
        (
            "search threads' CPU at full load", f"{share:.2f} of the core; a bare loop then got {control:.2f}",
            f"{share / control:.2f} (≥ 0.9)", share >= 0.9 * control,
        ),
    ]


def spun(core: int, seconds: float) -> float:
    """What share of the core a bare loop gets: less than all of it when others work on this machine."""
    told = subprocess.run(
        [sys.executable, "-c", SPIN, str(seconds)], capture_output=True, check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )  # fmt: skip
    return float(told.stdout) / seconds


def beside_bare(ours: str, core: int) -> Row:
    """Iterations a second of the same search here and in the service, each alone on the core."""
    request = question("powwow", iterations=50_000)
    position = wire.decode(request.position.state)
    there, here = [], []
    with grpc.insecure_channel(ours) as channel:
        call = channel.unary_unary("/hunch.v1.OpponentService/SuggestMove")
        for _ in range(8):
            told = opponent_pb2.SuggestMoveResponse.FromString(call(request.SerializeToString()))
            there.append(told.advice.iterations / told.timing.search_ms)
            mine = os.sched_getaffinity(0)
            os.sched_setaffinity(0, {core})
            start = time.perf_counter()
            found = advise(position, request.position.seat, Limits(iterations=50_000), seed=1)
            here.append(found.iterations / (time.perf_counter() - start) / 1000)
            os.sched_setaffinity(0, mine)
    ratio = statistics.median(there) / statistics.median(here)
    measured = f"{statistics.median(there):,.0f} k/s"
    return "iterations/s in the service ÷ bare", measured, f"{ratio:.2f} (≥ 0.95)", ratio >= 0.95


def first_answer(home: str) -> Row:
    """From the start of the process to its first move."""
    address, start = f"127.0.0.1:{free_port()}", time.perf_counter()
    server = process(SERVE, "serve", "--listen", address, "--home", home, cores=os.sched_getaffinity(0))
    with grpc.insecure_channel(address) as channel:
        call = channel.unary_unary("/hunch.v1.OpponentService/SuggestMove")
        call(question("goofspiel", iterations=1).SerializeToString(), wait_for_ready=True, timeout=20)
    took = time.perf_counter() - start
    server.send_signal(signal.SIGTERM)
    server.wait(20)
    return "first answer of `hunch serve`", "built already", f"{took:.2f} s (< 2)", took < 2


async def overload(ours: str, cores: int, seconds: float) -> list[Row]:
    """Moves of 100 ms that arrive at a steady pace, whatever becomes of those before."""
    rows: list[Row] = []
    raw = question("powwow", time_ms=100).SerializeToString()
    async with grpc.aio.insecure_channel(ours) as channel:
        call = channel.unary_unary("/hunch.v1.OpponentService/SuggestMove")
        for load in (0.5, 1.0, 2.0, 3.0, 6.0):
            count, pace, start = round(seconds * 10 * cores * load), 0.1 / cores / load, time.perf_counter()
            tasks = []
            for i in range(count):
                await asyncio.sleep(max(0.0, start + i * pace - time.perf_counter()))
                tasks.append(asyncio.ensure_future(_move(call, raw)))
            moves = await asyncio.gather(*tasks)
            took = [ms for ms, granted_ms, _ in moves if granted_ms]
            granted = [granted_ms for *_, granted_ms, _ in moves if granted_ms]
            refused = count - len(took)
            told = sum(told for *_, told in moves)
            facts = (
                f"accepted {len(took)}, refused {refused} ({told} with RetryInfo), p99 {percentile(took, 0.99):.0f} ms,"
                f" granted {statistics.median(granted):.0f} ms"
            )
            rows.append((f"overload {load:g} times", facts, "", told == refused))
    return rows


async def _move(call: Callable[..., Any], raw: bytes) -> tuple[float, float, bool]:
    """Milliseconds it took and was granted, 0 when it was refused, and whether that said when to come back."""
    start = time.perf_counter()
    try:
        answer = opponent_pb2.SuggestMoveResponse.FromString(await call(raw, timeout=10))
    except grpc.aio.AioRpcError as error:
        return 0.0, 0.0, "RetryInfo" in str(error.trailing_metadata())
    return (time.perf_counter() - start) * 1000, answer.timing.granted_ms, False


async def cancels(ours: str, trials: int) -> list[Row]:
    """From giving up to a free core, seen through the status."""
    rows: list[Row] = []
    endless = question("powwow", iterations=40_000_000)

    async def until(status: Any, running: int) -> None:
        while operations_pb2.GetQueueStatusResponse.FromString(await status(b"")).running != running:
            pass

    async with grpc.aio.insecure_channel(ours) as channel, grpc.aio.insecure_channel(ours, [("x", 1)]) as other:
        status = other.unary_unary("/hunch.v1.OperationsService/GetQueueStatus")
        suggest = channel.unary_unary("/hunch.v1.OpponentService/SuggestMove")
        stream = channel.stream_stream("/hunch.v1.OpponentService/StreamSuggestions")
        for cause in ("cancel", "deadline", "disconnect", "stop"):
            times = []
            for _ in range(trials):
                start = 0.0
                if cause == "deadline":
                    start = time.perf_counter() + 0.02
                    with contextlib.suppress(grpc.aio.AioRpcError):
                        await suggest(endless.SerializeToString(), timeout=0.02)
                elif cause == "stop":
                    ask = opponent_pb2.StreamSuggestionsRequest(ask=endless, interval_ms=10_000)
                    call = stream()
                    await call.write(ask.SerializeToString())
                    await until(status, 1)
                    start = time.perf_counter()
                    await call.write(opponent_pb2.StreamSuggestionsRequest(stop=True).SerializeToString())
                elif cause == "cancel":
                    call = suggest(endless.SerializeToString())
                    await until(status, 1)
                    start = time.perf_counter()
                    call.cancel()
                else:
                    own = grpc.aio.insecure_channel(ours, [("own", len(times))])
                    call = own.unary_unary("/hunch.v1.OpponentService/SuggestMove")(endless.SerializeToString())
                    await until(status, 1)
                    start = time.perf_counter()
                    await own.close(None)
                await until(status, 0)
                times.append((time.perf_counter() - start) * 1000)
            p99 = percentile(times, 0.99)
            rows.append((f"core free after {cause}", f"p50 {statistics.median(times):.1f} ms, {trials} trials",
                         f"p99 {p99:.1f} ms (< 20)", p99 < 20))  # fmt: skip
    return rows


def measure(quick: bool) -> Iterator[Row]:
    """All rows."""
    all_cores = sorted(os.sched_getaffinity(0))
    server_core, client_core = all_cores[0], all_cores[-1]
    os.sched_setaffinity(0, {client_core})
    with tempfile.TemporaryDirectory() as home:
        yield first_answer(home)
        patient = ("--most-time-ms", "3600000")         # so that searches without end are taken, to be cancelled
        with served({server_core}, home, *patient) as (ours, pid), echoing({server_core}) as (echo, echo_pid):
            yield from latency(ours, echo, (pid, echo_pid), 200 if quick else 1000)
            yield from asyncio.run(throughput(ours, echo, 0.1 if quick else 0.4))
            yield beside_bare(ours, server_core)
            yield from asyncio.run(full_load(ours, pid, server_core, 2 if quick else 10))
            yield from asyncio.run(cancels(ours, 40 if quick else 200))
            yield from asyncio.run(overload(ours, 1, 3 if quick else 10))
    os.sched_setaffinity(0, all_cores)


def main() -> None:
    """The table; exit code 1 when a bound is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", metavar="FILE", help="write the rows there too")
    parser.add_argument("--quick", action="store_true", help="fewer calls, rougher figures")
    chosen = parser.parse_args()
    rows = []
    console = Console()
    with console.status("measuring"):
        for row in measure(chosen.quick):
            rows.append(row)
            console.log(*row[:3])
    table = Table("what", "measured", "bound", "")
    for what, measured, bound, holds in rows:
        table.add_row(what, measured, bound, "" if holds is None else "ok" if holds else "[red]missed")
    console.print(table)
    if chosen.json:
        names = ("what", "measured", "bound", "ok")
        Path(chosen.json).write_text(json.dumps([dict(zip(names, row, strict=True)) for row in rows], indent=1))
    sys.exit(0 if all(holds is not False for *_, holds in rows) else 1)


if __name__ == "__main__":
    main()
