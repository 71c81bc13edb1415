from collections.abc import Sequence

from hunch.engines.contract import Game, State
from hunch.search.sequence_form import SequenceForm
from hunch.search.stop import Stop

class TooLarge(Exception):
    """The remainder does not fit the budget; a search should take over."""

class Subgame:
    """All that can still happen as far as everybody knows, and plans for both seats that get better as it runs."""

    game: Game
    first: SequenceForm
    second: SequenceForm
    leaf_count: int
    steps: int
    worlds: int
    iterations: int
    asked: int
    exploitability: float
    """What best responses gain on average over both seats, as a payoff."""
    value: float
    """Of seat 0 between the two plans' best responses, as a payoff."""
    key: int
    """Of the decision that is asked for."""
    def __init__(
        self,
        view: State,
        seat: int,
        stop: Stop,
        most_worlds: int = 20_000,
        most_leaves: int = 1_000_000,
        nanoseconds: int = 0,
        start: State | None = None,
        record: Sequence[int] = (),
    ) -> None:
        """Lists the worlds that fit what everybody knows; TooLarge when there are more than `most_worlds`.

        With a `start`, all that could happen since then; `record` is what the asking seat saw of it, up to now.
        """
    def build(self) -> None:
        """All that can happen from them; TooLarge when it does not fit."""
    def run(self, stop: Stop, target: float = 1e-6, iterations: int = 1_000_000, nanoseconds: int = 0) -> None:
        """Improves the plans until nobody can gain more than `target`, or a limit is met; TooLarge where a limit is met
        before anything is learned."""
    def rate(self) -> None:
        """After `run`: readies `look` with values against what the other plays on average, and says what they lose."""
    def merged_key(self, key: int) -> int:
        """The key that a seat has here who begins with this one: types that are alike share one."""
    def turns(self) -> list[tuple[tuple[int, ...], float, float]]:
        """After `rate`: the asker's whole turns by falling probability, each with it and its value."""
    def rows_at(self, key: int) -> list[tuple[int, int, float, float, float]]:
        """At a decision of either seat: move, iterations, probability, value, exploitability; else empty."""
