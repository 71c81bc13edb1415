"""Waits for a condition. A wait that lasts too long fails, and names the condition."""

import asyncio
import inspect
import os
import time
from collections.abc import Callable

HANGS_S = 1_200.0
"""What takes longer hangs, on whatever machine."""


def wait_for(done: Callable[[], object], what: str) -> None:
    """Returns as soon as it holds. Other threads run meanwhile."""
    end = time.monotonic() + HANGS_S
    while not done():
        assert time.monotonic() < end, f"it never came to that: {what}"
        os.sched_yield()


async def until(done: Callable[[], object], what: str) -> None:
    """Returns as soon as it holds. `done` may return an awaitable."""
    end = time.monotonic() + HANGS_S
    while not (await answer if inspect.isawaitable(answer := done()) else answer):
        assert time.monotonic() < end, f"it never came to that: {what}"
        await asyncio.sleep(0.001)
