"""Reads the tree of a search: ranked turns, the turn to play, and the line expected after a turn."""

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
"""Returns the statistics of the moves at a key. If it is empty, moves are as likely as the game rates them."""

class Readable(Protocol):
    """A sampler of any kind, or an exact subgame."""

    def rows_at(self, key: int) -> list[tuple[int, int, float, float, float]]:
        """The statistics at a key. For each move: move, visits, probability, value and standard error."""

class Decision:
    """The decision at which the asker's turn begins, and how a turn is read from there."""

    view: State
    seat: int
    key: int
    partial: bool
    """Whether a turn ends at a choice that was not searched; the player asks again there."""
    def __init__(self, view: State, seat: int, key: int, partial: bool = False) -> None: ...

class TurnFilter:
    """Which turns may be advised. Entries are turns, or beginnings of turns."""

    def __init__(self, allow: Sequence[Turn] = (), avoid: Sequence[Turn] = ()) -> None: ...
    def __bool__(self) -> bool:
        """Whether there are any entries."""
    def admits(self, turn: Turn) -> bool:
        """Whether a turn may be advised, or begins one that may be advised."""
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
    """The statistics of all threads at a key. A second lookup returns what the first one read."""

def narrowed(lookup: Lookup, decision: Decision, turns: TurnFilter) -> Lookup | None:
    """The statistics of the turns that may be advised, as if there were no others; None if there is none.

    If the search plays none of them, the one with the best value gets probability 1.
    """

def permitted(decision: Decision, turns: TurnFilter) -> dict[int, list[int]] | None:
    """By key, the moves that lead to turns that may be advised, if not all moves do; None if none does."""

def ranked(lookup: Lookup, decision: Decision, turns: TurnFilter | None = None) -> Iterator[TurnStats]:
    """The asker's whole turns by falling probability, each with the value at its end.

    Turns that share searched moves and then leave the tree come one after the other, likeliest first. Some may be
    likelier than turns before them.
    """

def drawn_turn(lookup: Lookup, decision: Decision, stream: Stream, rule: DrawRule) -> Turn:
    """The turn to play."""

def mixed_turn(
    lookup: Lookup, decision: Decision, stream: Stream, rule: DrawRule
) -> list[tuple[int, dict[int, float]]]:
    """The same turn, each move with the probabilities that it was drawn with, by move."""

def index_at(shares: Sequence[float], at: float) -> int:
    """The index of the share that a number in [0, 1) falls into."""

def expected_line(lookup: Lookup, seat: int, cursor: Cursor, turn: Turn, plies: int) -> Turn:
    """The events that the asker may expect to see after their turn, in one world.

    Each seat makes its likeliest move, or that of the rollout policy if none was tried. Dice are rolled.
    """
