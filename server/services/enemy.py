"""EnemyService: the procedure that plays against a lone player, run until they must decide or report a die."""

import math

from hunch.engines import CHANCE, BadMessage, BadState, IllegalMove, messages
from hunch.server import requests, responses
from hunch.server.errors import under
from hunch.server.offload import Offload, require_at_most
from hunch.server.randomness import ChanceSource
from hunch.server.rpc import Call
from hunch.server.services import sealed
from hunch.server.services.rules import MOST_STEPS
from hunch.server.services.sealed import SealedGames
from hunch.server.services.table import ALL, Table
from hunch.server.steps import Steps
from hunch.v1 import enemy_pb2 as pb


class EnemyService:
    """Answers from the request, and from a ledger of dice if the request names one."""

    def __init__(self, data: requests.Data, offload: Offload, chance: ChanceSource, games: SealedGames) -> None:
        self._data, self._offload, self._chance, self._games = data, offload, chance, games

    async def advance_enemy(self, request: pb.AdvanceEnemyRequest, call: Call) -> pb.AdvanceEnemyResponse:
        """The enemy's turn, as far as it goes."""
        if request.sealed:
            return await self._chance.run(request.chance, call, self._sealed(request, call))
        if request.chance.WhichOneof("source") is None:
            return await self._offload.try_on_loop(call, lambda most: self._advanced(request, call, most))
        return await self._chance.run(request.chance, call, self._advanced(request, call, math.inf))

    def _advanced(self, request: pb.AdvanceEnemyRequest, call: Call, most: float) -> Steps[pb.AdvanceEnemyResponse]:
        position = requests.state(request.state, self._data)
        with under("state"):
            if requests.owner(position) is not None:
                raise BadState("", "a whole position is needed: the enemy acts on all of it")
        roller = self._chance.roller_of(request.chance, request, call)
        if roller is not None and request.told:
            raise BadMessage("told", "send outcomes, or have them rolled from `chance`; not both")
        if len(request.told) > MOST_STEPS:
            raise BadMessage("told", f"{len(request.told)} outcomes; at most {MOST_STEPS} are taken")
        table = Table(position, roller, request.language)
        yield from table.roll_on()
        for i, event in enumerate(request.told):
            yield from table.roll_single()
            if table.position.to_move != CHANCE:
                raise IllegalMove(f"told[{i}]", "no die or draw is due any more")
            table.play(event, f"told[{i}]")
            yield
        yield from table.roll_single()
        position = table.position
        require_at_most(len(position.chances()), most)
        table.settle()
        return pb.AdvanceEnemyResponse(
            state=messages.encode(position),
            happenings=table.noticed[ALL],
            stage=responses.stage(position),
            wanted=responses.outcomes(position, requests.reader_of(request, call.key)),
            moves=len(position.legal()),
        )

    def _sealed(self, request: pb.AdvanceEnemyRequest, call: Call) -> Steps[pb.AdvanceEnemyResponse]:
        sealed.only_one(request.HasField("state"))
        sealed.system_only(request.chance, needed=True)
        if request.told:
            raise BadMessage("told", "in a sealed game the server rolls; leave it out")
        game = self._games.open(request.sealed)
        roller = self._chance.roller_of(request.chance, request, call)
        table = Table(game.position, roller, request.language, game.watchers)
        yield from table.roll_on()
        turn = table.position.to_move
        moves = len(table.position.view(turn).legal()) if turn in game.seats else 0
        return pb.AdvanceEnemyResponse(
            sealed=self._games.answer(game, table), stage=responses.stage(table.position), moves=moves
        )
