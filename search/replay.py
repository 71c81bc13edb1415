"""Finds a history that shows a seat just the events of its record: where it may be now, and what all know there."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from hunch.engines import CHANCE, NOTHING, OVER, State
from hunch.search.answer import Record
from hunch.search.cursor import Cursor, root_cursor
from hunch.search.stop import Stop

MOST_TRACED = 20_000
"""Histories looked at before it is given up."""
MOST_WEIGHED = 2_000
"""The same, where all of them are wanted."""
STOPPED_S, STOPPED_WORLDS = 0.002, 50
"""How long it looks on once the search was told to stop, and worlds at the start among which it then looks."""
Lookup = Callable[[int], Sequence["Likely"]]
Enter = Callable[[State], Cursor]


class Likely(Protocol):
    """A move, and how likely it is played."""

    @property
    def move(self) -> int:
        """The move."""

    @property
    def probability(self) -> float:
        """Its share."""


def find_position(record: Record, seat: int, stop: Stop) -> Cursor | None:
    """Where the seat may be at the end of the record; None where no such history was found."""
    return next((place for place, _ in _histories(record, seat, root_cursor, None, MOST_TRACED, stop) if place), None)


def weighed(record: Record, seat: int, enter: Enter, look: Lookup, stop: Stop) -> list[tuple[Cursor, float]]:
    """All places where the seat may be, each as likely as chance and what `look` says of the others make it; none
    where there are too many. `enter`: a world of the record's start with the keys that `look` knows it by."""
    found = []
    for place, weight in _histories(record, seat, enter, look, MOST_WEIGHED, stop):
        if place is None:
            return []
        found.append((place, weight))
    return found


def _histories(
    record: Record, seat: int, enter: Enter, look: Lookup | None, most: int, stop: Stop
) -> Iterator[tuple[Cursor | None, float]]:
    """Places at the end of the record with their weights; None once `most` estimate_histories were looked at."""
    worlds = iter(record.start.view(seat).worlds(STOPPED_WORLDS if stop.is_set() else MOST_TRACED) or [])
    stack: list[tuple[Cursor, int, float]] = []
    until = 0.0
    for _ in range(most):
        if stop.is_set():
            until = until or time.monotonic() + STOPPED_S
            if time.monotonic() > until:
                break
        if not stack:
            world, weight = next(worlds, (None, 0.0))
            if world is None:
                return
            stack.append((enter(world), 0, weight))
        place, told, weight = stack.pop()
        mover = place.world.to_move
        if mover == seat and told == len(record.events):
            yield place, weight
            continue
        for move, share in _steps(place, mover, seat, look):
            token = place.world.seen(move, seat)
            if token == NOTHING:
                stack.append((place.after(move, mover), told, weight * share))
            elif told < len(record.events) and token == record.events[told]:
                stack.append((place.after(move, mover), told + 1, weight * share))
    yield None, 0.0


def _steps(place: Cursor, mover: int, seat: int, look: Lookup | None) -> list[tuple[int, float]]:
    """What may come next, and how likely; the seat's own moves are taken as they come."""
    if mover == OVER:
        return []
    if mover == CHANCE:
        outcomes = place.world.chances()
        total = sum(weight for _, weight in outcomes)
        return [(move, weight / total) for move, weight in outcomes]
    if mover == seat or look is None:
        return [(move, 1.0) for move in place.world.legal()]
    moves = place.world.legal()
    return [(row.move, row.probability) for row in look(place.key(mover))] or [(move, 1 / len(moves)) for move in moves]
