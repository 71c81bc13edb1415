"""Calibration: are a search's values and errors true?

    python -m bench.calibration --out FILE [--only WORDS] [--quick] [--first N] [--jobs 2] [--fit] [--plot FILE]

Games of a search with itself show whether the share of wins that it expects before each turn is what happens: `bias` is
the chance said less what happened, `slope` is 1 if twice the lead is twice as good. Positions are searched with three
seeds, and once far longer: `coverage` is the share of error bars that hold the longer search's value, `spread` how far
seeds lie apart, in reported errors. `both seats` is the sum of both seats' values if they choose at once, as a payoff:
0 is right. Errors after ± are two standard errors; turns of one game count as one.

Games and positions with even numbers are for fitting, and the tables show the odd ones. Each is a line of the file, and
a run that was cut goes on there. Lines of other code do not count. `--fit` writes `values.json` of each game from
the even ones. `--games 0 --positions 0` shows what the file has. With `--every`, one file is for fitting and another,
with numbers from another `--first`, is for the tables.
"""

import itertools
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.calibration import fit, tables
from bench.calibration.plots import plot
from bench.calibration.samples import GAME, POSITION, Case, Sample, SampleLog, Task, sample

GAMES: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...] = (
    ("tomahawk", ()),
    ("manitou", (("players", 2),)),
    ("powwow", (("players", 2),)),
    ("powwow", (("players", 4),)),
    ("goofspiel", ()),
)
"""The games whose values are corrected."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How many samples an effort gets by default."""

    iterations: int
    games: int
    positions: int
    factor: int
    """How many times longer a position is searched again."""


EFFORTS = (Effort(100, 1_000, 200, 50), Effort(1_000, 600, 100, 50), Effort(10_000, 100, 60, 50))
SMALL = (Effort(50, 6, 4, 5),)
"""For a trial of the command."""


def tasks(
    efforts: Sequence[Effort], only: str, games: int | None, positions: int | None, first: int = 0
) -> Iterator[Task]:
    """Everything to sample, with numbers from `first`; positions first, as they take longest."""
    for effort, (name, options) in itertools.product(efforts, GAMES):
        case = Case(name, options, effort.iterations)
        if not any(word in case.words for word in only.split(",")):
            continue
        for number in range(effort.positions if positions is None else positions):
            yield Task(POSITION, case, first + number, effort.factor)
        for number in range(effort.games if games is None else games):
            yield Task(GAME, case, first + number)


def taken(missing: list[Task], jobs: int) -> Iterator[Sample]:
    """The samples, in `jobs` processes. Their number changes nothing."""
    if jobs == 1:
        yield from map(sample, missing)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(sample, missing)


def table(title: str, rows: list[tables.Row]) -> Table:
    """Rows for the terminal."""
    made = Table(title=title, box=box.SIMPLE)
    for heading in tables.HEADINGS:
        made.add_column(heading, justify="left" if heading == "game" else "right", no_wrap=True)
    for row in rows:
        made.add_row(*row.cells())
    return made


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.option("--out", type=Path, help="File of samples. An interrupted run resumes from it.")
@click.option(
    "--only", default="", help="Only games with one of these words, separated by commas: tomahawk, players=4, ..."
)
@click.option("--iterations", type=int, help="Only this effort.")
@click.option("--games", type=int, help="Games of each case, instead of the usual number.")
@click.option("--positions", type=int, help="Positions of each case, instead of the usual number.")
@click.option("--first", default=0, show_default=True, help="Number of the first game; other numbers are other games.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, help="Processes.")
@click.option("--quick", is_flag=True, help="A trial of the command: a few samples of a small effort.")
@click.option("--fit", "fits", is_flag=True, help="Writes the games' values.json.")
@click.option("--every", is_flag=True, help="Even and odd numbers count, in a fit and in the tables.")
@click.option("--plot", "picture", type=Path, help="A picture of the calibration curves.")
@click.option("--json", "file", type=Path)
def main(**given: Any) -> None:
    log = SampleLog(given["out"])
    efforts = [
        effort for effort in (SMALL if given["quick"] else EFFORTS) if given["iterations"] in (None, effort.iterations)
    ]
    wanted = list(tasks(efforts, given["only"], given["games"], given["positions"], given["first"]))
    missing, console = log.missing(wanted), Console(width=170)
    for found in track(
        taken(missing, given["jobs"]), "sampling", len(missing), transient=True, console=Console(stderr=True)
    ):
        log.add(found)
    chosen = list(log.samples.values())
    if given["fits"]:
        for path in fit.write(fit.curves(chosen, given["every"])):
            console.print(f"wrote {path}; `make build` installs it")
        return
    held_out = [each for each in chosen if given["every"] or each.task.held_out]
    before, after = tables.rows(held_out, fit.sampled), tables.rows(held_out, fit.reported)
    console.print(table("As sampled", before))
    console.print(table("As reported", after))
    if given["picture"]:
        plot(given["picture"], held_out, fit.sampled, fit.reported)
    if given["file"]:
        shown = {"sampled": list(map(tables.as_json, before)), "reported": list(map(tables.as_json, after))}
        given["file"].write_text(json.dumps(shown, indent=1) + "\n")


if __name__ == "__main__":
    main()
