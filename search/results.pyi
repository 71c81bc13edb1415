"""Reads a search: ranked turns, and the line expected after one. It changes nothing that was grown."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from hunch.engines.contract import State, Stream
from hunch.search.answer import Turn
from hunch.search.cursor import Cursor

class MoveStats:
    """One move at one point of the asker's turn, over all threads."""

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
"""What was gathered at a key; empty where nobody has been, and moves are as likely as the game leans."""
May = Callable[[Turn], bool] | None
"""Whether a turn, or the beginning of one, may be advised; None: each may."""

class Grown(Protocol):
    """Whatever can be read: a sampler of any kind, or an exact end."""

    def rows_at(self, key: int) -> list[tuple[int, int, float, float, float]]:
        """What was gathered at a key: move, visits, probability, value, standard error."""

def merged(samplers: Sequence[Grown]) -> Lookup:
    """What all threads gathered at a key; what was told once stays so."""

def wanted(turn: Turn, allow: Sequence[Turn], avoid: Sequence[Turn]) -> bool:
    """Whether a turn, or the beginning of one, may be advised. Entries may themselves be beginnings of turns."""

def reaches(turn: Turn, allow: Sequence[Turn]) -> bool:
    """Whether a whole turn begins as one of the entries, where there are any: an entry may ask for more moves than it
    has."""

def narrowed(
    look: Lookup, view: State, seat: int, key: int, allow: Sequence[Turn], avoid: Sequence[Turn]
) -> Lookup | None:
    """What was gathered, of the turns that may be advised, as if there were no others; None where there is none.

    Where the search plays none of them the one that was found best is.
    """

def permitted(
    view: State, seat: int, key: int, allow: Sequence[Turn], avoid: Sequence[Turn]
) -> dict[int, list[int]] | None:
    """By key, the moves from which a turn goes on that may be advised, where not all do; None where none does."""

def ranked(
    look: Lookup, view: State, seat: int, key: int, may: May = None, partly: bool = False
) -> Iterator[TurnStats]:
    """The asker's whole turns by falling probability, each with the value where it ends. With `partly` a turn ends
    where nobody has been and there is a choice: its rest is asked for when it is reached.

    Turns that begin alike and then go where nobody has been follow each other by their likeliest moves, though some
    may be likelier than those before them.
    """

def drawn_turn(
    look: Lookup,
    view: State,
    seat: int,
    key: int,
    stream: Stream,
    blur: float,
    least: float,
    greedy: bool,
    partly: bool = False,
) -> Turn:
    """The turn to play: drawn from the probabilities, blurred, or simply the likeliest; moves that have less than the
    `least` share of the likeliest one's probability are not drawn."""

def picked(shares: Sequence[float], at: float) -> int:
    """Which of some shares a number in [0, 1) falls into."""

def line(look: Lookup, seat: int, place: Cursor, turn: Turn, plies: int) -> Turn:
    """What the asker may expect to see after his turn, in one world: everybody's likeliest moves, those of the rollout
    policy where none was tried, dice as they fall."""
