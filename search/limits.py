"""What a search may use. Limits are completed here, once, from a request, the level and the default."""

from typing import NamedTuple

from hunch.engines import BadState, Game
from hunch.search.levels import level_of

DEFAULT_MS = 500
"""Milliseconds of a search that neither its request nor its level limits."""
DEFAULT_MIB = 64
"""Memory of a search whose request does not limit it, in MiB."""
MOST_LIMIT = 1 << 40
"""Largest value of any limit."""
MOST_THREADS = 64
"""Most threads of one search."""


class Limits(NamedTuple):
    """What a search may use. A search wants them complete: with iterations or time, with memory and threads."""

    iterations: int = 0
    """Most iterations of all threads together; 0 for no limit."""
    time_ms: int = 0
    """Most milliseconds; 0 for no limit."""
    memory_mib: int = DEFAULT_MIB
    """Most memory of all threads together, in MiB."""
    threads: int = 1
    """How many threads search."""


UNLIMITED = Limits()
HIGHEST = Limits(MOST_LIMIT, MOST_LIMIT, MOST_LIMIT, MOST_THREADS)


class SubgameLimits(NamedTuple):
    """What an exact subgame may use."""

    worlds: int = 20_000
    """Most worlds in which it begins."""
    ends: int = 1_000_000
    """Most ends that are built."""
    nanoseconds: int = 0
    """Most time to build it; 0 for no limit."""


def resolve(wanted: Limits, game: Game, level: int, most: Limits = HIGHEST) -> Limits:
    """Complete limits for a request at a level of a game. In `wanted`, 0 is a limit that was not set. No default
    exceeds `most`, which the caller allows."""
    iterations, time_ms, memory_mib, threads = wanted
    cap = level_of(game, level).iterations
    iterations = min(iterations or cap, cap or iterations)
    return Limits(
        iterations,
        time_ms or (0 if iterations else min(DEFAULT_MS, most.time_ms)),
        memory_mib or min(DEFAULT_MIB, most.memory_mib),
        threads or 1,
    )


def check(limits: Limits) -> None:
    """BadState if the limits are out of range, or not complete."""
    iterations, time_ms, memory_mib, threads = limits
    if not 1 <= threads <= MOST_THREADS:
        raise BadState("threads", f"{threads} is not in 1 to {MOST_THREADS}")
    if min(limits) < 0 or max(limits) > MOST_LIMIT:
        raise BadState("limits", f"a limit is in 0 to {MOST_LIMIT:,}")
    if not (iterations or time_ms) or not memory_mib:
        raise BadState("limits", "a search wants a limit of its iterations or of its time, and at least 1 MiB")
