"""Sealed games: an app keeps a token, and gets only what its own seats see."""

import array
import hashlib
import secrets
import struct
import sys
from collections.abc import Sequence
from typing import NamedTuple

from hunch.engines import NOTHING, OVER, PUBLIC, BadMessage, BadState, IllegalMove, State, Stream, messages
from hunch.server import VERSION, requests, responses
from hunch.server.errors import Closed, NotAllowed, under
from hunch.server.randomness import ChanceSource
from hunch.server.rpc import Call
from hunch.server.sealing import GAME_BYTES, Sealed, Sealer
from hunch.server.services.table import Table
from hunch.server.steps import Steps, finish
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2
from hunch.v1 import rules_pb2 as pb

MOST_EVENTS = 2_000
"""Events of a record in a token, as many as EvaluateMoves takes. After them the record begins anew."""
HEAD = struct.Struct("!8sI")
"""What made the codes of the events, and how many bytes they take."""
LENGTH = struct.Struct("!I")
"""The length of a position's message."""
LEAST_ROOM, ROOM_STEP = 512, 256
"""The least room of a position in a token, and the step in which room grows."""
CODES = "I"
"""The events of a record as an array: equally long, whatever they are."""
MADE_BY = hashlib.sha256(f"{VERSION} {sys.byteorder}".encode()).digest()[:8]
"""The codes of events mean the same to equal versions only. To another version the record begins with the position."""
OTHERS = "belongs to a bot; the app's own seats are {own}"
"""What is said of a seat that an app may not see or move."""


class SealedGame(NamedTuple):
    """A sealed game, opened."""

    name: bytes
    """The same in all its tokens."""
    seats: tuple[int, ...]
    """The app's own seats."""
    start: State
    """Where the record begins: a whole position."""
    events: tuple[int, ...]
    """All that happened since."""
    position: State
    """Where that led: a whole position."""

    @property
    def watchers(self) -> tuple[int, ...]:
        """The seats that the app sees through; without seats of its own it sees what a bystander sees."""
        return self.seats or (PUBLIC,)

    def require_own(self, seat: int, field: str) -> None:
        """Refuses a seat that is not the app's own."""
        requests.seat_of(self.position.game, seat, field)
        if seat not in self.seats:
            own = ", ".join(map(str, self.seats)) or "none"
            raise NotAllowed(f"{field}: seat {seat} {OTHERS.format(own=own)}")

    def after(self, table: Table) -> "SealedGame":
        """The game after what was played at a table."""
        start, events = self.start, (*self.events, *table.events)
        if len(events) > MOST_EVENTS:
            start, events = self.position, tuple(table.events)
        return self._replace(start=start, events=events, position=table.position)


class SealedGames:
    """Opens tokens, and answers with views and the next token."""

    def __init__(self, sealer: Sealer, data: requests.Data) -> None:
        self._sealer, self._data = sealer, data

    def open(self, token: bytes, field: str = "sealed") -> SealedGame:
        """The game of a token."""
        sealed = self._sealer.open(token, field)
        made_by, size = HEAD.unpack_from(sealed.body)
        at = HEAD.size + size
        with under(field, instead_of="state"):
            position, at = self._read(sealed.body, at)
            if made_by != MADE_BY:
                return SealedGame(sealed.game, sealed.seats, position, (), position)
            start, _ = self._read(sealed.body, at)
        events = array.array(CODES, sealed.body[HEAD.size : HEAD.size + size])
        return SealedGame(sealed.game, sealed.seats, start, tuple(events), position)

    def seal(self, game: SealedGame) -> bytes:
        """The token of a game. Its length follows from what the app sees."""
        codes = array.array(CODES, game.events).tobytes()
        body = HEAD.pack(MADE_BY, len(codes)) + codes
        body += _padded(game.position, game.watchers[0]) + _padded(game.start, game.watchers[0])
        return self._sealer.seal(Sealed(game.name, game.seats, body))

    def begin(self, table: Table, start: State, seats: Sequence[int]) -> pb.SealedGame:
        """The first token of a game, and the first views."""
        name = secrets.token_bytes(GAME_BYTES)
        return self.answer(SealedGame(name, tuple(seats), start, (), start), table)

    def answer(self, game: SealedGame, table: Table) -> pb.SealedGame:
        """The token after what was played at the table, and what the app's seats see."""
        answer = pb.SealedGame(token=self.seal(game.after(table)))
        for watcher in game.watchers:
            seen = messages.encode(table.position.view(watcher))
            view = answer.views.add(state=seen, happenings=table.noticed[watcher])
            if watcher != PUBLIC:
                view.seat = watcher
        return answer

    def _read(self, body: bytes, at: int) -> tuple[State, int]:
        """A position and where the next one begins."""
        room, size = LENGTH.unpack_from(body, at)[0], LENGTH.unpack_from(body, at + LENGTH.size)[0]
        begin = at + 2 * LENGTH.size
        message = game_pb2.GameState.FromString(body[begin : begin + size])
        return messages.decode(message, self._data), begin + room

    def fill_in(self, position: advice_pb2.Position, field: str = "position") -> Steps[None]:
        """Puts what the asking seat saw of a sealed game in the token's place. The seat must be the app's own."""
        if position.WhichOneof("from") == "sealed":
            game = self.open(position.sealed, f"{field}.sealed")
            game.require_own(_asking(position, field), f"{field}.seat")
            yield from self.fill_record(position, game)

    def fill_record(self, position: advice_pb2.Position, game: SealedGame) -> Steps[None]:
        """Puts the record of the asking seat in the token's place."""
        seat, at = position.seat, game.start
        record = advice_pb2.GameRecord(start=messages.encode(at.view(seat)))
        for event in game.events:
            seen = at.seen(event, seat)
            if seen != NOTHING:
                record.events.append(messages.encode_event(at.game, seen))
            at = at.after(event)
            yield
        position.record.CopyFrom(record)

    def end(self, token: bytes) -> pb.OpenGameResponse:
        """The whole of a game that has ended."""
        game = self.open(token)
        if game.position.to_move != OVER:
            raise Closed("sealed: the game goes on; a sealed game is opened when it has ended")
        steps = [pb.Step(event=messages.encode_event(game.position.game, event)) for event in game.events]
        return pb.OpenGameResponse(start=messages.encode(game.start), steps=steps, state=messages.encode(game.position))


