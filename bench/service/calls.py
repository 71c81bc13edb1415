"""The cost of a call beside a bare echo of the same message sizes, for repeated positions and for new ones.

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
Requests = list[bytes]


def latency(ours: str, echo: str, pids: tuple[int, int], count: int) -> Iterator[Row]:
    """The median time of a move with one iteration, for each game."""
    with grpc.insecure_channel(ours) as channel, grpc.insecure_channel(echo) as bare:
        suggest, reflect = channel.unary_unary("/hunch.v1.OpponentService/SuggestMove"), bare.unary_unary("/Echo/Echo")
        for name in GAMES:
            states = positions(name)
            again = [question(name, iterations=1).SerializeToString()]
            new = [question_of(state, iterations=1).SerializeToString() for state in states]
            for kind, requests in (("again", again), ("new", new if ever_new(states) else [])):
                if requests:
                    yield _beside(f"SuggestMove, 1 iteration, {name}, {kind}", suggest, reflect, requests, pids, count)


def _beside(
    what: str,
    suggest: Callable[[bytes], bytes],
    reflect: Callable[[bytes], bytes],
    requests: Requests,
    pids: tuple[int, int],
    count: int,
) -> Row:
    sizes = itertools.cycle([len(suggest(raw)) for raw in requests])
    sent = itertools.cycle(requests)
    times: tuple[list[float], list[float]] = ([], [])
    spent = [0.0, 0.0]
    for _ in range(count // BATCH):
        batch = list(itertools.islice(sent, BATCH))
        echoed = [next(sizes).to_bytes(4, "big") + raw[4:] for raw in batch]
        for which, (call, messages) in enumerate(((suggest, batch), (reflect, echoed))):
            before = cpu_s(pids[which])
            for raw in messages:
                start = time.perf_counter()
                call(raw)
                times[which].append(time.perf_counter() - start)
            spent[which] += cpu_s(pids[which]) - before
    mine, its = (statistics.median(each) * 1e6 for each in times)
    cost = [seconds / len(times[0]) * 1e6 for seconds in spent]
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
                request_type = getattr(rules_pb2, f"{method}Request")
                new = [request_type(state=state).SerializeToString() for state in states]
                for kind, requests in (("again", new[-1:]), ("new", new if ever_new(states) else [])):
                    if requests:
                        what = f"{method}, {name}, {kind}"
                        rows.append(await _rates(what, call, reflect, requests, pids, seconds))
    return rows


async def _rates(
    what: str,
    call: Callable[[bytes], Any],
    reflect: Callable[[bytes], Any],
    requests: Requests,
    pids: tuple[int, int],
    seconds: float,
) -> Row:
    echoed = [len(await call(raw)).to_bytes(4, "big") + raw[4:] for raw in requests]
    cycles = itertools.cycle(requests), itertools.cycle(echoed)
    rates: tuple[list[float], list[float]] = ([], [])
    costs: tuple[list[float], list[float]] = ([], [])
    for _ in range(4):
        for which, rpc in enumerate((call, reflect)):
            before = cpu_s(pids[which])
            done, wall = await _many(rpc, cycles[which], seconds)
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
