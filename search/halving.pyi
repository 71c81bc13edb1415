from hunch.search.sample import Sampler
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

class Halving(Sampler):
    """Sequential halving for one player against chance: compares the moves of one decision."""

    def __init__(
        self,
        worlds: Worlds,
        tree: Tree,
        seed: int,
        key: int,
        moves: list[int],
        expected: int,
        horizon: int = 0,
        doubt: float = 1.0,
    ) -> None:
        """`moves` are compared. `expected` iterations are spread over the rounds; what comes beyond goes to the last
        two moves. Another move than the policy's own, where that is compared, must be better by `doubt` standard
        errors."""
