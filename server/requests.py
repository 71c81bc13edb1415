"""From requests to questions: which state, whose view, which moves, which limits. Everything sent is checked here."""

import math
import secrets
from collections.abc import Mapping, Sequence
from typing import Protocol

from hunch.engines import PUBLIC, BadMessage, BadState, Game, IllegalMove, State, Stream, messages, words
from hunch.engines.registry import Files
from hunch.search import exact
from hunch.search.levels import MOST_LEVEL
from hunch.search.question import Record, Viewpoint
from hunch.server.config import Config
from hunch.server.errors import NoSolution, TooMuch, under
from hunch.server.limits import level_of, resolve
from hunch.server.question import Question, Reader, SolverQuestion
from hunch.server.steps import Steps
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2, solver_pb2

Data = Mapping[str, Files]
"""The data files of the games whose data an owner brings, by game."""
MOST_RECORD = 10_000
"""Most events of a record."""
CANDIDATES, MOST_CANDIDATES = 5, 100
"""The turns that advice holds by default, and at most."""
HINT_CANDIDATES = 20
"""The turns that a hint looks at."""
OFTEN_MS, SELDOM_MS, USUAL_MS = 20, 10_000, 200
"""The shortest, longest and usual interval between suggestions in a stream."""
MOST_ENDS, USUAL_ENDS = 10_000_000, 1_000_000
"""Most ends of a game that are solved, and how many without a limit in the request."""
MOST_TURNS, USUAL_TURNS = 1_000, 100
"""Most turns of a solution's strategy in an answer, and how many by default."""
SOLVER_MS = 1_000
"""How long the solver may take if the request does not limit it."""
TARGET = 1e-5
"""The exploitability that a solution is to reach by default."""


class Seeded(Protocol):
    """A request that may name the seed of its search."""

    seed: int

    def HasField(self, field_name: str) -> bool:
        """Whether the field was sent."""


class Worded(Protocol):
    """A request whose answer has sentences."""

    language: str


def reader_of(request: Worded, account: str) -> Reader:
    """Who reads the answer to a request of this account."""
    return Reader(account, words.known(request.language))


def move_question(
    request: opponent_pb2.SuggestMoveRequest, account: str, data: Data, config: Config
) -> Steps[Question]:
    """The question of a request for a move."""
    asker = yield from viewpoint(request.position, data)
    first = yield from first_moves(asker.view, request.allow, request.avoid)
    level = level_of(request.level)
    if request.candidates > MOST_CANDIDATES:
        raise BadMessage("candidates", f"{request.candidates} is more than {MOST_CANDIDATES}")
    return Question(
        asker,
        resolve(request.limits, asker.view.game, level, config),
        level,
        seed_of(request),
        request.candidates or CANDIDATES,
        reader_of(request, account),
        tuple(first),
    )


def hint_question(request: opponent_pb2.GetHintRequest, account: str, data: Data, config: Config) -> Steps[Question]:
    """The question of a request for a hint."""
    asker = yield from viewpoint(request.position, data)
    return Question(
        asker,
        resolve(request.limits, asker.view.game, MOST_LEVEL, config),
        MOST_LEVEL,
        seed_of(request),
        HINT_CANDIDATES,
        reader_of(request, account),
        reasons=True,
        idea=beginning(asker.view, request.idea, asker.seat, "idea"),
    )


def hint_grade(request: opponent_pb2.GetHintRequest) -> int:
    """How much a hint may give away."""
    if request.grade not in opponent_pb2.HintGrade.values():
        raise BadMessage("grade", f"{request.grade} is not one of its values")
    return request.grade or opponent_pb2.HINT_GRADE_MOVE


def interval_ms(request: opponent_pb2.StreamSuggestionsRequest | opponent_pb2.WatchSuggestionsRequest) -> int:
    """How often a stream wants a suggestion."""
    interval = request.interval_ms or USUAL_MS
    if not OFTEN_MS <= interval <= SELDOM_MS:
        raise BadMessage("interval_ms", f"{interval} is not in {OFTEN_MS} to {SELDOM_MS}")
    return interval


