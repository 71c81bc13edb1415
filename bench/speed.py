"""The speed of the engines as a ratio to OpenSpiel's C++ engines: one thread, one run, medians.

    python -m bench.speed [--repeats N] [--only NAME] [--json FILE]

Each row is measured on both sides in turn, `--repeats` times, in CPU time of the thread. The ratio is ours over the
peer's, of the medians. The ratio has a floor and an aim; absolute rates depend on the machine as much as on the code.

playouts  Uniform random games from the first decision (cards dealt, first prize up) to the end, in one call on each
          side. Ours use the contract's `rollout`, which the reference games override. The peer's use its C++ rollout
          evaluator.
steps     Whole random games through the contract's `legal`, a uniform choice and `apply`, without overrides, and chance
          events through `roll`. The rate is decisions per second of all that time; in the solitaire game it is steps,
          as most are chance. The peer's rate is decisions in its playouts of 13-card goofspiel, which do the same.

search    Iterations of a whole search of 10,000 from the first decision. Memory, worlds and tree count; exact ends are
          off. The peers are OpenSpiel's C++ MCTS (which sees everything) and ISMCTS with as many iterations, and its
          Python ISMCTS with 300. For games that OpenSpiel lacks, the peer is our own rollouts with the same policy, as
          far as a search plays on (the contract's `leaf_value`).

Exits with 1 if a ratio is below its floor.
"""

import json
import os
import platform
import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench import ismcts, peers
from bench.measure import Result, Row, Work, measured
from hunch.engines import CHANCE, GAMES, Stream, load, questions
from hunch.engines.random_games import random_games
from hunch.search.advice import Limits, Settings, advise

# Playouts: our game, its options, the peer's name of it, floor, aim.
PLAYOUTS = (
    ("goofspiel13", "goofspiel", {}, peers.GOOFSPIEL13, 25, 50),
    ("kuhn", "kuhn", {}, "kuhn_poker", 4, None),
    ("leduc", "leduc", {}, "leduc_poker", 4, None),
)
ITERATIONS, PYTHON_ITERATIONS = 10_000, 300
# Searches: our game, our method, the peer, its name, floor, aim.
SEARCHES = (
    ("goofspiel", "ucb", ismcts.ismcts_python(PYTHON_ITERATIONS), "Python ISMCTS", 400, 800),
    ("goofspiel", "ucb", ismcts.mcts_cpp(peers.GOOFSPIEL13, ITERATIONS), "C++ MCTS", 15, 30),
    ("goofspiel", "regret", ismcts.mcts_cpp(peers.GOOFSPIEL13, ITERATIONS), "C++ MCTS", 8, 20),
    ("leduc", "regret", ismcts.ismcts_cpp("leduc_poker", ITERATIONS), "C++ ISMCTS", 4, 8),
)


def rows() -> Iterator[Row]:
    """All that is measured: beside the peers what both have, and of each game what its `questions.json` asks for."""
    for name, game, options, peer, floor, aim in PLAYOUTS:
        yield Row(f"{name} playouts", "games", playouts(game, options), peers.playouts(peer), "C++", floor, aim)
    for game in GAMES:
        if speed := questions(game).speed:
            ours = steps(game, speed.options, speed.unit)
            yield Row(f"{game} steps", speed.unit, ours, peers.steps(), "C++ goofspiel13", speed.floor)
    for game, method, search_of, peer_name, floor, aim in SEARCHES:
        ours = searches(game, {}, method)
        yield Row(f"{game} search, {method}", "iterations", ours, search_of, peer_name, floor, aim)
    for game in GAMES:
        for asked in questions(game).searches:
            ours, rolled = searches(game, asked.options, asked.method), playouts(game, asked.options, to_leaf=True)
            seats = f" {asked.options['players']}" if asked.options else ""
            yield Row(f"{game}{seats} search, {asked.method}", "iterations", ours, rolled, "own rollouts", 0.4, 0.6)


