from typing import NamedTuple

from hunch.search.sample import Sampler
from hunch.search.settings import HalvingParams
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

class Comparison(NamedTuple):
    """A decision of a lone player."""

    key: int
    """The key of what the player knows at the decision."""
    moves: list[int]
    """The moves that are compared."""
    expected: int
    """How many iterations the rounds share; any others go to the last two moves."""

class Halving(Sampler):
    """Sequential halving for one player against chance: compares the moves of one decision."""

    def __init__(
        self, worlds: Worlds, tree: Tree, seed: int, comparison: Comparison, params: HalvingParams, horizon: int = 0
    ) -> None: ...
