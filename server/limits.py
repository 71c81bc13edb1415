"""What a search may use. A request's limits are checked and completed here, once, and handed down whole."""

from typing import NamedTuple

from hunch.engines import BadMessage, Game
from hunch.search.advice import DEFAULT_MIB, DEFAULT_MS
from hunch.search.levels import LEVELS, levels
from hunch.server.config import Config
from hunch.server.errors import TooMuch
from hunch.v1 import advice_pb2

HIGHEST = len(LEVELS)
"""The highest level: it adds no limit of its own."""


class Limits(NamedTuple):
    """Complete limits of one search: of its iterations, of its time, or of both."""

    iterations: int
    """Most iterations of all threads together; 0 for no limit."""
    time_ms: int
    """Most milliseconds; 0 for no limit."""
    memory_mib: int
    """Most memory of all threads together, in MiB."""
    threads: int
    """How many threads search."""


def level_of(number: int) -> int:
    """The level of a request, in which 0 is the highest."""
    if number > HIGHEST:
        raise BadMessage("level", f"{number} is not in 1 to {HIGHEST}; 0 is the highest")
    return number or HIGHEST


def resolve(wanted: advice_pb2.Limits, game: Game, level: int, config: Config, default_ms: int = DEFAULT_MS) -> Limits:
    """Complete limits for a request at a level of a game. In `wanted`, 0 is a limit that is not set. Raises TooMuch
    beyond what the server allows."""
    _check("limits.iterations", wanted.iterations, config.most_iterations)
    _check("limits.time_ms", wanted.time_ms, config.most_time_ms)
    _check("limits.memory_mib", wanted.memory_mib, config.most_memory_mib)
    _check("limits.threads", wanted.threads, config.threads)
    cap = levels(game)[level - 1].iterations
    iterations = min(wanted.iterations or cap, cap or wanted.iterations)
    return Limits(
        iterations,
        wanted.time_ms or (0 if iterations else min(default_ms, config.most_time_ms)),
        wanted.memory_mib or min(DEFAULT_MIB, config.most_memory_mib),
        wanted.threads or 1,
    )


def divide(whole: Limits, parts: int) -> Limits:
    """The limits of each of so many searches that share the iterations and the time."""
    return whole._replace(
        iterations=max(1, whole.iterations // parts) if whole.iterations else 0,
        time_ms=max(1, whole.time_ms // parts) if whole.time_ms else 0,
    )


def _check(field: str, value: int, most: int) -> None:
    if value > most:
        raise TooMuch(f"{field}: {value:,} is more than this server allows, {most:,}")
