"""What a search is asked, as values. Those made for each call are named tuples: frozen dataclasses cost six times
more."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hunch.engines import BadState, State, Stream
from hunch.search.levels import MOST_LEVEL

Turn = tuple[int, ...]
"""A whole turn: the moves of one seat up to the next chance event, news, or choice of another."""


@dataclass(frozen=True, slots=True)
class Record:
    """How a position came about: a start, and every event since then as the asking seat saw it."""

    start: State
    events: tuple[int, ...]

    def view(self, seat: int) -> State:
        """What the seat knows at the end; IllegalMove if an event could not be seen."""
        view = self.start.view(seat)
        for event in self.events:
            view = view.follow(event)
        return view


class Viewpoint(NamedTuple):
    """The seat that asks, and what it knows: a checked question about the choice that it owes."""

    view: State
    seat: int
    record: Record | None
    """How the view came about; None if unknown or ignored."""

    @property
    def start(self) -> State:
        """What the asker knew where their record begins; without one what they know."""
        return self.view if self.record is None else self.record.start.view(self.seat)


class AdviceOptions(NamedTuple):
    """What kind of advice is wanted."""

    level: int = MOST_LEVEL
    """From 1 to 10: how strong the advice is."""
    candidates: int = 5
    """How many of the best turns the advice holds."""
    allow: Sequence[Turn] = ()
    """Turns, or beginnings of turns, to keep to; empty allows all."""
    avoid: Sequence[Turn] = ()
    """Turns, or beginnings of turns, to leave out."""
    named: Sequence[Turn] = ()
    """Turns, or beginnings of turns, that UCB plays equally often, whatever it finds of them; empty for none."""


def viewpoint(state: State, seat: int, record: Record | None) -> Viewpoint:
    """What the seat knows; BadState if it owes no choice, if no world fits, or if the record ends elsewhere."""
    if not 0 <= seat < state.game.seats:
        raise BadState("seat", f"{seat} is not one of the {state.game.seats} seats")
    view = state.view(seat)
    if view.to_move != seat:
        raise BadState("seat", f"seat {seat} owes no choice now")
    view.fill(Stream(0))  # raises BadState if no world fits: nothing inside checks it again
    if record is not None:
        if record.view(seat) != view:
            raise BadState("record", "it does not end in the state")
        record.start.view(seat).fill(Stream(0))
    return Viewpoint(view, seat, record)
