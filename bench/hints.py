"""Hints: is what they say of a difference true?

    python -m bench.hints --out FILE [--only WORDS] [--iterations N] [--positions N] [--jobs 2] [--fit] [--json FILE]

In a position of each game between quick searches a hint is asked for: half of the time for an idea, a legal move drawn
by lot, else for the best turn beside the next best. Both turns are then searched a hundred times longer, by other luck.
`agrees` is the share of hints whose difference, within two of its standard errors, holds that of the longer search.
`better` is the share of hints that call a turn better, and `wrong` how many of these the longer search finds worse.
`open` is the share that cannot say which is better. `error` is the median standard error, as a payoff.

Positions with even numbers are for fitting, and the table shows the odd ones. Each is a line of the file, and a run
that was cut goes on there. Lines of other code do not count. `--fit` writes the errors beyond sampling into
`values.json` of each game. `--positions 0` shows what the file has.
"""

import json
import math
import os
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.arena.seat import Seat
from bench.calibration import fit
from bench.calibration.__main__ import GAMES
from bench.calibration.fit import least_of
from bench.calibration.samples import Case, Sample, SampleLog, Task, decisions, shuffled
from hunch.engines import Game, Stream, load
from hunch.search import comparison
from hunch.search.advice import AdviceOptions, Limits, Search
from hunch.search.correction import CORRECTED, NONE, Correction, correction, fitting_curves
from hunch.search.difference import Difference, Estimate, estimates

HINT = "hint"
"""The kind of these samples."""
WITHIN = 2.0
"""Standard errors within which the difference of the longer search should lie."""
SURE = 3.0
"""Standard errors from which a hint calls a turn better."""
AGREEING = 0.95
"""Share of hints that should agree."""
ALIKE = 0.05
"""Payoff within which two turns must lie to be called equally good."""
CANDIDATES = 20
"""Turns that a hint looks at."""
MEMORY_MIB = 512
"""Memory of the longer search."""
LONGER_LUCK = 0xFA12
"""Changes the seed for the longer search."""
EVERY_GAME = (*GAMES, ("comancheria", ()))
"""The games that are measured."""
HEADINGS = ("game", "iterations", "positions", "agrees", "better", "wrong", "open", "error")


@dataclass(frozen=True, slots=True)
class Pair:
    """What was sampled of the two turns of a hint, and again by a longer search."""

    method: str
    short: tuple[Estimate, Estimate]
    short_iterations: int
    long: tuple[Estimate, Estimate]
    long_iterations: int

    def differences(self, known: Correction) -> tuple[Difference, Difference]:
        """What is said of the difference, and what the longer search says."""
        return (
            Difference(*known.difference(self.short[0][:2], self.short[1][:2], self.short_iterations)),
            Difference(*known.difference(self.long[0][:2], self.long[1][:2], self.long_iterations)),
        )


def game_of(case: Case) -> Game:
    """The game of a case."""
    return load(case.game, **dict(case.options))


def sampled(task: Task) -> Sample:
    """A hint in one position of the task's game, and the longer search."""
    game, stream = game_of(task.case), Stream((task.number << 8) + 99)
    with_idea = task.number // 2 % 2 == 1
    for given in shuffled(decisions(game, task.number), stream):
        idea = (stream.choice(given.view.legal()),) if with_idea else ()
        found = hinted(given, idea, task, stream.below(1 << 31))
        if found is not None:
            return Sample(task, found)
    return Sample(task, {})


def hinted(given: Seat, idea: Sequence[int], task: Task, seed: int) -> dict[str, Any] | None:
    """What a hint samples of its two turns, and the longer search; None if nothing is sampled."""
    limits = comparison.halves(Limits(iterations=task.case.iterations))
    options = AdviceOptions(candidates=CANDIDATES)
    first = Search(given.view, given.seat, limits[0], seed=seed, options=options, record=given.record)
    advice = first.run()
    if advice.method == "only_move":
        return None
    known, second = comparison.searched(first, advice, tuple(idea), limits[1], lambda search: search.run())
    if known.rival is None or second is first or known.difference is None:
        return None
    best, rival = known.best.turn, known.rival.turn
    most = second.limits.iterations * task.factor
    longer = comparison.of_both(first, (best, rival), Limits(iterations=most, memory_mib=MEMORY_MIB), LONGER_LUCK)
    longer.run()
    assert second.findings is not None
    assert longer.findings is not None
    found = estimates(longer.findings, best, rival)
    short = estimates(second.findings, best, rival)
    if found is None or short is None:
        return None
    return {
        "method": second.findings.method,
        "idea": list(idea),
        "short": short,
        "short_iterations": second.findings.iterations,
        "long": found,
        "long_iterations": longer.findings.iterations,
    }


