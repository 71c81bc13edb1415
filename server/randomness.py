"""The randomness of a game's chance events: from a seed, the system, or a ledger of dice."""

import secrets
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol, TypeVar

from google.protobuf.message import Message

from hunch.engines import BadMessage, State, Stream
from hunch.server.dice import derivation
from hunch.server.dice.derivation import MOST_FACES, Seeds, Throw
from hunch.server.dice.games import Dice, body_of, check_names, check_seeds
from hunch.server.dice.ledger import RollRequest
from hunch.server.dice.positions import ChanceRun, outcome_of
from hunch.server.dice.queues import DiceQueues
from hunch.server.errors import under
from hunch.server.offload import Offload
from hunch.server.rpc import Call
from hunch.server.steps import Steps
from hunch.v1 import rules_pb2 as pb

T = TypeVar("T")
STEPS_AT_ONCE = 10
"""Steps that are played on the loop."""
STEP_MS = 0.2
"""How long a step takes, about: 50 to 300 µs."""


class Roller(Protocol):
    """Rolls the chance events of one request."""

    blind: bool
    """Whether a move may follow a roll that its player has not seen yet."""

    def roll(self, position: State) -> tuple[int, int]:
        """An outcome of the chance event that is due; and 0, or which roll of this request it is."""

    def settle(self, happenings: Iterable[pb.Happening]) -> None:
        """Keeps what was rolled, before it is answered. Gives each happening its place in the ledger."""


class StreamRoller:
    """Rolls with a stream of random numbers."""

    blind = True

    def __init__(self, seed: int) -> None:
        self._stream = Stream(seed)

    def roll(self, position: State) -> tuple[int, int]:
        """An outcome of the chance event that is due."""
        return position.roll(self._stream), 0

    def settle(self, happenings: Iterable[pb.Happening]) -> None:
        """Keeps nothing."""


class DiceRoller:
    """Rolls with fair dice. They follow from the position, so they can be kept when the whole request is played, and a
    request that is refused uses none. It reveals none either: no move follows a roll, so no refusal depends on one."""

    blind = False

    def __init__(self, dice: Dice, queues: DiceQueues, call: Call, request: RollRequest, owner_token: str) -> None:
        self._dice, self._queues, self._call, self._owner_token = dice, queues, call, owner_token
        self._request = request
        self._seeds: Seeds | None = None  # unset until the first roll
        self._throws: list[Throw] = []
        self._run = ChanceRun()

    def roll(self, position: State) -> tuple[int, int]:
        """An outcome of the chance event that is due. One with a single outcome rolls nothing."""
        outcomes = position.chances()
        if len(outcomes) == 1:
            return outcomes[0][0], 0
        throw = self._run.throw(position)
        if throw.faces[0] > MOST_FACES:
            raise BadMessage("chance.dice", "a chance event here has finer odds than dice can roll; use a seed")
        if self._seeds is None:
            self._seeds = self._queues.from_thread(
                self._call, lambda: self._dice.seeds(self._request, self._owner_token)
            )
        self._throws.append(throw)
        return outcome_of(outcomes, derivation.roll(self._seeds, throw)[0]), len(self._throws)

    def settle(self, happenings: Iterable[pb.Happening]) -> None:
        """Keeps all rolls or none."""
        if self._seeds is None:
            return
        request = replace(self._request, throws=tuple(self._throws), played_with=self._seeds.players)
        kept = self._queues.from_thread(self._call, lambda: self._dice.roll(request, self._owner_token))
        for happening in happenings:
            if happening.dice_counter:
                happening.dice_counter = kept[happening.dice_counter - 1].counter


class ChanceSource:
    """Makes the `Roller` that a request asks for, and runs the work that uses it where it may wait."""

    def __init__(self, dice: Dice, queues: DiceQueues, offload: Offload) -> None:
        self._dice, self._queues, self._offload = dice, queues, offload

    def roller_of(self, chance: pb.Chance, request: Message, call: Call) -> Roller | None:
        """Rolls the chance events of this request. None if the request brings all outcomes."""
        kind = chance.WhichOneof("source")
        if kind is None:
            return None
        if kind == "dice":
            return self._from_dice(chance.dice, body_of(request), call)
        if kind == "system" and not chance.system:
            raise BadMessage("chance.system", "must be true when it is set")
        return StreamRoller(chance.seed if kind == "seed" else secrets.randbits(64))

    async def run(self, chance: pb.Chance, call: Call, steps: Steps[T], count: int = 0) -> T:
        """The work's result. Few steps run on the loop, more go through the queue, and with dice they may wait."""
        if chance.HasField("dice"):
            call.check_scope("DiceService")
            return await self._queues.play(call, steps)
        heavy = chance.WhichOneof("source") is not None or count > STEPS_AT_ONCE
        return await self._offload.stepwise(call, steps, heavy, count * STEP_MS)

    def _from_dice(self, chance: pb.DiceChance, body: str, call: Call) -> DiceRoller:
        with under("chance.dice"):
            check_names(chance.game_id, chance.request_id)
            check_seeds(chance.player_seeds)
        first = f"{chance.request_id}#0"  # no request of RollDice has the same name by chance
        request = RollRequest(chance.game_id, first, body, (), tuple(chance.player_seeds))
        return DiceRoller(self._dice, self._queues, call, request, chance.owner_token)
