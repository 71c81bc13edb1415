from hunch.engines.contract import State

class Worlds:
    """The worlds that a search starts in."""

    room: int
    made: int
    def __init__(
        self, view: State, seat: int, room: int, public: bool = False, aimed_share: float = 0.5, seed: int = 0
    ) -> None:
        """Up to `room` worlds of `view`, which is the asker's; with `public`, of what everybody knows of it."""
