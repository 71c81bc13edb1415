"""The searches that run here under a name, so that another call can end one early."""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from hunch.server.errors import NotFound, Unavailable
from hunch.server.search_jobs import RunningSearch

NAME = re.compile(r"([0-9a-f]{8})\.[0-9a-f]{32}")
"""A name: the process that the search runs in, then 128 random bits."""
AGAIN_MS = 10.0
"""When to ask again, if the search runs in another replica. A client that takes turns reaches the next one."""


class NamedSearches:
    """Names searches, and finds them by name. Used on one event loop."""

    def __init__(self) -> None:
        self.replica = secrets.token_hex(4)
        self._running: dict[str, tuple[str, RunningSearch]] = {}  # with the account that each belongs to

    @contextmanager
    def named(self, running: RunningSearch, key: str) -> Iterator[str]:
        """A name for a search of this account, as long as the block runs."""
        name = f"{self.replica}.{secrets.token_hex(16)}"
        self._running[name] = key, running
        try:
            yield name
        finally:
            del self._running[name]

    def find(self, name: str, key: str) -> RunningSearch:
        """The search of that name, if it belongs to this account."""
        owner, running = self._running.get(name, ("", None))
        if running is not None and owner == key:
            return running
        form = NAME.fullmatch(name)
        if form is not None and form[1] != self.replica:
            raise Unavailable(f"this search runs in replica {form[1]}, and this is {self.replica}", AGAIN_MS)
        raise NotFound("no search of that name runs; it may be over")
