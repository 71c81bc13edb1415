"""Waits that end: when it came to that, or with the name of what never came."""

import asyncio
import inspect
import os
import time
from collections.abc import Callable

HANGS_S = 1_200.0
"""What takes longer hangs, on whatever machine."""


def wait_for(done: Callable[[], object], what: str) -> None:
    """Returns once it holds; other threads run meanwhile."""
    end = time.monotonic() + HANGS_S
    while not done():
        assert time.monotonic() < end, f"it never came to that: {what}"
        os.sched_yield()


async def until(done: Callable[[], object], what: str) -> None:
    """Returns once it holds; `done` may have to be awaited."""
    end = time.monotonic() + HANGS_S
    while not (await answer if inspect.isawaitable(answer := done()) else answer):
        assert time.monotonic() < end, f"it never came to that: {what}"
        await asyncio.sleep(0.001)
