"""RulesService: games, moves, play, views and checks, for any game."""

import math
from collections.abc import Iterable

from hunch.engines import (
    CHANCE,
    GAMES,
    PUBLIC,
    BadMessage,
    State,
    Stream,
    load,
    messages,
    package,
    words,
)
from hunch.server import requests, responses
from hunch.server.errors import under
from hunch.server.offload import Offload, require_at_most
from hunch.server.question import Reader
from hunch.server.randomness import ChanceSource
from hunch.server.rpc import Call
from hunch.server.services import sealed
from hunch.server.services.sealed import SealedGames
from hunch.server.services.table import ALL, Table, WatchedTable
from hunch.server.steps import Steps
from hunch.v1 import rules_pb2 as pb

MOST_STEPS = 2_000
"""Most steps of a request."""


class RulesService:
    """Answers from the request alone."""

    def __init__(self, data: requests.Data, offload: Offload, chance: ChanceSource, games: SealedGames) -> None:
        self._data, self._offload, self._chance, self._games = data, offload, chance, games

    async def list_games(self, request: pb.ListGamesRequest, call: Call) -> pb.ListGamesResponse:
        """The games that are served, with their options."""
        return pb.ListGamesResponse(games=[game_info(name, self._data, request.language) for name in GAMES])

    async def new_game(self, request: pb.NewGameRequest, call: Call) -> pb.NewGameResponse:
        """The first position of a game."""
        steps = new_game(request, call, self._data, self._chance, self._games)
        return await self._chance.run(request.chance, call, steps)

    async def list_moves(self, request: pb.ListMovesRequest, call: Call) -> pb.ListMovesResponse:
        """What may happen next."""
        return await self._offload.try_on_loop(
            call, lambda most: list_moves(request, call.key, self._data, self._games, most)
        )

    async def play_moves(self, request: pb.PlayMovesRequest, call: Call) -> pb.PlayMovesResponse:
        """The position after moves, chance and observations."""
        play = play_sealed(request, call, self._chance, self._games)
        if not request.sealed:
            play = play_moves(request, call, self._data, self._chance)
        return await self._chance.run(request.chance, call, play, count=len(request.steps))

    async def view_state(self, request: pb.ViewStateRequest, call: Call) -> pb.ViewStateResponse:
        """What one seat, or a bystander, knows."""
        return await self._offload(call, lambda: view_state(request, self._data, self._games))

    async def check_state(self, request: pb.CheckStateRequest, call: Call) -> pb.CheckStateResponse:
        """Whether a position could arise."""
        return await self._offload(call, lambda: check_state(request, self._data))

    async def open_game(self, request: pb.OpenGameRequest, call: Call) -> pb.OpenGameResponse:
        """The whole of a sealed game that has ended."""
        return await self._offload(call, lambda: self._games.end(request.sealed))


def game_info(name: str, data: requests.Data, language: str) -> pb.GameInfo:
    """A game with its options and its guide."""
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
        guide=words.guide(name, language),
    )
    for option in package(name).OPTIONS:
        info.options.add(name=option.name, says=option.says, values=[str(value).lower() for value in option.values])
    return info


def new_game(
    request: pb.NewGameRequest, call: Call, data: requests.Data, chance: ChanceSource, games: SealedGames
) -> Steps[pb.NewGameResponse]:
    """The first position, or with chance the first decision."""
    name = request.options.WhichOneof("options")
    field, root = (f"options.{name}", f"{name}.options") if name else ("options", "options")
    with under(field, instead_of=root):
        game = messages.decode_game(request.options, data)
    start = game.new()
    seats: tuple[int, ...] = ()
    if request.HasField("seal"):
        seats = sealed.seats_of(request.seal, start)
        sealed.system_only(request.chance)
    watchers = (seats or (PUBLIC,)) if request.HasField("seal") else (ALL,)
    table = Table(start, chance.roller_of(request.chance, request, call), request.language, watchers)
    yield from table.roll_on()
    table.settle()
    answer = pb.NewGameResponse(stage=responses.stage(table.position))
    if request.HasField("seal"):
        answer.sealed.CopyFrom(games.begin(table, start, seats))
    else:
        answer.state.CopyFrom(messages.encode(table.position))
        answer.happenings.extend(table.noticed[ALL])
    return answer


def list_moves(
    request: pb.ListMovesRequest, account: str, data: requests.Data, games: SealedGames, most: float = math.inf
) -> Steps[pb.ListMovesResponse]:
    """The moves or chance outcomes that are possible; raises TooMuchForLoop if there are more than `most`."""
    if request.sealed:
        return (yield from list_sealed(request, account, games, most))
    position = requests.state(request.state, data)
    with under("state"):
        whose = requests.owner(position)
    if request.HasField("seat"):
        seat = requests.seat_of(position.game, request.seat)
        position = requests.view_of(position, seat)
        whose = seat
    turn, reader = position.to_move, requests.reader_of(request, account)
    answer = pb.ListMovesResponse(stage=responses.stage(position, whose is None))
    if turn >= 0 and whose in (None, turn):
        yield from list_legal(position, reader, most, answer)
    elif turn == CHANCE and whose is None:
        require_at_most(len(position.chances()), most)
        answer.outcomes.extend(responses.outcomes(position, reader))
    return answer


