from collections.abc import Callable

from hunch.engines.contract import State

class Place:
    """A world with what each seat knows: a key, and the sum of chance events seen since."""

    world: State
    def __init__(self, world: State) -> None: ...
    def key(self, seat: int) -> int:
        """The key of a seat, complete."""
    def after(self, move: int, mover: int) -> Place:
        """The place after a move or, where `mover` is CHANCE, a chance event."""
    def renamed(self, rename: Callable[[int], int]) -> Place:
        """The same place with other keys."""

def entered(world: State) -> Place:
    """A world as a search starts in it."""
