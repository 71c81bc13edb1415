"""How many streams may stay open that cost a client nothing."""

from hunch.server.errors import Busy

RETRY_MS = 5_000
"""When to come again if too many are open."""


class StreamLimit:
    """Counts streams, `with` it around each, and refuses more than so many. Used on one event loop."""

    def __init__(self, most: int) -> None:
        self._most, self._open = most, 0

    def __enter__(self) -> None:
        if self._open >= self._most:
            raise Busy(f"{self._most:,} streams of this kind are open already", retry_ms=RETRY_MS)
        self._open += 1

    def __exit__(self, *error: object) -> None:
        self._open -= 1
