"""Work in steps: Python that grows with a message, done in slices so that other work can run in between."""

import time
from collections.abc import Callable, Generator
from typing import TypeVar

from hunch.server.jobs import Grant, Paused

T = TypeVar("T")
SLICE_MS = 10.0
"""How long such work holds a core before it pauses for the next in line. A step may exceed it by some milliseconds."""
MS_PER_BYTE = 0.002
"""What such work takes for each byte of its message: about the same for transcripts, records and moves."""

Steps = Generator[None, None, T]
"""A generator that yields where it may pause, at least every few milliseconds, and returns its result."""


def finish(steps: Steps[T]) -> T:
    """The result of all steps, without a pause."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def sliced(steps: Steps[T], slice_ms: float = SLICE_MS) -> Callable[[Grant], T]:
    """The work of a job that pauses after each slice. It needs no stop flag: work that is given up does not go on."""

    def work(grant: Grant) -> T:
        until = time.monotonic() + slice_ms / 1000
        while time.monotonic() < until:
            try:
                next(steps)
            except StopIteration as end:
                result: T = end.value
                return result
        raise Paused

    return work
