from hunch.engines.contract import Game
from hunch.search.limits import SubgameLimits
from hunch.search.question import Viewpoint
from hunch.search.sequence_form import SequenceForm
from hunch.search.stop import Stop

class TooLarge(Exception):
    """The subgame does not fit its limits; a search should take over."""

class Subgame:
    """Everything that can still happen as far as everybody knows, and plans for both seats that get better."""

    game: Game
    first: SequenceForm
    """What seat 0 can do."""
    second: SequenceForm
    """What seat 1 can do."""
    leaf_count: int
    """How many ends there are."""
    steps: int
    """How many steps were walked."""
    worlds: int
    """How many worlds it begins in."""
    iterations: int
    """How many sweeps were made."""
    asked_point: int
    """The decision that is asked about, by number; -1 while it was not met."""
    exploitability: float
    """What best responses gain on average over both seats, as a payoff."""
    value: float
    """Of seat 0, as a payoff, in the middle between what the two best responses leave it."""
    key: int
    """Key of the decision that is asked about."""
    def __init__(self, question: Viewpoint, stop: Stop, limits: SubgameLimits = ...) -> None:
        """Lists the worlds that fit what everybody knows; TooLarge if they are too many.

        With a record, everything that could happen since its start.
        """
    def build(self) -> None:
        """Lays out everything that can happen in these worlds; TooLarge if it does not fit."""
    def run(self, stop: Stop, target: float = 1e-6, iterations: int = 1_000_000, nanoseconds: int = 0) -> None:
        """Improves the plans until nobody can gain more than `target`, or until a limit is met; TooLarge if nothing was
        learned by then."""
    def evaluate(self) -> None:
        """After `run`: fills in values of the plans against each other, which `rows_at` and `turns` read."""
    def merged_key(self, key: int) -> int:
        """The key that a seat has here if it begins with this one: equivalent types share one."""
    def turns(self) -> list[tuple[tuple[int, ...], float, float]]:
        """After `evaluate`: the asker's whole turns by falling probability, each with it and its value."""
    def rows_at(self, key: int) -> list[tuple[int, int, float, float, float]]:
        """At a decision of either seat: move, iterations, probability, value, exploitability; elsewhere empty."""
