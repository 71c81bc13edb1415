"""The time by which games of dice close."""

import time

_STARTED = time.time() - time.monotonic()


def now() -> float:
    """Seconds since 1970, by a clock that nobody sets: the time of day is looked up once, when the process starts. So
    no clock that jumps closes open games, or removes those that people still want to check."""
    return _STARTED + time.monotonic()
