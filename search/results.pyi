"""Reads a search: ranked turns, the turn to play, and the line expected after one. It changes nothing that was
grown."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from hunch.engines.contract import State, Stream
from hunch.search.cursor import Cursor
from hunch.search.question import Turn

class MoveStats:
    """One move of one decision, over all threads."""

    move: int
    visits: int
    probability: float
    value: float
    standard_error: float

class TurnStats:
    """A turn, or the beginning of one."""

    turn: Turn
    view: State
    key: int
    probability: float
    visits: int
    value: float
    standard_error: float

Lookup = Callable[[int], Sequence[MoveStats]]
"""What was gathered at a key. Empty if nobody has been there; then moves are as likely as the game rates them."""

class Readable(Protocol):
    """Whatever can be read: a sampler of any kind, or an exact subgame."""

    def rows_at(self, key: int) -> list[tuple[int, int, float, float, float]]:
        """What was gathered at a key: move, visits, probability, value, standard error."""

class Decision:
    """Where the asker's turn begins, and how a turn is read from there."""

    view: State
    seat: int
    key: int
    partial: bool
    """Whether a turn ends at a choice that nobody has looked at; the rest is asked for once it is reached."""
    def __init__(self, view: State, seat: int, key: int, partial: bool = False) -> None: ...

class TurnFilter:
    """Which turns may be advised. Entries are turns, or beginnings of turns."""

    def __init__(self, allow: Sequence[Turn] = (), avoid: Sequence[Turn] = ()) -> None: ...
    def __bool__(self) -> bool:
        """Whether there are entries at all."""
    def admits(self, turn: Turn) -> bool:
        """Whether a turn, or the beginning of one, may go on to a turn that may be advised."""
    def completes(self, turn: Turn) -> bool:
        """Whether a whole turn has all moves of an entry of `allow`, if there are any."""

class DrawRule(NamedTuple):
    """How a turn is drawn from its probabilities."""

    blur: float = 0.0
    """How far probabilities are evened out: 0 not at all, 1 entirely."""
    least: float = 0.0
    """Moves with less than this share of the likeliest one's probability are not drawn."""
    greedy: bool = False
    """Whether the likeliest move is taken, unless there is a blur."""

def surest_first(lookup: Lookup, doubt: float) -> Lookup:
    """A lookup in which, of the moves that were visited often, the one with the highest value less `doubt` standard
    errors is the likeliest."""

def merged_lookup(searched: Sequence[Readable]) -> Lookup:
    """What all threads gathered at a key. What was read once stays as it was."""

def narrowed(lookup: Lookup, decision: Decision, turns: TurnFilter) -> Lookup | None:
    """What was gathered of the turns that may be advised, as if there were no others; None if there is no such turn.

    If the search plays none of them, the one with the best value is played.
    """

def permitted(decision: Decision, turns: TurnFilter) -> dict[int, list[int]] | None:
    """By key, the moves that lead to turns that may be advised, if not all moves do; None if none does."""

def ranked(lookup: Lookup, decision: Decision, turns: TurnFilter | None = None) -> Iterator[TurnStats]:
    """The asker's whole turns by falling probability, each with the value at its end.

    Turns that begin alike and then go where nobody has been follow each other by their likeliest moves, even if some
    are likelier than turns before them.
    """

def drawn_turn(lookup: Lookup, decision: Decision, stream: Stream, rule: DrawRule) -> Turn:
    """The turn to play."""

def index_at(shares: Sequence[float], at: float) -> int:
    """The index of the share that a number in [0, 1) falls into."""

def expected_line(lookup: Lookup, seat: int, cursor: Cursor, turn: Turn, plies: int) -> Turn:
    """What the asker may expect to see after their turn, in one world: everybody's likeliest moves, the rollout
    policy's if none was tried, and dice as they fall."""
