"""Finds a history that shows a seat just the events of its record: where it may be now, and what all know there."""
from dataclasses import dataclass

from hunch.engines import CHANCE, NOTHING, OVER, State
from hunch.search.answer import Record
from hunch.search.sample import drawn, key_after, key_with
from hunch.search.worlds import key_of_view

MOST_TRACED = 20_000
"""Histories looked at before it is given up."""


@dataclass(frozen=True, slots=True)
class Place:
    """A world with what each seat knows: a key, and the sum of chance events seen since."""

    world: State
    keys: tuple[int, ...]
    draws: tuple[int, ...]

    def key(self, seat: int) -> int:
        """The key of a seat, complete."""
        return key_with(self.keys[seat], self.draws[seat])

    def after(self, move: int, mover: int) -> "Place":
        """The place after a move or, where `mover` is CHANCE, a chance event."""
        keys, draws = list(self.keys), list(self.draws)
        for seat in range(self.world.game.seats):
            token = self.world.seen(move, seat)
            if token == NOTHING:
                continue
            if mover == CHANCE:
                draws[seat] = drawn(draws[seat], token)
            else:
                keys[seat], draws[seat] = key_after(self.key(seat), token), 0
        return Place(self.world.after(move), tuple(keys), tuple(draws))


def entered(world: State) -> Place:
    """A world as a search starts in it."""
    seats = range(world.game.seats)
    return Place(world, tuple(key_of_view(world, seat) for seat in seats), (0,) * len(seats))


def traced(record: Record, seat: int) -> Place | None:
    """Where the seat may be at the end of the record; None where no such history was found."""
    worlds = record.start.view(seat).worlds(MOST_TRACED)
    stack = [(entered(world), 0) for world, _ in reversed(worlds or [])]
    for _ in range(MOST_TRACED):
        if not stack:
            break
        place, told = stack.pop()
        mover = place.world.to_move
        if mover == seat and told == len(record.events):
            return place
        if mover == OVER:
            continue
        moves = [m for m, _ in place.world.chances()] if mover == CHANCE else place.world.legal()
        for move in moves:
            token = place.world.seen(move, seat)
            if token == NOTHING:
                stack.append((place.after(move, mover), told))
            elif told < len(record.events) and token == record.events[told]:
                stack.append((place.after(move, mover), told + 1))
    return None