def list_sealed(
    request: pb.ListMovesRequest, account: str, games: SealedGames, most: float
) -> Steps[pb.ListMovesResponse]:
    """The moves of the app's own seat that must choose in a sealed game."""
    sealed.only_one(request.HasField("state"))
    game = games.open(request.sealed)
    turn = game.position.to_move
    if request.HasField("seat"):
        game.require_own(request.seat, "seat")
    answer = pb.ListMovesResponse(stage=responses.stage(game.position))
    if turn in game.seats and (not request.HasField("seat") or request.seat == turn):
        reader = requests.reader_of(request, account)
        yield from list_legal(game.position.view(turn), reader, most, answer)
    return answer


def list_legal(position: State, reader: Reader, most: float, answer: pb.ListMovesResponse) -> Steps[None]:
    """Adds the moves of the seat that must choose to an answer."""
    moves, parts = position.legal(), []
    require_at_most(len(moves), most)
    for move in moves:
        parts.append(responses.listed(position.game, move, reader))
        yield
    answer.MergeFromString(b"".join(parts))


def play_moves(
    request: pb.PlayMovesRequest, call: Call, data: requests.Data, chance: ChanceSource
) -> Steps[pb.PlayMovesResponse]:
    """The position after all steps."""
    position = requests.state(request.state, data)
    require_few_steps(request)
    with under("state"):
        whose = requests.owner(position)
    record = None
    if request.HasField("record_seat"):
        record = requests.seat_of(position.game, request.record_seat, "record_seat")
    roller = chance.roller_of(request.chance, request, call)
    if whose is not None and roller is not None:
        raise BadMessage("chance", "what a view cannot see cannot be rolled; send what its owner saw")
    if whose is not None:
        whose = whose if record is None else require_view_of(position, record)
        view = WatchedTable(position, whose, request.language)
        for i, step in enumerate(request.steps):
            yield from view.take(step, f"steps[{i}]")
        return _played(view.position, view.noticed, whole=False)
    table = Table(position, roller, request.language, (record,))
    for i, step in enumerate(request.steps):
        yield from table.take(step, f"steps[{i}]")
    yield from table.roll_on()
    table.settle()
    return _played(table.position, table.noticed[record], whole=True)


def require_view_of(view: State, seat: int) -> int:
    """The seat; refused if the view is another seat's."""
    if view.fill(Stream(0)).view(seat) != view:
        raise BadMessage("record_seat", "another seat's view was sent; leave it out")
    return seat


def _played(position: State, happenings: Iterable[pb.Happening], whole: bool) -> pb.PlayMovesResponse:
    return pb.PlayMovesResponse(
        state=messages.encode(position), happenings=happenings, stage=responses.stage(position, whole)
    )


def require_few_steps(request: pb.PlayMovesRequest) -> None:
    """Refuses more steps than one request may have."""
    if len(request.steps) > MOST_STEPS:
        raise BadMessage("steps", f"{len(request.steps)} steps; at most {MOST_STEPS} are taken")


def play_sealed(
    request: pb.PlayMovesRequest, call: Call, chance: ChanceSource, games: SealedGames
) -> Steps[pb.PlayMovesResponse]:
    """A sealed game after moves of the app's own seats, and chance."""
    sealed.only_one(request.HasField("state"))
    sealed.system_only(request.chance)
    if request.HasField("record_seat"):
        raise BadMessage("record_seat", "a sealed game reports what each of the app's own seats saw; leave it out")
    require_few_steps(request)
    game = games.open(request.sealed)
    roller = chance.roller_of(request.chance, request, call)
    table = Table(game.position, roller, request.language, game.watchers)
    for i, step in enumerate(request.steps):
        field = f"steps[{i}]"
        yield from table.roll_on()
        sealed.require_own_move(game, table, step, field)
        yield from table.take(step, field)
    yield from table.roll_on()
    return pb.PlayMovesResponse(sealed=games.answer(game, table), stage=responses.stage(table.position))


def view_state(request: pb.ViewStateRequest, data: requests.Data, games: SealedGames) -> pb.ViewStateResponse:
    """What is known, as a message and as text."""
    if request.sealed:
        sealed.only_one(request.HasField("state"))
        game = games.open(request.sealed)
        position = game.position
        if request.HasField("seat"):
            game.require_own(request.seat, "seat")
    else:
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
