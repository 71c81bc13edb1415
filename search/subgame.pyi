from hunch.engines.contract import Game
from hunch.search.limits import SubgameLimits
from hunch.search.question import Viewpoint
from hunch.search.sequence_form import SequenceForm
from hunch.search.stop import Stop

class TooLarge(Exception):
    """The subgame does not fit its limits; a search should take over."""

class Subgame:
    """All play that can follow from what everybody knows, with plans for both seats."""

    game: Game
    first: SequenceForm
    """The decisions and the plan of seat 0."""
    second: SequenceForm
    """The decisions and the plan of seat 1."""
    leaf_count: int
    """How many ends there are."""
    steps: int
    """How many moves and chance events building has tried."""
    worlds: int
    """How many worlds the subgame begins in."""
    iterations: int
    """How many sweeps were made."""
    asked_point: int
    """The number of the decision that is asked about; -1 before it is met."""
    exploitability: float
    """What best responses gain on average over both seats, as a payoff."""
    value: float
    """The payoff of seat 0: the mean of its payoffs against the best response and with its own."""
    key: int
    """Key of the decision that is asked about."""
    def __init__(self, question: Viewpoint, stop: Stop, limits: SubgameLimits = ...) -> None:
        """Lists the worlds that fit what everybody knows, or knew at the start of the record.

        Raises TooLarge if they are too many.
        """
    def build(self) -> None:
        """Adds all play from these worlds. Raises TooLarge if it does not fit."""
    def run(self, stop: Stop, target: float = 1e-6, iterations: int = 1_000_000, nanoseconds: int = 0) -> None:
        """Improves the plans until nobody can gain more than `target`, or until a limit is met.

        Raises TooLarge if nothing was learned by then.
        """
    def evaluate(self) -> None:
        """After `run`: fills in values of the plans against each other, which `rows_at` and `turns` read."""
    def merged_key(self, key: int) -> int:
        """The key of a seat in the subgame. Equivalent types share one."""
    def turns(self) -> list[tuple[tuple[int, ...], float, float]]:
        """After `evaluate`: the asker's whole turns by falling probability, with probability and value."""
    def rows_at(self, key: int) -> list[tuple[int, int, float, float, float]]:
        """For each move at a decision: move, iterations, probability, value and exploitability; else empty."""
