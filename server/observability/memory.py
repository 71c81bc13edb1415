"""Returns a finished search's memory to the operating system."""

import contextlib
import ctypes

MMAP_THRESHOLD = -3
"""M_MMAP_THRESHOLD of glibc's malloc.h."""
LARGE_BYTES = 1 << 20
"""Blocks of this size and more are mapped one by one."""


def give_back() -> None:
    """Makes glibc map large blocks one by one. By itself it does so only until the first of them is freed. Then it
    takes blocks of that size from the heaps of its threads, which keep them. Other systems are left as they are."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE_BYTES)
