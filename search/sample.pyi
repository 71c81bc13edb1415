from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

def key_after(key: int, move: int) -> int:
    """The key of a seat after a move of its own."""

class Sampler:
    """A search in one thread."""

    iterations: int
    """Made so far."""
    def __init__(self, worlds: Worlds, tree: Tree, seed: int) -> None: ...
    @property
    def asked(self) -> int:
        """The key of what the asker knows now."""
    @property
    def worlds_drawn(self) -> int:
        """How many worlds there were."""
    @property
    def nodes(self) -> int:
        """How many information sets there are."""
    def keep_to(self, permitted: dict[int, list[int]]) -> None:
        """By key, the only moves that may be tried there; to be said before the first iteration."""
    def run(self, stop: Stop, iterations: int, nanoseconds: int = 0) -> str:
        """Iterates without the interpreter's lock until a limit is met; gives which: iterations, time or stopped.

        `iterations` counts from the search's beginning; `nanoseconds` from now, 0 when time does not matter.
        """
    def rows_at(self, key: int) -> list[tuple[int, int, float, float, float]]:
        """Where the key's owner chooses, for each move: the move, visits, policy (only ratios count), value, error."""