def searches(name: str, options: Mapping[str, Any], method: str, seed: int = 7) -> Work:
    """Searches from the first decision."""
    stream = Stream(seed)
    state = load(name, **options).new()
    while state.to_move == CHANCE:
        state = state.after(state.roll(stream))
    limits, settings = Limits(iterations=ITERATIONS), Settings(method=method, exact=False)

    def work(amount: int) -> float:
        runs = max(amount // ITERATIONS, 1)
        for run in range(runs):
            advise(state, state.to_move, limits, seed=run, settings=settings)
        return runs * ITERATIONS

    return work


def playouts(name: str, options: Mapping[str, Any], seed: int = 7, to_leaf: bool = False) -> Work:
    """Random playouts from the first decision, to the end or as far as a search plays on."""
    stream = Stream(seed)
    state = load(name, **options).new()
    while state.to_move == CHANCE:
        state = state.after(state.roll(stream))
    play = state.leaf_values if to_leaf else state.rollouts

    def work(amount: int) -> float:
        play(amount, stream)
        return amount

    return work


def steps(name: str, options: Mapping[str, Any], unit: str, seed: int = 7) -> Work:
    """Steps of whole random games; the amount asked for is in games."""
    game = load(name, **options)

    def work(amount: int) -> float:
        made, decisions, _, _ = random_games(game, amount, seed, checked=False)
        return made if unit == "steps" else decisions

    return work


def table(results: Sequence[Result], repeats: int) -> Table:
    title = f"Speed beside {peers.VERSION}: one thread, CPU time, medians of {repeats}"
    made = Table(title=title, title_justify="left", box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    made.add_column("what", no_wrap=True)
    made.add_column("peer")
    for heading in ("ours/s", "peer/s", "ratio", "floor", "aim"):
        made.add_column(heading, justify="right", no_wrap=True)
    made.add_column("", no_wrap=True)
    colours = {"too slow": "red", "ok": "green", "aim": "bold green"}
    for result in results:
        row, verdict = result.row, result.verdict
        made.add_row(
            row.name,
            row.peer_name,
            short(statistics.median(result.ours)),
            short(statistics.median(result.peer)),
            f"{result.ratio:.2f}",
            f"{row.floor:.3g}",
            "" if row.aim is None else f"{row.aim:.3g}",
            f"[{colours[verdict]}]{verdict}[/]",
        )
    return made


def short(rate: float) -> str:
    """Three digits and k or M."""
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if rate >= unit:
            return f"{rate / unit:#.3g}".rstrip(".") + name
    return f"{rate:.0f}"


def as_json(results: Sequence[Result], repeats: int) -> dict[str, Any]:
    """The same as data, with the least and the greatest rate."""

    def side(rates: tuple[float, ...]) -> dict[str, int]:
        return {"median": round(statistics.median(rates)), "min": round(min(rates)), "max": round(max(rates))}

    return {
        "peer": peers.VERSION,
        "machine": platform.machine(),
        "cpus": os.cpu_count(),
        "python": platform.python_version(),
        "repeats": repeats,
        "rows": [
            {
                "name": result.row.name,
                "unit": result.row.unit,
                "peer": result.row.peer_name,
                "ours_per_s": side(result.ours),
                "peer_per_s": side(result.peer),
                "ratio": round(result.ratio, 3),
                "floor": result.row.floor,
                "aim": result.row.aim,
                "verdict": result.verdict,
            }
            for result in results
        ],
    }


@click.command(help="How fast the engines are beside OpenSpiel's C++ ones.")
@click.option("--repeats", default=7, show_default=True, help="Measurements of each row.")
@click.option("--only", default="", help="Only rows with this in their name.")
@click.option("--json", "path", type=click.Path(path_type=Path), help="Also write the figures to this file.")
def main(repeats: int, only: str, path: Path | None) -> None:
    console = Console()
    chosen = [row for row in rows() if only in row.name]
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("measuring", total=repeats * len(chosen))
        results = list(measured(chosen, repeats, lambda: progress.advance(task)))
    console.print(table(results, repeats))
    if path is not None:
        path.write_text(json.dumps(as_json(results, repeats), indent=1) + "\n")
    raise SystemExit(any(result.verdict == "too slow" for result in results))


if __name__ == "__main__":
    main()
