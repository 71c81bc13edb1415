"""What only a clock can measure: how fast a search stops, and what a second thread brings. Needs a quiet machine.

    python -m bench.latency [--stops 200] [--repeats 9] [--only NAME] [--json FILE]

stop      Milliseconds from the flag, which another thread raises, to the answer: median, 99th percentile, worst. Each
          search begins somewhere in a random game and is stopped after 2 to 40 ms.
threads   Iterations per second of wall time with two threads, over those with one. Medians of searches of a fifth of a
          second, in turn. Each thread makes the same number of iterations.

Exits with 1 if the 99th percentile of stops is above its bound, or if two threads bring less than their floor.
"""

import json
import statistics
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from hunch.engines import CHANCE, GAMES, State, Stream, load, questions
from hunch.search.advice import Limits, Search, Settings

STOP_FLOOR = 5.0
THREADS_FLOOR = 1.8
SPAN_S, PILOT = 0.2, 2_000
MOST_DECISIONS = 12


def position(name: str, options: Mapping[str, Any], stream: Stream) -> State:
    """A decision with more than one move, somewhere in a random game."""
    while True:
        state, left = load(name, **options).new(), stream.below(MOST_DECISIONS)
        while not state.over:
            if state.to_move == CHANCE:
                state = state.after(state.roll(stream))
            elif left or len(state.legal()) < 2:
                state, left = state.after(stream.choice(state.legal())), max(left - 1, 0)
            else:
                return state


def stopped(state: State, method: str, seed: int, delay: float) -> float:
    """Milliseconds from the flag to the answer. Freeing the search is not measured."""
    search = Search(state, state.to_move, Limits(time_ms=60_000), seed=seed, settings=Settings(method, exact=False))
    raised: list[int] = []

    def stop() -> None:
        raised.append(time.perf_counter_ns())
        search.stop()

    timer = threading.Timer(delay, stop)
    timer.start()
    search.run()
    ended = time.perf_counter_ns()
    timer.join()
    return max(ended - raised[0], 0) / 1e6


def rate(state: State, iterations: int, threads: int, seed: int) -> float:
    """Iterations per second of wall time, if each thread makes `iterations`."""
    limits, settings = Limits(iterations=iterations * threads, threads=threads), Settings("ucb", exact=False)
    search = Search(state, state.to_move, limits, seed=seed, settings=settings)
    began = time.perf_counter()
    return search.run().iterations / (time.perf_counter() - began)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share does not exceed."""
    return sorted(values)[max(-(-int(share * 1000) * len(values) // 1000) - 1, 0)]


def stops(name: str, options: Mapping[str, Any], method: str, count: int) -> dict[str, float]:
    """The latencies of `count` stops."""
    stream = Stream(1)
    times = [stopped(position(name, options, stream), method, n, 0.002 + 0.038 * stream.unit()) for n in range(count)]
    return {"median": statistics.median(times), "p99": percentile(times, 0.99), "worst": max(times)}


def doubled(name: str, options: Mapping[str, Any], repeats: int) -> dict[str, float]:
    """What a second thread brings."""
    state = position(name, options, Stream(2))
    share = int(rate(state, PILOT, 1, 0) * SPAN_S)
    rates: tuple[list[float], list[float]] = ([], [])
    for n in range(repeats):
        for threads in (1, 2):
            rates[threads - 1].append(rate(state, share, threads, n))
    one, two = (statistics.median(each) for each in rates)
    return {"one": one, "two": two, "ratio": two / one}


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.option("--stops", "count", default=200, show_default=True)
@click.option("--repeats", default=9, show_default=True)
@click.option("--only", default="", help="Only games with this in their name.")
@click.option("--json", "file", type=Path)
def main(count: int, repeats: int, only: str, file: Path | None) -> None:
    console, rows, failed = Console(), [], False
    cases = [(name, one.options, one.method) for name in GAMES if only in name for one in questions(name).latency]
    made = Table(title="What only a clock can measure", title_justify="left", box=box.SIMPLE, pad_edge=False)
    for heading in ("game", "method", "stop, median ms", "p99", "worst", "two threads / one"):
        made.add_column(heading, justify="left" if heading in "game method" else "right")
    with Progress(console=console, transient=True) as progress:
        for name, options, method in progress.track(cases):
            stop_ms = stops(name, options, method, count)
            threads = (
                doubled(name, options, repeats) if not method and load(name, data=None, **options).seats > 1 else None
            )
            failed |= stop_ms["p99"] > STOP_FLOOR or bool(threads and threads["ratio"] < THREADS_FLOOR)
            words = name + "".join(f" {value}" for value in options.values())
            figures = [f"{stop_ms[key]:.2f}" for key in ("median", "p99", "worst")]
            made.add_row(words, method, *figures, f"{threads['ratio']:.2f}" if threads else "")
            rows.append({"game": name, "options": options, "method": method, "stop_ms": stop_ms, "threads": threads})
    console.print(made)
    if file:
        file.write_text(json.dumps(rows, indent=1) + "\n")
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
