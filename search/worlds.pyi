from hunch.engines.contract import State
from hunch.search.beliefs import Beliefs

MOST_WORLDS: int
"""Worlds that a search keeps, each thread its own; beyond it they are gone round."""

def key_of_view(view: State, seat: int) -> int:
    """The key a seat starts from."""

class Worlds:
    """The worlds that a search starts in."""

    room: int
    made: int
    def __init__(
        self,
        view: State,
        seat: int,
        room: int,
        public: bool = False,
        aimed_share: float = 0.5,
        seed: int = 0,
        beliefs: Beliefs | None = None,
    ) -> None:
        """Up to `room` worlds of `view`, which is the asker's; with `public`, of what everybody knows of it."""
