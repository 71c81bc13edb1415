from collections.abc import Callable

from hunch.engines.contract import State

class Cursor:
    """A world with what each seat knows: a key, and the sum of chance events seen since."""

    world: State
    def __init__(self, world: State) -> None: ...
    def key(self, seat: int) -> int:
        """The key of a seat, complete."""
    def after(self, move: int, mover: int) -> Cursor:
        """The place after a move or, where `mover` is CHANCE, a chance event."""
    def renamed(self, rename: Callable[[int], int]) -> Cursor:
        """The same place with other keys."""

def root_cursor(world: State) -> Cursor:
    """A world as a search starts in it."""
