"""Tomahawk's last turn: the loss of our answer to a best response, and its time, by how much is hidden.

    python -m bench.last_turn [--positions 1000] [--time-ms 1000] [--bounded 60] [--json FILE]

The positions begin the last turn in games of the rollout policy with itself. The rest is a game whose common prior is
all worlds that fit what everybody knows. The loss is the payoff that best responses to this very answer gain, averaged
over both seats. A side's hidden cards are those in hand or face down that differ between these worlds. Times are
processor time of a whole `solve`, which stops at the aim's loss.

If a solution exceeds its limits, a search takes over. The first of these positions get plans for both seats: sampled
regret over whole payoff tables, of worlds drawn from what everybody knows. bench/bounds.py bounds the plans' losses.
The table shows the means over the positions, two standard errors further out.

Exits with 1 if a median is above its bound.
"""

import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.bounds import Bounds, bounds
from bench.match import two_errors
from hunch.engines import CHANCE, PUBLIC, Game, State, Stream, load
from hunch.engines.games.tomahawk.names import names_of
from hunch.engines.games.tomahawk.state import PILES, TURNS
from hunch.search.exact import TooLarge, solve
from hunch.search.matrix_cfr import MatrixCfr
from hunch.search.results import Lookup, merged_lookup
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

LISTED = 1000
"""Most worlds in which hidden cards are counted. If there are more, more than two cards are hidden."""
SAMPLED = 300_000
"""Worlds to learn from if a solution exceeds its limits: about a second."""
MEMORY = 64 << 20
"""Bytes for the tree, as in `advise`."""


@dataclass(frozen=True, slots=True)
class Stratum:
    """Positions in which each side hides at most `most` cards, with the floors of loss and milliseconds, and the loss
    aimed at."""

    name: str
    most: int
    aim: float
    loss: float | None
    ms: float | None


STRATA = (
    Stratum("nothing hidden", 0, 1e-4, 0.001, 1.0),
    Stratum("at most 2 a side", 2, 0.01, 0.01, 1000.0),
    Stratum("more", 99, 0.03, None, None),
)


@dataclass(frozen=True, slots=True)
class Row:
    """The results of a stratum."""

    name: str
    positions: int
    solved: int
    loss: tuple[float, float]
    """Median and 99th percentile, of those that were solved."""
    ms: tuple[float, float]
    bounded: int
    bounds: tuple[float, float]
    """Of the mean loss where it was bounded."""


def positions(game: Game, count: int) -> Iterator[State]:
    """Where seat 0 begins the last turn, one from each game."""
    for seed in range(count):
        stream, state = Stream(seed), game.new()
        while state.to_move == CHANCE or state.fields()["turn"] < TURNS - 1:
            state = state.after(state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream))
        yield state


def hidden(state: State) -> int:
    """Cards of the side that hides more which are not the same in all worlds that fit what everybody knows."""
    names = names_of(state.game)
    worlds = state.view(PUBLIC).worlds(LISTED)
    if worlds is None:
        return STRATA[-1].most
    fields = [world.fields() for world, _ in worlds]
    most = 0
    for seat in range(2):
        hands = [Counter(names.codes_in(world["hand"][seat])) for world in fields]
        sure = hands[0]
        for hand in hands:
            sure = sure & hand
        rows = [[world["card"][seat][turn][pile] for world in fields] for turn in range(TURNS) for pile in range(PILES)]
        unsure = sum(len(set(row)) > 1 for row in rows)
        most = max(most, hands[0].total() - sure.total() + unsure)
    return most


def measured(counted: list[tuple[int, State]], stratum: Stratum, least: int, time_ms: int, most_bounded: int) -> Row:
    """Solves the positions that hide more than `least` cards a side, and no more than the stratum says."""
    losses, times, left = [], [], []
    chosen = [state for hides, state in counted if least < hides <= stratum.most]
    for state in track(chosen, stratum.name, transient=True):
        began = time.thread_time()
        try:
            solution = solve(state, 0, target=stratum.aim, time_ms=time_ms)
        except TooLarge:
            left.append(state)
            continue
        times.append((time.thread_time() - began) * 1000)
        losses.append(solution.exploitability)
    left = left[:most_bounded]
    bounded = [bounds(state, sampled(state)) for state in track(left, f"{stratum.name}, bounds", transient=True)]
    return Row(stratum.name, len(chosen), len(losses), spread(losses), spread(times), len(bounded), outer(bounded))


def sampled(state: State) -> Lookup:
    """Plans for both seats by sampled regret, as good for any of their types."""
    worlds = Worlds(state.view(0), 0, 1, public=True, aimed_share=0.0, seed=1)
    sampler = MatrixCfr(worlds, Tree(MEMORY), 1)
    sampler.run(Stop(), SAMPLED)
    return merged_lookup([sampler])


def outer(counted: list[Bounds]) -> tuple[float, float]:
    """Bounds of the mean, two standard errors further out."""
    if not counted:
        return float("nan"), float("nan")
    lower, upper = [each.lower for each in counted], [each.upper for each in counted]
    return statistics.mean(lower) - two_errors(lower), statistics.mean(upper) + two_errors(upper)


def spread(figures: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    if not figures:
        return float("nan"), float("nan")
    return statistics.median(figures), sorted(figures)[min(len(figures) - 1, len(figures) * 99 // 100)]


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.option("--positions", "count", default=1000, show_default=True)
@click.option("--time-ms", default=1000, show_default=True, help="For each solution.")
@click.option("--bounded", default=60, show_default=True, help="Positions of a stratum that get bounds.")
@click.option("--json", "file", type=Path)
def main(count: int, time_ms: int, bounded: int, file: Path | None) -> None:
    made = Table(title="Tomahawk's last turn, ex ante loss to a best response", box=box.SIMPLE)
    for heading in ("hidden", "positions", "solved", "loss", "p99", "floor", "ms", "p99", "floor", "bounded", "bounds"):
        made.add_column(heading, justify="left" if heading == "hidden" else "right", no_wrap=True)
    counted = [(hidden(state), state) for state in track(positions(load("tomahawk"), count), "playing", count)]
    rows, least, failed = [], -1, False
    for stratum in STRATA:
        row = measured(counted, stratum, least, time_ms, bounded)
        least = stratum.most
        rows.append(asdict(row))
        made.add_row(
            row.name,
            str(row.positions),
            str(row.solved),
            *(f"{figure:.1e}" for figure in row.loss),
            f"{stratum.loss or '–'}",
            *(f"{figure:.2f}" for figure in row.ms),
            f"{stratum.ms or '–'}",
            str(row.bounded),
            " to ".join(f"{figure:.3f}" for figure in row.bounds) if row.bounded else "",
        )
        if stratum.loss is not None and stratum.ms is not None and row.solved:
            failed |= not (row.loss[0] <= stratum.loss and row.ms[0] <= stratum.ms)
    Console(width=140).print(made)
    if file:
        file.write_text(json.dumps({"time_ms": time_ms, "rows": rows}, indent=1) + "\n")
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
