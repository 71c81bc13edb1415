"""Finds histories that show a seat just the events of its record: where it may be, and what everybody knows there."""

import time
from collections.abc import Callable, Iterator

from hunch.engines import CHANCE, NOTHING, OVER, State
from hunch.search.cursor import Cursor, root_cursor
from hunch.search.question import Record
from hunch.search.results import Lookup
from hunch.search.stop import Stop

MOST_REPLAYED = 20_000
"""Steps of histories that are looked at, at most, to find one."""
MOST_WEIGHED = 2_000
"""Steps of histories that are looked at, at most, to find all of them."""
STOPPED_S = 0.002
"""Seconds that the replay still takes after the search was stopped."""
STOPPED_WORLDS = 50
"""Most worlds at the start of the record for a replay that begins after the search was stopped."""
Enter = Callable[[State], Cursor]
"""Makes the cursor of a world at the start of the record, with the keys of the search that is asked about."""


def find_position(record: Record, seat: int, stop: Stop) -> Cursor | None:
    """Where the seat may be at the end of the record; None if no such history was found."""
    return next((cursor for cursor, _ in _replays(record, seat, root_cursor, None, stop) if cursor), None)


def weighted_positions(
    record: Record, seat: int, enter: Enter, lookup: Lookup, stop: Stop
) -> list[tuple[Cursor, float]]:
    """All positions where the seat may be, each as likely as chance and the others' moves by `lookup` make it; empty if
    there are too many."""
    positions = []
    for cursor, weight in _replays(record, seat, enter, lookup, stop):
        if cursor is None:
            return []
        positions.append((cursor, weight))
    return positions


def _replays(
    record: Record, seat: int, enter: Enter, lookup: Lookup | None, stop: Stop
) -> Iterator[tuple[Cursor | None, float]]:
    """Positions at the end of the record with their weights; None once too many steps were looked at."""
    worlds = iter(record.start.view(seat).worlds(STOPPED_WORLDS if stop.is_set() else MOST_REPLAYED) or [])
    stack: list[tuple[Cursor, int, float]] = []
    until = 0.0
    for _ in range(MOST_REPLAYED if lookup is None else MOST_WEIGHED):
        if stop.is_set():
            until = until or time.monotonic() + STOPPED_S
            if time.monotonic() > until:
                break
        if not stack:
            world, weight = next(worlds, (None, 0.0))
            if world is None:
                return
            stack.append((enter(world), 0, weight))
        cursor, passed, weight = stack.pop()
        mover = cursor.world.to_move
        if mover == seat and passed == len(record.events):
            yield cursor, weight
            continue
        for move, share in _steps(cursor, mover, seat, lookup):
            token = cursor.world.seen(move, seat)
            if token == NOTHING:
                stack.append((cursor.after(move, mover), passed, weight * share))
            elif passed < len(record.events) and token == record.events[passed]:
                stack.append((cursor.after(move, mover), passed + 1, weight * share))
    yield None, 0.0


def _steps(cursor: Cursor, mover: int, seat: int, lookup: Lookup | None) -> list[tuple[int, float]]:
    """What may come next, and how likely it is. The seat's own moves have no odds: the record says them."""
    if mover == OVER:
        return []
    if mover == CHANCE:
        outcomes = cursor.world.chances()
        total = sum(weight for _, weight in outcomes)
        return [(move, weight / total) for move, weight in outcomes]
    if mover == seat or lookup is None:
        return [(move, 1.0) for move in cursor.world.legal()]
    moves = cursor.world.legal()
    known = [(stats.move, stats.probability) for stats in lookup(cursor.key(mover))]
    return known or [(move, 1 / len(moves)) for move in moves]
