from collections.abc import Sequence

from hunch.engines.contract import State
from hunch.search.stop import Stop

class Beliefs:
    """Worlds at the end of a record, weighted by how likely it was."""

    count: int
    """Of particles."""
    def __init__(self, start: State, seat: int, count: int, seed: int, sharpness: float) -> None: ...
    def run(self, events: Sequence[int], stop: Stop, nanoseconds: int = 0) -> bool:
        """Plays the record; whether that could be done in the time, if there is one, and told anything."""
    def worlds(self) -> list[tuple[State, float]]:
        """The particles with their weights, of which only ratios count."""
