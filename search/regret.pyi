from collections.abc import Sequence

from hunch.search.sample import Sampler
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

class Regret(Sampler):
    """Sampled regret for two players; aimed at the end of a record where there is one."""

    reached: int
    """Walks that came to the end of the record."""
    def __init__(
        self,
        worlds: Worlds,
        tree: Tree,
        seed: int,
        record: Sequence[int] = (),
        explore: float = 0.6,
        aim: float = 0.5,
        base_rate: float = 0.05,
        floored: bool = True,
        lean: float = 1.0,
        breadth: int = 32,
        spread: int = 32,
        horizon: int = 0,
    ) -> None: ...
