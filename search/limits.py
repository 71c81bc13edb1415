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
    check_range(wanted)
    caps = [cap for cap in (wanted.iterations, level_of(game, level).iterations) if cap]
    return Limits(
        min(caps, default=0),
        wanted.time_ms or (0 if caps else min(DEFAULT_MS, most.time_ms)),
        wanted.memory_mib or min(DEFAULT_MIB, most.memory_mib),
        wanted.threads or 1,
    )


def check_range(limits: Limits) -> None:
    """BadState if a limit lies outside its range."""
    if not 0 <= limits.threads <= MOST_THREADS:
        raise BadState("threads", f"{limits.threads} is not in 1 to {MOST_THREADS}")
    if min(limits) < 0 or max(limits) > MOST_LIMIT:
        raise BadState("limits", f"a limit is in 0 to {MOST_LIMIT:,}")


def check_complete(limits: Limits) -> None:
    """BadState if a search cannot run within the limits as they are."""
    check_range(limits)
    if not (limits.iterations or limits.time_ms):
        raise BadState("limits", "a search wants a limit of its iterations or of its time")
    if not (limits.memory_mib and limits.threads):
        raise BadState("limits", "a search wants at least 1 MiB and 1 thread")