def _padded(position: State, watcher: int) -> bytes:
    """A position's message in a room whose size follows from what the watcher sees of it."""
    raw = messages.encode(position).SerializeToString()
    room = LEAST_ROOM + 2 * messages.encode(position.view(watcher)).ByteSize()
    room += -room % ROOM_STEP
    while room < len(raw):  # a rare position: better a longer token than none
        room *= 2
    return LENGTH.pack(room) + LENGTH.pack(len(raw)) + raw + bytes(room - len(raw))


class SealedBots:
    """The turns of seats that are not the app's own."""

    def __init__(self, games: SealedGames, chance: ChanceSource) -> None:
        self.games, self._chance = games, chance

    def game_of(self, request: opponent_pb2.SuggestMoveRequest) -> SealedGame | None:
        """The sealed game of a request that asks for the turn of a bot; None if the app's own seat asks, or a state."""
        position = request.position
        game = None
        if position.WhichOneof("from") == "sealed":
            game = self.games.open(position.sealed, "position.sealed")
            seat = requests.seat_of(game.position.game, _asking(position, "position"), "position.seat")
        if game is None or seat in game.seats:
            no_chance(request)
            return None
        for field in ("allow", "avoid"):
            if len(getattr(request, field)):  # a refusal would show what the bot may play
                raise BadMessage(field, "the app does not choose the moves of a bot in a sealed game; leave it out")
        if request.HasField("seed"):  # a bot that bluffs now and then would do so for one hand only
            raise BadMessage("seed", "whoever knows it can work out what the bot holds; leave it out")
        if request.candidates:
            raise BadMessage("candidates", "the turn of a bot in a sealed game is played, not listed; leave it out")
        system_only(request.chance)
        if game.position.to_move != seat:
            raise BadState("position.seat", f"seat {seat} has nothing to choose here")
        return game

    def played(
        self, game: SealedGame, request: opponent_pb2.SuggestMoveRequest, turn: Sequence[int], call: Call
    ) -> opponent_pb2.SuggestMoveResponse:
        """Plays the turn, and returns what the app may see of it. The search's thread does this too, as the call would
        wait for a core a second time."""
        table = Table(
            game.position, self._chance.roller_of(request.chance, request, call), request.language, game.watchers
        )
        for move in turn:
            table.happens(move)
        finish(table.roll_on())
        return opponent_pb2.SuggestMoveResponse(
            sealed=self.games.answer(game, table), stage=responses.stage(table.position)
        )

    def hide_thinking(self, game: SealedGame, answer: opponent_pb2.SuggestMoveResponse) -> None:
        """Replaces the time that a person would think for the bot, which follows from what the bot holds."""
        view = game.position.view(game.watchers[0])
        answer.timing.suggested_think_ms = responses.suggested_think_ms(view.fill(Stream(0)))


def _asking(position: advice_pb2.Position, field: str) -> int:
    if not position.HasField("seat"):
        raise BadMessage(f"{field}.seat", "a sealed game has several seats; name the one that asks")
    return position.seat


def seats_of(seal: pb.Seal, state: State) -> tuple[int, ...]:
    """The app's own seats, in order."""
    seats = {requests.seat_of(state.game, seat, f"seal.seats[{i}]") for i, seat in enumerate(seal.seats)}
    return tuple(sorted(seats))


def require_own_move(game: SealedGame, table: Table, step: pb.Step, field: str) -> None:
    """Refuses a step that is not a move of one of the app's own seats."""
    if messages.one_of(step, "step", field, BadMessage) != "move":
        raise BadMessage(f"{field}.event", "in a sealed game the server rolls; set `chance`, and send moves only")
    table.require_a_choice(field)
    if table.position.to_move not in game.seats:
        says = f"seat {table.position.to_move} is to move, and belongs to a bot; SuggestMove plays its turn"
        raise IllegalMove(field, says)


def no_chance(request: opponent_pb2.SuggestMoveRequest) -> None:
    """Refuses a source of chance in a request that plays nothing."""
    if request.HasField("chance"):
        raise BadMessage("chance", "is for SuggestMove with the turn of a bot in a sealed game; leave it out")


def system_only(chance: pb.Chance, needed: bool = False) -> None:
    """Refuses chance that the app could foresee or look up."""
    source = chance.WhichOneof("source")
    if source not in (None, "system"):
        raise BadMessage(f"chance.{source}", "shows what a sealed game hides; set `chance.system`")
    if needed and source is None:
        raise BadMessage("chance", "a sealed game needs it here; set `chance.system`")


def only_one(state_sent: bool, field: str = "sealed") -> None:
    """Refuses a request with a state beside a token."""
    if state_sent:
        raise BadMessage(field, "send either the token of a sealed game or a state, not both")
