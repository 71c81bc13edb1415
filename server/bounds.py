"""How much may be open at once, in all and from one network address. Nothing here looks at a key."""

import contextlib
from collections import Counter
from collections.abc import Iterator

from hunch.server.addresses import network_of
from hunch.server.errors import Busy

RETRY_MS = 5_000
"""When to come again if too many are open."""


class OpenBound:
    """Counts what is open, and refuses more than so many. Used on one event loop."""

    def __init__(self, kind: str, most: float, most_address: int) -> None:
        self._kind, self._most, self._most_address = kind, most, most_address
        self._open = 0
        self._at: Counter[str] = Counter()  # by network address; holds only those with something open

    @contextlib.contextmanager
    def opened(self, peer: str) -> Iterator[None]:
        """Something is open for a grpc peer while the body runs. Callers over a socket file have no address."""
        address = network_of(peer)
        if self._open >= self._most:
            raise Busy(f"{self._most:,} {self._kind} are open already", retry_ms=RETRY_MS)
        if address and self._at[address] >= self._most_address:
            raise Busy(f"{self._most_address:,} {self._kind} of this address are open already", retry_ms=RETRY_MS)
        self._open += 1
        self._at[address] += 1
        try:
            yield
        finally:
            self._open -= 1
            self._at[address] -= 1
            if not self._at[address]:
                del self._at[address]
