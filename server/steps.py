"""Work in steps: Python that grows with a message, done in slices that others may come between."""

import time
from collections.abc import Callable, Generator
from typing import TypeVar

from hunch.server.scheduler import Grant, Paused

T = TypeVar("T")
SLICE_MS = 10.0
"""How long such work holds a core before whoever's turn it is goes on; a step may exceed it by some milliseconds."""
MS_A_BYTE = 0.002
"""What such work takes for each byte of its message: transcripts, records and moves are much alike."""

Steps = Generator[None, None, T]
"""It yields where it may pause, at the latest after some milliseconds, and returns its result."""


def finish(steps: Steps[T]) -> T:
    """The result, with all steps at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def sliced(steps: Steps[T], slice_ms: float = SLICE_MS) -> Callable[[Grant], T]:
    """The work of a job that pauses after each slice. It needs no flag: who gives it up does not let it go on."""

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
