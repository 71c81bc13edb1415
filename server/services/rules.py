"""RulesService: games, moves, play, views and checks, for any game."""

import math

from hunch.engines import (
    CHANCE,
    GAMES,
    NOTHING,
    PUBLIC,
    BadMessage,
    Game,
    IllegalMove,
    State,
    load,
    messages,
    package,
    words,
)
from hunch.server import requests, responses
from hunch.server.errors import under
from hunch.server.offload import Offload, require_at_most
from hunch.server.randomness import ChanceSource, Roller
from hunch.server.rpc import Call
from hunch.server.steps import Steps
from hunch.v1 import game_pb2
from hunch.v1 import rules_pb2 as pb

MOST_STEPS = 2_000
"""Most steps of a request."""
MOST_ROLLS = 10_000
"""Most chance events in a row: a guard against a game that never reaches a choice."""


class RulesService:
    """Answers from the request alone."""

    def __init__(self, data: requests.Data, offload: Offload, chance: ChanceSource) -> None:
        self._data, self._offload, self._chance = data, offload, chance

    async def list_games(self, request: pb.ListGamesRequest, call: Call) -> pb.ListGamesResponse:
        """The games that are served, with their options."""
        return pb.ListGamesResponse(games=[game_info(name, self._data) for name in GAMES])

    async def new_game(self, request: pb.NewGameRequest, call: Call) -> pb.NewGameResponse:
        """The first position of a game."""
        return await self._chance.run(request.chance, call, new_game(request, call, self._data, self._chance))

    async def list_moves(self, request: pb.ListMovesRequest, call: Call) -> pb.ListMovesResponse:
        """What may happen next."""
        return await self._offload.try_on_loop(call, lambda most: list_moves(request, self._data, most))

    async def play_moves(self, request: pb.PlayMovesRequest, call: Call) -> pb.PlayMovesResponse:
        """The position after moves, chance and observations."""
        return await self._chance.run(
            request.chance, call, play_moves(request, call, self._data, self._chance), count=len(request.steps)
        )

    async def view_state(self, request: pb.ViewStateRequest, call: Call) -> pb.ViewStateResponse:
        """What one seat, or a bystander, knows."""
        return await self._offload(call, lambda: view_state(request, self._data))

    async def check_state(self, request: pb.CheckStateRequest, call: Call) -> pb.CheckStateResponse:
        """Whether a position could arise."""
        return await self._offload(call, lambda: check_state(request, self._data))


def game_info(name: str, data: requests.Data) -> pb.GameInfo:
    """A game with its options."""
    game = load(name, data=data.get(name))
    info = pb.GameInfo(
        name=name,
        page=(package(name).__doc__ or "").strip(),
        rules_version=game.version,
        data_hash=game.data_hash,
        seats=game.seats,
        zero_sum=game.zero_sum,
        solitaire=game.solitaire,
        hidden=game.hidden,
        unit=game.unit,
    )
    for option in package(name).OPTIONS:
        info.options.add(name=option.name, says=option.says, values=[str(value).lower() for value in option.values])
    return info


def new_game(
    request: pb.NewGameRequest, call: Call, data: requests.Data, chance: ChanceSource
) -> Steps[pb.NewGameResponse]:
    """The first position, or with chance the first decision."""
    name = request.options.WhichOneof("options")
    field, root = (f"options.{name}", f"{name}.options") if name else ("options", "options")
    with under(field, instead_of=root):
        game = messages.decode_game(request.options, data)
    table = Table(game.new(), None, chance.roller_of(request.chance, request, call), None, request.language)
    yield from table.roll_on()
    table.settle()
    return pb.NewGameResponse(
        state=messages.encode(table.position), happenings=table.happenings, stage=responses.stage(table.position)
    )


def list_moves(
    request: pb.ListMovesRequest, data: requests.Data, most: float = math.inf
) -> Steps[pb.ListMovesResponse]:
    """The moves or chance outcomes that are possible; raises TooMuchForLoop if there are more than `most`."""
    position = requests.state(request.state, data)
    with under("state"):
        whose = requests.owner(position)
    if request.HasField("seat"):
        seat = requests.seat_of(position.game, request.seat)
        position = requests.view_of(position, seat)
        whose = seat
    turn = position.to_move
    answer = pb.ListMovesResponse(stage=responses.stage(position, whose is None))
    if turn >= 0 and whose in (None, turn):
        language = words.known(request.language)
        moves = position.legal()
        require_at_most(len(moves), most)
        parts = []
        for move in moves:
            parts.append(responses.listed(position.game, move, language))
            yield
        answer.MergeFromString(b"".join(parts))
    elif turn == CHANCE and whose is None:
        require_at_most(len(position.chances()), most)
        answer.outcomes.extend(responses.outcomes(position, request.language))
    return answer


