"""What is asked of a search or of the solver, as values: checked and complete. Knows no message."""

from typing import NamedTuple

from hunch.engines import Game
from hunch.search.limits import Limits
from hunch.search.question import Viewpoint


class Reader(NamedTuple):
    """Who reads an answer."""

    account: str
    """The account of the call; empty if no keys are needed."""
    language: str
    """The language of its sentences, one of `words.LANGUAGES`."""


class Question(NamedTuple):
    """A question for a search."""

    viewpoint: Viewpoint
    limits: Limits
    level: int
    seed: int
    candidates: int
    """How many of the best turns the answer holds."""
    reader: Reader
    """Who reads the answer."""
    first: tuple[int, ...] = ()
    """The first moves to consider; empty for all."""
    reasons: bool = False
    """Whether the answer says why the best turn is preferred."""
    idea: tuple[int, ...] = ()
    """The beginning of a turn to compare the best one with; empty for the best turn that begins otherwise."""

    @property
    def game(self) -> Game:
        """The game that is asked about."""
        return self.viewpoint.view.game


class SolverQuestion(NamedTuple):
    """A question for the solver."""

    viewpoint: Viewpoint
    target: float
    """The exploitability at which the solution is good enough."""
    time_ms: int
    most_ends: int
    """Most ends of the game that may be built."""
    most_turns: int
    """Most turns of the strategy in the answer."""
    reader: Reader
    """Who reads the answer."""