def pair_of(sample: Sample) -> Pair | None:
    """The pair of a sample; None if nothing was sampled."""
    found = sample.found
    if not found:
        return None
    short, longer = (tuple(Estimate(*each) for each in found[name]) for name in ("short", "long"))
    times = found["short_iterations"], found["long_iterations"]
    return Pair(found["method"], (short[0], short[1]), times[0], (longer[0], longer[1]), times[1])


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of a case."""

    case: Case
    positions: int
    agrees: float
    better: float
    wrong: float
    open: float
    error: float

    def cells(self) -> tuple[str, ...]:
        """As a line of a table."""
        shares = (self.agrees, self.better, self.wrong, self.open)
        shown = ("–" if math.isnan(share) else f"{share:.2f}" for share in shares)
        return (self.case.words, f"{self.case.iterations:,}", str(self.positions), *shown, f"{self.error:.3f}")

    def as_json(self) -> dict[str, Any]:
        """As JSON; a figure that is not known is null."""
        figures = {name: getattr(self, name) for name in ("agrees", "better", "wrong", "open", "error")}
        return {
            "game": self.case.game,
            "options": dict(self.case.options),
            "iterations": self.case.iterations,
            "positions": self.positions,
            **{name: None if math.isnan(figure) else round(figure, 5) for name, figure in figures.items()},
        }


Known = Callable[[Case, str], Correction]
"""The correction of a game and a method."""


def stored(case: Case, method: str) -> Correction:
    """The correction that the game stores."""
    return correction(game_of(case), method)


def rows(samples: Iterable[Sample], known: Known = stored) -> list[Row]:
    """A row for each case."""
    by_case: dict[Case, list[Pair]] = {}
    for sample in samples:
        pair = pair_of(sample)
        if pair is not None:
            by_case.setdefault(sample.task.case, []).append(pair)
    return [
        _row(case, by_case[case], known) for case in sorted(by_case, key=lambda case: (case.words, case.iterations))
    ]


def _row(case: Case, pairs: Sequence[Pair], known: Known) -> Row:
    told = [pair.differences(known(case, pair.method)) for pair in pairs]
    agree = [abs(longer.margin - said.margin) <= WITHIN * said.standard_error for said, longer in told]
    sure = [(said, longer) for said, longer in told if said.sigmas >= SURE]
    better = [(said, longer) for said, longer in sure if said.margin > comparison.EVEN]
    wrong = [longer.margin < 0 for _, longer in better]
    undecided = [said.sigmas < 1.0 and abs(said.margin) + WITHIN * said.standard_error > ALIKE for said, _ in told]
    return Row(
        case,
        len(told),
        statistics.fmean(agree),
        len(better) / len(told),
        statistics.fmean(wrong) if wrong else math.nan,
        statistics.fmean(undecided),
        statistics.median(said.standard_error for said, _ in told),
    )


def fitted(case: Case, samples: Sequence[Sample]) -> float:
    """The least error beyond sampling, of an even position, with which AGREEING of the hints agree."""
    curves = fitting_curves(game_of(case))
    for hundredth in range(101):
        trial = Correction([replace(curve, apart=hundredth / 100) for curve in curves], least_of(case))
        (row,) = rows(samples, partial(_corrected_by, trial))
        if row.agrees >= AGREEING:
            break
    return hundredth / 100


def _corrected_by(trial: Correction, case: Case, method: str) -> Correction:
    return trial if method in CORRECTED else NONE


def tasks(only: str, iterations: int, positions: int, factor: int) -> Iterator[Task]:
    """Everything to sample."""
    for number in range(positions):
        for name, options in EVERY_GAME:
            case = Case(name, options, iterations)
            if any(word in case.words for word in only.split(",")):
                yield Task(HINT, case, number, factor)


def taken(missing: list[Task], jobs: int) -> Iterator[Sample]:
    """The samples, in `jobs` processes. Their number changes nothing."""
    if jobs == 1:
        yield from map(sampled, missing)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(sampled, task) for task in missing]):
            yield done.result()


def table(shown: Sequence[Row]) -> Table:
    """Rows for the terminal."""
    made = Table(title="Differences that hints report", box=box.SIMPLE)
    for heading in HEADINGS:
        made.add_column(heading, justify="left" if heading == "game" else "right", no_wrap=True)
    for row in shown:
        made.add_row(*row.cells())
    return made


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.option("--out", type=Path, help="File of samples. An interrupted run resumes from it.")
@click.option("--only", default="", help="Only games with one of these words, separated by commas.")
@click.option("--iterations", default=1_000, show_default=True, help="Iterations of a hint.")
@click.option("--positions", default=200, show_default=True, help="Positions of each game.")
@click.option("--factor", default=100, show_default=True, help="How many times longer both turns are searched again.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, help="Processes.")
@click.option("--fit", "fits", is_flag=True, help="Writes the errors into the games' values.json.")
@click.option("--json", "file", type=Path)
def main(**given: Any) -> None:
    log, console = SampleLog(given["out"]), Console(width=120)
    wanted = list(tasks(given["only"], given["iterations"], given["positions"], given["factor"]))
    missing = log.missing(wanted)
    for found in track(
        taken(missing, given["jobs"]), "sampling", len(missing), transient=True, console=Console(stderr=True)
    ):
        log.add(found)
    chosen = [sample for sample in log.samples.values() if sample.task.kind == HINT]
    if given["fits"]:
        for path in fit.write_apart(errors(chosen)):
            console.print(f"wrote {path}; `make build` installs it")
        return
    shown = rows(sample for sample in chosen if sample.task.held_out)
    console.print(table(shown))
    if given["file"]:
        given["file"].write_text(json.dumps([row.as_json() for row in shown], indent=1) + "\n")


def errors(samples: Iterable[Sample]) -> dict[Case, float]:
    """By case of a game whose values are corrected: the error beyond sampling, from the samples for fitting."""
    by_case: dict[Case, list[Sample]] = {}
    for sample in samples:
        if not sample.task.held_out and pair_of(sample) is not None and fitting_curves(game_of(sample.task.case)):
            by_case.setdefault(sample.task.case, []).append(sample)
    return {case: fitted(case, own) for case, own in by_case.items()}


if __name__ == "__main__":
    main()