def play_moves(
    request: pb.PlayMovesRequest, call: Call, data: requests.Data, chance: ChanceSource
) -> Steps[pb.PlayMovesResponse]:
    """The position after all steps."""
    position = requests.state(request.state, data)
    if len(request.steps) > MOST_STEPS:
        raise BadMessage("steps", f"{len(request.steps)} steps; at most {MOST_STEPS} are taken")
    with under("state"):
        whose = requests.owner(position)
    record = None
    if request.HasField("record_seat"):
        record = requests.seat_of(position.game, request.record_seat, "record_seat")
    roller = chance.roller_of(request.chance, request, call)
    if whose is not None and roller is not None:
        raise BadMessage("chance", "what a view cannot see cannot be rolled; send what its owner saw")
    table = Table(position, whose, roller, record, request.language)
    for i, step in enumerate(request.steps):
        yield from table.take(step, f"steps[{i}]")
    yield from table.roll_on()
    table.settle()
    return pb.PlayMovesResponse(
        state=messages.encode(table.position),
        happenings=table.happenings,
        stage=responses.stage(table.position, whose is None),
    )


class Table:
    """A game that goes on: a world in which everything is played, or the view of a seat that follows what it saw."""

    def __init__(
        self, position: State, whose: int | None, roller: Roller | None, record: int | None, language: str
    ) -> None:
        self.position = position
        self.happenings: list[pb.Happening] = []
        self._whose, self._roller, self._record, self._language = whose, roller, record, language

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    def roll_on(self) -> Steps[None]:
        """Rolls chance until a seat must choose, if the request says how to roll."""
        for _ in range(MOST_ROLLS):
            if self._roller is None or self.position.to_move != CHANCE:
                return
            self._happens(*self._roller.roll(self.position))
            yield

    def settle(self) -> None:
        """Keeps what was rolled. Call it once, when nothing can be refused any more."""
        if self._roller is not None:
            self._roller.settle(self.happenings)

    def roll_single(self) -> Steps[None]:
        """Plays chance events with a single outcome. A reveal is no die that a client could report."""
        for _ in range(MOST_ROLLS):
            if self.position.to_move != CHANCE or len(outcomes := self.position.chances()) > 1:
                return
            self._happens(outcomes[0][0])
            yield

    def play(self, event: game_pb2.GameEvent, field: str) -> None:
        """Plays what the client reports: the outcome of the chance event that is due, or a move."""
        self._happens(requests.event_in(self.position, event, field))

    def take(self, step: pb.Step, field: str) -> Steps[None]:
        """One step of the request."""
        yield
        kind = messages.one_of(step, "step", field, BadMessage)
        if self._whose is not None:
            self._observe(step, kind, field)
            return
        if kind == "move":
            if self._roller is not None:
                yield from self.roll_on() if self._roller.blind else self.roll_single()
            self._require_a_choice(field)
            self._happens(requests.move_in(self.position, step.move, f"{field}.move"))
            return
        self.play(step.event, f"{field}.event")

    def _require_a_choice(self, field: str) -> None:
        turn = self.position.to_move
        if turn == CHANCE and self._roller is not None:
            raise IllegalMove(field, "a roll is due first: send what comes after it once its player has seen the roll")
        if turn == CHANCE:
            raise IllegalMove(field, "a chance event is due first: send its outcome, or give `chance`")
        if turn < 0:
            raise IllegalMove(field, "the game has ended")

    def _observe(self, step: pb.Step, kind: str, field: str) -> None:
        turn = self.position.to_move
        if kind == "move":
            if turn != self._whose:
                raise IllegalMove(field, "the owner of this view has nothing to choose; send what was seen as `event`")
            seen = requests.move_in(self.position, step.move, f"{field}.move")
        else:
            with under(f"{field}.event", instead_of="event"):
                seen = messages.decode_event(self.game, step.event)
        before, self.position = self.position, requests.follow(self.position, seen, f"{field}.{kind}")
        happening = responses.happening(self.game, seen, turn if kind == "move" else CHANCE, self._language)
        happening.effects.extend(responses.effects(before, seen, self.position, self._language))
        self.happenings.append(happening)

    def _happens(self, event: int, dice_counter: int = 0) -> None:
        turn = self.position.to_move
        before, after = self.position, self.position.after(event)
        self.position = after
        shown = event if self._record is None else before.seen(event, self._record)
        if shown == NOTHING:
            return
        happening = responses.happening(self.game, shown, turn, self._language, dice_counter)
        if self._record is not None and self.game.hidden:
            before, after = before.view(self._record), after.view(self._record)
        happening.effects.extend(responses.effects(before, shown, after, self._language))
        self.happenings.append(happening)


def view_state(request: pb.ViewStateRequest, data: requests.Data) -> pb.ViewStateResponse:
    """What is known, as a message and as text."""
    position = requests.state(request.state, data)
    seat = requests.seat_of(position.game, request.seat) if request.HasField("seat") else PUBLIC
    view = requests.view_of(position, seat)
    whole = requests.owner(view) is None
    return pb.ViewStateResponse(
        state=messages.encode(view), board=words.board(view, request.language), stage=responses.stage(view, whole)
    )


def check_state(request: pb.CheckStateRequest, data: requests.Data) -> pb.CheckStateResponse:
    """The position's facts; refused if it could not arise."""
    position = requests.state(request.state, data)
    if request.HasField("seat"):
        requests.view_of(position, requests.seat_of(position.game, request.seat))
    with under("state"):
        whole = requests.owner(position) is None
    return pb.CheckStateResponse(
        stage=responses.stage(position, whole),
        whole=whole,
        rules_version=position.game.version,
        data_hash=position.game.data_hash,
    )
