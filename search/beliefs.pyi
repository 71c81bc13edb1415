from collections.abc import Sequence

from hunch.engines.contract import State
from hunch.search.settings import BeliefParams
from hunch.search.stop import Stop

class Beliefs:
    """Worlds at the end of a record, weighted by the probability of the record."""

    count: int
    """How many particles there are."""
    def __init__(self, start: State, seat: int, seed: int, params: BeliefParams) -> None: ...
    def run(self, events: Sequence[int], stop: Stop, nanoseconds: int = 0) -> bool:
        """Plays the record. False if that takes too long, or if the events reveal too little; 0 ns sets no limit."""
    def worlds(self) -> list[tuple[State, float]]:
        """The particles with their weights, of which only ratios count."""
