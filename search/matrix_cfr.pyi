from hunch.engines.contract import State
from hunch.search.sample import Sampler
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

def is_last_turn(world: State) -> bool:
    """Whether the game gives the payoffs of all pairs of turns from here."""

class MatrixCfr(Sampler):
    """Sampled regret over whole tables of payoffs, for the last simultaneous turn of two seats."""

    def __init__(self, worlds: Worlds, tree: Tree, seed: int) -> None: ...
