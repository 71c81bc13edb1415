from hunch.engines.contract import State
from hunch.search.beliefs import Beliefs

MOST_WORLDS: int
"""How many worlds each thread of a search keeps at most. If it needs more, it uses them again."""

def key_of_view(view: State, seat: int) -> int:
    """The key that a seat starts from."""

class Worlds:
    """The worlds in which a search starts."""

    room: int
    """How many worlds are kept at most."""
    made: int
    """How many worlds were drawn."""
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
        """Draws up to `room` worlds of the asker's `view`, and with `public` also of the public view."""
