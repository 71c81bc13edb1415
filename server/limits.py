"""Which limits a request may set. They are checked and completed here, once, and handed down whole."""

from hunch.engines import BadMessage, Game
from hunch.search import limits
from hunch.search.levels import MOST_LEVEL
from hunch.search.limits import Limits
from hunch.server.config import Config
from hunch.server.errors import TooMuch
from hunch.v1 import advice_pb2


def level_of(number: int) -> int:
    """The level of a request, in which 0 is the highest."""
    if number > MOST_LEVEL:
        raise BadMessage("level", f"{number} is not in 1 to {MOST_LEVEL}; 0 is the highest")
    return number or MOST_LEVEL


def resolve(wanted: advice_pb2.Limits, game: Game, level: int, config: Config, default_ms: int = 0) -> Limits:
    """Complete limits for a request at a level of a game. In `wanted`, 0 is a limit that was not set. `default_ms` is
    the time of a request without a limit, if not that of the search. Raises TooMuch beyond what the server allows."""
    most = Limits(config.most_iterations, config.most_time_ms, config.search_memory_mib, config.threads)
    asked = Limits(wanted.iterations, wanted.time_ms, wanted.memory_mib, wanted.threads)
    for field, value, allowed in zip(Limits._fields, asked, most, strict=True):
        if value > allowed:
            raise TooMuch(f"limits.{field}: {value:,} is more than this server allows, {allowed:,}")
    if default_ms and not (asked.iterations or asked.time_ms):
        asked = asked._replace(time_ms=min(default_ms, most.time_ms))
    return limits.resolve(asked, game, level, most)


def divide(whole: Limits, parts: int) -> Limits:
    """The limits of each of `parts` searches that share the iterations and the time."""
    return whole._replace(
        iterations=max(1, whole.iterations // parts) if whole.iterations else 0,
        time_ms=max(1, whole.time_ms // parts) if whole.time_ms else 0,
    )
