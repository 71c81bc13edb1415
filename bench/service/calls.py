"""What a call costs beside a bare echo of messages of the same sizes, of positions that were just here and of new ones.

Calls of both alternate, so other work on the machine slows both alike.
"""

import asyncio
import itertools
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import grpc

from bench.service.processes import cpu_s
from bench.service.questions import Row, ever_new, positions, question, question_of
from hunch.engines import GAMES
from hunch.v1 import rules_pb2

BATCH = 50
AT_ONCE = 16
Asked = list[bytes]


def latency(ours: str, echo: str, pids: tuple[int, int], count: int) -> Iterator[Row]:
    """p50 of a move with one iteration, each game."""
    with grpc.insecure_channel(ours) as channel, grpc.insecure_channel(echo) as bare:
        suggest, reflect = channel.unary_unary("/hunch.v1.OpponentService/SuggestMove"), bare.unary_unary("/Echo/Echo")
        for name in GAMES:
            states = positions(name)
            again = [question(name, iterations=1).SerializeToString()]
            new = [question_of(state, iterations=1).SerializeToString() for state in states]
            for says, asked in (("again", again), ("new", new if ever_new(states) else [])):
                if asked:
                    yield _beside(f"SuggestMove, 1 iteration, {name}, {says}", suggest, reflect, asked, pids, count)


def _beside(
    what: str,
    suggest: Callable[[bytes], bytes],
    reflect: Callable[[bytes], bytes],
    asked: Asked,
    pids: tuple[int, int],
    count: int,
) -> Row:
    sizes = itertools.cycle([len(suggest(raw)) for raw in asked])
    sent = itertools.cycle(asked)
    times: tuple[list[float], list[float]] = ([], [])
    spent = [0.0, 0.0]
    for _ in range(count // BATCH):
        batch = list(itertools.islice(sent, BATCH))
        echoed = [next(sizes).to_bytes(4, "big") + raw[4:] for raw in batch]
        for which, (call, some) in enumerate(((suggest, batch), (reflect, echoed))):
            before = cpu_s(pids[which])
            for raw in some:
                start = time.perf_counter()
                call(raw)
                times[which].append(time.perf_counter() - start)
            spent[which] += cpu_s(pids[which]) - before
    mine, its = (statistics.median(one) * 1e6 for one in times)
    cost = [one / len(times[0]) * 1e6 for one in spent]
    measured = f"{mine:.0f} µs, echo {its:.0f} µs; CPU {cost[0]:.0f}, {cost[1]:.0f} µs"
    return what, measured, f"{mine / its:.2f} times (≤ 2)", mine / its <= 2


async def throughput(ours: str, echo: str, pids: tuple[int, int], seconds: float) -> list[Row]:
    """Calls a second of CheckState and ListMoves, many at a time."""
    rows: list[Row] = []
    async with grpc.aio.insecure_channel(ours) as channel, grpc.aio.insecure_channel(echo) as bare:
        reflect = bare.unary_unary("/Echo/Echo")
        for name in GAMES:
            states = positions(name)
            for method in ("CheckState", "ListMoves"):
                call = channel.unary_unary(f"/hunch.v1.RulesService/{method}")
                kind = getattr(rules_pb2, f"{method}Request")
                asked = [kind(state=state).SerializeToString() for state in states]
                for says, some in (("again", asked[-1:]), ("new", asked if ever_new(states) else [])):
                    if some:
                        what = f"{method}, {name}, {says}"
                        rows.append(await _rates(what, call, reflect, some, pids, seconds))
    return rows


async def _rates(
    what: str,
    call: Callable[[bytes], Any],
    reflect: Callable[[bytes], Any],
    asked: Asked,
    pids: tuple[int, int],
    seconds: float,
) -> Row:
    echoed = [len(await call(raw)).to_bytes(4, "big") + raw[4:] for raw in asked]
    cycles = itertools.cycle(asked), itertools.cycle(echoed)
    rates: tuple[list[float], list[float]] = ([], [])
    costs: tuple[list[float], list[float]] = ([], [])
    for _ in range(4):
        for which, one in enumerate((call, reflect)):
            before = cpu_s(pids[which])
            done, wall = await _many(one, cycles[which], seconds)
            rates[which].append(done / wall)
            costs[which].append((cpu_s(pids[which]) - before) / done * 1e6)
    (mine, its), (cost, bare) = map(statistics.median, rates), map(statistics.median, costs)
    measured = f"{mine:,.0f}/s, echo {its:,.0f}/s; CPU {cost:.0f}, {bare:.0f} µs"
    return what, measured, f"{mine / its:.2f} (≥ 0.5)", mine >= its / 2


async def _many(call: Callable[[bytes], Any], sent: Iterator[bytes], seconds: float) -> tuple[int, float]:
    start = time.perf_counter()
    end, done = start + seconds, 0

    async def worker() -> None:
        nonlocal done
        while time.perf_counter() < end:
            await call(next(sent))
            done += 1

    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    return done, time.perf_counter() - start
