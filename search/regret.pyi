from collections.abc import Sequence

from hunch.search.sample import Sampler
from hunch.search.settings import RegretParams
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

class Regret(Sampler):
    """Sampled regret for two players; aimed at the end of a record if there is one."""

    reached: int
    """How many walks came to the end of the record."""
    def __init__(
        self, worlds: Worlds, tree: Tree, seed: int, record: Sequence[int], params: RegretParams, horizon: int = 0
    ) -> None: ...
