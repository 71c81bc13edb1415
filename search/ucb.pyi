from hunch.search.sample import Sampler
from hunch.search.settings import UcbParams
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

MOST_WORDS: int
"""Words that one iteration may add to the blocks of the tree, at most."""

class Ucb(Sampler):
    """Multi-observer UCB."""

    def __init__(self, worlds: Worlds, tree: Tree, seed: int, params: UcbParams, horizon: int = 0) -> None: ...
    def shared_rows(self, key: int, moves: list[int]) -> list[tuple[int, int, int]]:
        """Of these moves at a shared node: the move, how often it was chosen, and how often it might have been."""
