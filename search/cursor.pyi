from collections.abc import Callable

from hunch.engines.contract import State

class Cursor:
    """A world with what each seat knows there: a key, and the sum of the chance events it saw since."""

    world: State
    def __init__(self, world: State) -> None: ...
    def key(self, seat: int) -> int:
        """The complete key of a seat."""
    def shared_key(self, seat: int) -> int:
        """The key of a seat's shared node, which is the same in all worlds that look the same to everybody."""
    def after(self, move: int, mover: int) -> Cursor:
        """The cursor after a move; after a chance event if `mover` is CHANCE."""
    def with_keys(self, rename: Callable[[int], int]) -> Cursor:
        """The same cursor with each key replaced by what `rename` returns for it."""

def root_cursor(world: State) -> Cursor:
    """The cursor of a world in which a search starts."""
