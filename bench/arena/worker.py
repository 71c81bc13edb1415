"""What a worker does, in a process of this machine or of another: it shows its signature and plays a batch."""

import time
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from bench.arena import signature
from bench.arena.results import Found
from bench.arena.task import Task

KINDS = {
    "match": "bench.arena.block",
    "last_turn": "bench.arena.last_turn",
    "honesty": "bench.arena.honesty",
}
"""The module of each kind of task. Its function `found` takes a task, and returns what JSON can hold."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Tasks of one case that a worker does before it answers."""

    tasks: tuple[Task, ...]
    golden: str
    """The signature to show."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A batch with its results."""

    batch: Batch
    found: Found
    seconds: float
    """How long the tasks took, without the signature."""
    cpu: float
    """Processor seconds of these."""


def answer(batch: Batch) -> Answer:
    """Does the tasks of a batch."""
    signature.prove(batch.golden)
    began, cpu = time.monotonic(), time.process_time()
    found = [(task, found_of(task)) for task in batch.tasks]
    return Answer(batch, found, time.monotonic() - began, time.process_time() - cpu)


def found_of(task: Task) -> Any:
    """The result of one task."""
    return import_module(KINDS[task.case.kind]).found(task)
