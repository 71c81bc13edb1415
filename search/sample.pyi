from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

def key_after(key: int, move: int) -> int:
    """The key of a seat after a move of its own."""

class Sampler:
    """A search in one thread."""

    iterations: int
    """Payoffs taken so far."""
    def __init__(self, worlds: Worlds, tree: Tree, seed: int) -> None: ...
    @property
    def asker_key(self) -> int:
        """The key of what the asker knows at the root."""
    @property
    def worlds_drawn(self) -> int:
        """How many worlds were drawn."""
    @property
    def nodes(self) -> int:
        """How many information sets were met."""
    def restrict_to(self, permitted: dict[int, list[int]]) -> None:
        """Sets, by key, the only moves that may be tried. Call it before the first iteration."""
    def run(self, stop: Stop, iterations: int, nanoseconds: int = 0) -> str:
        """Iterates without the interpreter's lock until a limit is met; returns iterations, time or stopped.

        `iterations` counts from the first iteration of this sampler; `nanoseconds` from now, 0 for no limit.
        """
    def rows_at(self, key: int) -> list[tuple[int, int, float, float, float]]:
        """For each move of the key's owner: the move, visits, policy (only ratios count), value and error."""