def solver_question(
    request: solver_pb2.SolvePositionRequest, account: str, data: Data, config: Config
) -> Steps[SolverQuestion]:
    """The question of a request for a solution."""
    if request.target and not (math.isfinite(request.target) and 1e-9 <= request.target <= 1):
        raise BadMessage("target", "not in 1e-9 to 1")
    messages.in_range(request.most_ends, 0, MOST_ENDS, "most_ends", BadMessage)
    messages.in_range(request.most_turns, 0, MOST_TURNS, "most_turns", BadMessage)
    if request.time_ms > config.most_time_ms:
        raise TooMuch(f"time_ms: more than this server allows, {config.most_time_ms:,}")
    asker = yield from viewpoint(request.position, data)
    if not (asker.view.game.zero_sum and asker.view.game.seats == 2):
        raise NoSolution("only games of two players against each other are solved; ask for a suggestion")
    return SolverQuestion(
        asker,
        request.target or TARGET,
        request.time_ms or min(SOLVER_MS, config.most_time_ms),
        min(request.most_ends or USUAL_ENDS, (config.search_memory_mib << 20) // exact.BYTES_PER_END),
        request.most_turns or USUAL_TURNS,
        reader_of(request, account),
    )


def seed_of(request: Seeded) -> int:
    """The seed of a search: the request's own, or a random one."""
    return request.seed if request.HasField("seed") else secrets.randbits(32)


def state(message: game_pb2.GameState, data: Data, field: str = "state") -> State:
    """The world or view of a message. None is kept: whoever sends the same position next would find out by the time."""
    with under(field, instead_of="state"):
        return messages.decode(message, data)


def owner(position: State) -> int | None:
    """Whose view it is: a seat, PUBLIC, or None for a world. Of several seats, the one that has to choose."""
    world = position.fill(Stream(0))
    if world == position:
        return None
    seats = sorted(range(position.game.seats), key=lambda seat: seat != position.to_move)
    for seat in (*seats, PUBLIC):
        if world.view(seat) == position:
            return seat
    for seat in seats:
        if position.view(seat) == position:  # it holds nothing that the seat does not know, but not all of it
            messages.redact(position, seat)
    raise BadState("", "neither a whole position nor what one seat knows of it")


def seat_of(game: Game, number: int, field: str = "seat") -> int:
    """A seat of the game."""
    if number >= game.seats:
        raise BadMessage(field, f"{number} is not one of the {game.seats} seats")
    return number


def view_of(position: State, seat: int, field: str = "state") -> State:
    """What the seat knows; refused if the seat should know more than was sent."""
    with under(field):
        return messages.redact(position, seat)


def viewpoint(message: advice_pb2.Position, data: Data, field: str = "position") -> Steps[Viewpoint]:
    """The seat that asks, and what it knows."""
    with under(field):
        kind = messages.one_of(message, "from", "", BadMessage)
        if kind == "sealed":
            raise BadMessage("sealed", "is not taken here; send what the seat sees as `state`")
        if kind == "record":
            return (yield from _from_record(message, data))
        position = state(message.state, data)
        seat = _asking(message, position)
        return _choosing(Viewpoint(view_of(position, seat), seat, None))


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


def _from_record(message: advice_pb2.Position, data: Data) -> Steps[Viewpoint]:
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
    return _choosing(Viewpoint(view, seat, Record(start, tuple(events))))


def _choosing(asker: Viewpoint) -> Viewpoint:
    if asker.view.to_move != asker.seat:
        raise BadState("seat", f"seat {asker.seat} has nothing to choose here")
    return asker


def follow(view: State, seen: int, field: str) -> State:
    """The view after what its owner saw."""
    with under(field, instead_of="event"):
        return view.follow(seen)


def first_moves(
    view: State, allow: Sequence[game_pb2.GameMove], avoid: Sequence[game_pb2.GameMove]
) -> Steps[list[int]]:
    """The legal moves that are left to consider; empty if the request neither allows nor avoids any."""
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
    codes = set()
    for i, move in enumerate(moves):
        codes.add(_legal(view, move, legal, f"{field}[{i}]"))
        yield
    return codes


def _legal(view: State, message: game_pb2.GameMove, legal: Sequence[int], field: str) -> int:
    with under(field, instead_of="move"):
        move = messages.decode_move(view.game, message)
        if move not in legal:
            raise IllegalMove("", f"not among the {len(legal)} moves here")
    return move


def event_in(position: State, message: game_pb2.GameEvent, field: str) -> int:
    """An event that can happen here: an outcome of the chance event that is due, or a move."""
    with under(field, instead_of="event"):
        event = messages.decode_event(position.game, message)
        if event not in ([outcome for outcome, _ in position.chances()] or position.legal()):
            raise IllegalMove("", "this cannot happen here")
    return event


def move_in(position: State, message: game_pb2.GameMove, field: str) -> int:
    """A move that is legal here."""
    return _legal(position, message, position.legal(), field)
