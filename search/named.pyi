from collections.abc import Sequence

from hunch.search.question import Turn
from hunch.search.settings import UcbParams
from hunch.search.tree import Tree
from hunch.search.ucb import Ucb
from hunch.search.worlds import Worlds

class NamedUcb(Ucb):
    """UCB in which the asker plays each named turn equally often, whatever is found of it."""

    def __init__(
        self,
        worlds: Worlds,
        tree: Tree,
        seed: int,
        params: UcbParams,
        horizon: int,
        turns: Sequence[Turn],
        half_free: bool,
    ) -> None:
        """`half_free`: in half of the iterations the asker plays what looks best. Then the others do not come to expect
        the named turns."""
