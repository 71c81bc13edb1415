from hunch.search.sample import Sampler
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

MOST_WORDS: int
"""That an iteration can add to the tree's blocks, with room to spare."""

class Ucb(Sampler):
    """Multi-observer UCB."""

    def __init__(
        self,
        worlds: Worlds,
        tree: Tree,
        seed: int,
        explore: float = 1.4,
        horizon: int = 0,
        trust: float = 0.0,
        opponent_trust: float = 0.0,
    ) -> None: ...
