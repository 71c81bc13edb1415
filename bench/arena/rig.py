"""The rig: it gives tasks to workers and keeps what they find, on this machine or on a cluster."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from bench.arena.batches import Batches
from bench.arena.results import Results
from bench.arena.signature import golden
from bench.arena.task import Task
from bench.arena.worker import Answer, Batch

CORES = os.cpu_count() or 1
"""Workers if nothing else is said."""
PROCESSES, RAY = "processes", "ray"
"""Where workers are."""
SHOWN = Console(stderr=True)
"""Where progress goes, so that standard output holds results alone."""


class Workers(Protocol):
    """Workers anywhere. A batch may end without an answer, and then its tasks are done again."""

    @property
    def count(self) -> int:
        """How many there are."""

    @property
    def busy(self) -> int:
        """How many batches are given out."""

    def give(self, batch: Batch) -> None:
        """Begins a batch. Fewer than `count` are given out."""

    def ended(self) -> Iterator[tuple[Batch, Answer | None]]:
        """Waits until a batch ends."""

    def close(self) -> None:
        """Ends the workers, at once."""


@dataclass(frozen=True, slots=True)
class Rig:
    """Where tasks are done, and what keeps their results."""

    results: Results
    on: str = PROCESSES
    """PROCESSES, RAY for a cluster on this machine, or the address of a cluster, `ray://HOST:PORT`."""
    jobs: int = CORES
    """Workers on this machine."""

    def do(self, tasks: Sequence[Task], title: str = "playing", is_clear: Callable[[], bool] | None = None) -> float:
        """Does what the results lack, and returns the processor seconds that it took. Ctrl-C keeps what was done.

        If `is_clear` says so after some batch, the rest is left.
        """
        missing, spent = self.results.missing(tasks), 0.0
        if not missing:
            return spent
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[left]}"),
        )
        with Progress(*columns, console=SHOWN, transient=True) as shown, closing(opened(self.on, self.jobs)) as workers:
            line = shown.add_task(title, total=len(missing), left="")
            batches = Batches(missing, workers.count, golden())
            for answer in answers(batches, workers):
                self.results.add(answer.found)
                spent += answer.cpu
                shown.update(line, advance=len(answer.found), left=left(batches.seconds_left()))
                if is_clear is not None and is_clear():
                    break
        return spent


def opened(on: str, jobs: int) -> Workers:
    """The workers at a place."""
    if on == PROCESSES:
        from bench.arena.processes import Processes

        return Processes(jobs)
    if on == RAY or on.startswith(f"{RAY}://"):
        from bench.arena.cluster import Cluster

        return Cluster(None if on == RAY else on, jobs)
    raise ValueError(f"{on!r} is neither {PROCESSES}, {RAY} nor {RAY}://HOST:PORT")


def answers(batches: Batches, workers: Workers) -> Iterator[Answer]:
    """The answers of all batches, as they come. A batch whose worker was lost is given out again."""
    while True:
        while workers.busy < workers.count and (batch := batches.next()) is not None:
            workers.give(batch)
        if not workers.busy:
            return
        for batch, answer in workers.ended():
            if answer is None:
                batches.lost(batch)
            else:
                batches.measured(batch, answer.seconds)
                yield answer


def left(seconds: float | None) -> str:
    """How long it may still take, in words."""
    return "" if seconds is None else "about " + time.strftime("%H:%M:%S", time.gmtime(seconds)) + " left"
