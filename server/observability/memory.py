"""The memory of a search goes back to the system when the search ends."""

import contextlib
import ctypes

MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of glibc's malloc.h
LARGE_BYTES = 1 << 20


def give_back() -> None:
    """Has glibc map large blocks one by one. It does so by itself until the first of them is freed: from then on it
    takes blocks of that size from the heaps of its threads, which keep them. Other systems do as they do."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE_BYTES)
