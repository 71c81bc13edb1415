"""Memory that a process returns to the operating system, and memory that it has from the start."""

import contextlib
import ctypes

MMAP_THRESHOLD = -3
"""M_MMAP_THRESHOLD of glibc's malloc.h."""
LARGE_BYTES = 1 << 20
"""Blocks of this size and more are mapped one by one."""
STACK_CALLS = 300
"""Calls through C that take about 200 KiB of stack. Reading a position of the largest game takes less."""


def give_back() -> None:
    """Makes glibc map large blocks one by one. By itself it does so only until the first of them is freed. Then it
    takes blocks of that size from the heaps of its threads, which keep them. Other systems are left as they are."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE_BYTES)


def grow_stack(calls: int = STACK_CALLS) -> int:
    """Takes the main thread's stack, as far as requests need it, from the start. It would grow when it is needed. If
    there is no memory then, no error can say so, and the system ends the process."""
    return max((calls - 1,), key=grow_stack) if calls else 0
