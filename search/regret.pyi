from collections.abc import Sequence

from hunch.search.sample import Sampler
from hunch.search.settings import RegretParams
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds

class Regret(Sampler):
    """Sampled regret for two players. If there is a record, some walks follow it to its end."""

    reached: int
    """How many walks reached the end of the record."""
    def __init__(
        self, worlds: Worlds, tree: Tree, seed: int, record: Sequence[int], params: RegretParams, horizon: int = 0
    ) -> None: ...
