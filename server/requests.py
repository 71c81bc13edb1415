"""From requests to positions: which state, whose view, which moves. Everything sent is checked here."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hunch.engines import PUBLIC, BadMessage, BadState, Game, IllegalMove, State, Stream, messages
from hunch.engines.registry import Files
from hunch.search.question import Record
from hunch.server.errors import under
from hunch.server.steps import Steps
from hunch.v1 import advice_pb2, game_pb2

Data = Mapping[str, Files]
MOST_RECORD = 10_000
MOST_RECENT, LONGEST_RECENT = 512, 16 * 1024
"""Positions that are kept, and the bytes of each: a few kilobytes, unless a caller blows it up."""


class Standpoint(NamedTuple):
    """A seat and all it knows: its view now, and the record of how it came there, where one came along."""

    view: State
    seat: int
    record: Record | None = None


_recent: dict[bytes, State] = {}


def state(message: game_pb2.GameState, data: Data, field: str = "state") -> State:
    """The world or view of a message. One that was here a moment ago is not read again: apps hold the game, so the same
    position comes for its moves, for what a seat knows, for a hint and for advice."""
    raw = message.SerializeToString()
    known = None if data else _recent.get(raw)
    if known is not None:
        return known
    with under(field, instead_of="state"):
        found = messages.decode(message, data, raw)
    if not data and len(raw) <= LONGEST_RECENT:
        if len(_recent) >= MOST_RECENT:
            _recent.clear()
        _recent[raw] = found
    return found


def owner(position: State) -> int | None:
    """Whose view it is: a seat, first of all the one that is to choose, PUBLIC, or None when it is a world."""
    world = position.fill(Stream(0))
    if world == position:
        return None
    seats = sorted(range(position.game.seats), key=lambda seat: seat != position.to_move)
    for seat in (*seats, PUBLIC):
        if world.view(seat) == position:
            return seat
    for seat in seats:
        if position.view(seat) == position:  # it says nothing that the seat does not know, but not all of it
            messages.redact(position, seat)
    raise BadState("", "neither a whole position nor what one seat knows of it")


def seat_of(game: Game, number: int, field: str = "seat") -> int:
    """A seat of the game."""
    if number >= game.seats:
        raise BadMessage(field, f"{number} is not one of the {game.seats} seats")
    return number


def view_of(position: State, seat: int, field: str = "state") -> State:
    """What the seat knows; refused where it should know more than was sent."""
    with under(field):
        return messages.redact(position, seat)


def standpoint(message: advice_pb2.Position, data: Data, field: str = "position") -> Steps[Standpoint]:
    """The seat that asks, and what it knows."""
    with under(field):
        kind = messages.one_of(message, "from", "", BadMessage)
        if kind == "record":
            return (yield from _from_record(message, data))
        position = state(message.state, data)
        seat = _asking(message, position)
        return _choosing(Standpoint(view_of(position, seat), seat))


def _asking(message: advice_pb2.Position, position: State) -> int:
    if message.HasField("seat"):
        return seat_of(position.game, message.seat)
    with under("state"):
        whose = owner(position)
    if whose is not None and whose >= 0:
        return whose
    if position.to_move < 0:
        raise BadState("state", "no seat has to choose here")
    return position.to_move


def _from_record(message: advice_pb2.Position, data: Data) -> Steps[Standpoint]:
    with under("record"):
        position = state(message.record.start, data, "start")
        if len(message.record.events) > MOST_RECORD:
            raise BadMessage("events", f"{len(message.record.events)} events; at most {MOST_RECORD} are taken")
    if not message.HasField("seat"):
        raise BadMessage("seat", "a record is what one seat saw; it must be named")
    seat = seat_of(position.game, message.seat)
    with under("record"):
        start = view_of(position, seat, "start")
        view, events = start, []
        for i, event in enumerate(message.record.events):
            with under(f"events[{i}]", instead_of="event"):
                seen = messages.decode_event(view.game, event)
                view = view.follow(seen)
            events.append(seen)
            yield
    return _choosing(Standpoint(view, seat, Record(start, tuple(events))))


def _choosing(stands: Standpoint) -> Standpoint:
    if stands.view.to_move != stands.seat:
        raise BadState("seat", f"seat {stands.seat} has nothing to choose here")
    return stands


def follow(view: State, seen: int, field: str) -> State:
    """The view after what its owner saw."""
    with under(field, instead_of="event"):
        return view.follow(seen)


def first_moves(
    view: State, allow: Sequence[game_pb2.GameMove], avoid: Sequence[game_pb2.GameMove]
) -> Steps[list[int]]:
    """The legal moves that are left to consider; empty when nothing was said of it."""
    if not allow and not avoid:
        return []
    legal = view.legal()
    allowed = yield from _all_legal(view, allow, legal, "allow")
    avoided = yield from _all_legal(view, avoid, legal, "avoid")
    left = [move for move in legal if (move in allowed or not allow) and move not in avoided]
    if not left:
        raise IllegalMove("avoid", "no move is left to consider")
    return left


def beginning(view: State, moves: Sequence[game_pb2.GameMove], seat: int, field: str) -> tuple[int, ...]:
    """The first moves of a turn of a seat, each legal after those before it."""
    turn: tuple[int, ...] = ()
    for i, message in enumerate(moves):
        if view.to_move != seat:
            raise IllegalMove(f"{field}[{i}]", "the turn is over before it")
        move = move_in(view, message, f"{field}[{i}]")
        turn, view = (*turn, move), view.after(move)
    return turn


def _all_legal(view: State, moves: Sequence[game_pb2.GameMove], legal: Sequence[int], field: str) -> Steps[set[int]]:
    found = set()
    for i, move in enumerate(moves):
        found.add(_legal(view, move, legal, f"{field}[{i}]"))
        yield
    return found


def _legal(view: State, message: game_pb2.GameMove, legal: Sequence[int], field: str) -> int:
    with under(field, instead_of="move"):
        move = messages.decode_move(view.game, message)
        if move not in legal:
            raise IllegalMove("", f"not among the {len(legal)} moves here")
    return move


def event_in(position: State, message: game_pb2.GameEvent, field: str) -> int:
    """What can happen here: an outcome of the chance event that is due, or a move."""
    with under(field, instead_of="event"):
        event = messages.decode_event(position.game, message)
        if event not in ([outcome for outcome, _ in position.chances()] or position.legal()):
            raise IllegalMove("", "this cannot happen here")
    return event


def move_in(position: State, message: game_pb2.GameMove, field: str) -> int:
    """A move that is legal here."""
    return _legal(position, message, position.legal(), field)
