"""Honesty: whether what a search says of its own values is true, kept beside strength under the same signature.

The samples and their figures are those of `bench.calibration`; the rig only takes them on its workers and keeps them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bench.arena.results import Results
from bench.arena.rig import Rig
from bench.arena.task import Case, Task
from bench.calibration import __main__ as command
from bench.calibration import fit, samples, tables

KIND = "honesty"
"""Of tasks; a block is a sample by its number."""
SAMPLE, ITERATIONS, FACTOR = "sample", "iterations", "factor"
"""Settings: which kind of sample, of which effort, and how many times longer a position is searched again."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which samples."""

    only: str = ""
    """Words of the games, separated by commas."""
    quick: bool = False
    """A few samples of a small effort."""
    games: int | None = None
    """Of each case; None for the usual number."""
    positions: int | None = None


def found(task: Task) -> Any:
    """What a sample found."""
    return dict(samples.sample(as_sample(task)).found)


def as_task(wanted: samples.Task) -> Task:
    """A sample as a task of the rig."""
    case = wanted.case
    settings = ((SAMPLE, wanted.kind), (ITERATIONS, case.iterations), (FACTOR, wanted.factor))
    return Task(Case(KIND, case.game, case.options, settings=settings), 0, wanted.number)


def as_sample(task: Task) -> samples.Task:
    """The sample of such a task."""
    settings = dict(task.case.settings)
    case = samples.Case(task.case.game, task.case.options, settings[ITERATIONS])
    return samples.Task(settings[SAMPLE], case, task.block, settings[FACTOR])


def measured(rig: Rig, wanted: Wanted) -> tuple[list[tables.Row], list[tables.Row]]:
    """The figures as sampled and as reported, of the samples that no correction was fitted to."""
    efforts: Sequence[command.Effort] = command.SMALL if wanted.quick else command.EFFORTS
    each = command.tasks(efforts, wanted.only, wanted.games, wanted.positions)
    rig.do([as_task(sample) for sample in each], "sampling")
    return rows(rig.results)


def rows(results: Results) -> tuple[list[tables.Row], list[tables.Row]]:
    """The figures of all samples in a file."""
    taken = [
        samples.Sample(as_sample(Task(case, seed, number)), each)
        for case in results.cases()
        if case.kind == KIND
        for (seed, number), each in results.numbered(case)
    ]
    held_out = [sample for sample in taken if sample.task.held_out]
    return tables.rows(held_out, fit.sampled), tables.rows(held_out, fit.reported)
