"""Where the chance of a game comes from: a seed, the system, or a ledger of dice. What is told needs none of it."""

import itertools
import secrets
from collections.abc import Callable
from typing import TypeVar

from google.protobuf.message import Message

from hunch.engines import BadMessage, State, Stream
from hunch.server.dice.derivation import MOST_FACES
from hunch.server.dice.games import Dice, Throw, body_of, check_names, check_seeds
from hunch.server.errors import under
from hunch.server.offload import Aside
from hunch.server.rpc import Call
from hunch.server.steps import Steps
from hunch.v1 import rules_pb2 as pb

T = TypeVar("T")
STEPS_AT_ONCE, STEP_MS = 10, 0.2
"""Steps that are played on the loop, and what one takes: 50 to 300 µs."""
Roll = Callable[[State], tuple[int, int]]
"""An outcome of the chance event that is due, and its place in a ledger or 0."""


class ChanceSource:
    """Makes `Roll`s of requests, and runs the work that uses them where it may wait."""

    def __init__(self, dice: Dice, aside: Aside) -> None:
        self._dice, self._aside = dice, aside

    def roll_of(self, chance: pb.Chance, request: Message, call: Call) -> Roll | None:
        """What rolls the chance of this request; None when all of it is told."""
        kind = chance.WhichOneof("source")
        if kind is None:
            return None
        if kind == "dice":
            with under("chance.dice"):
                check_names(chance.dice.game_id, chance.dice.request_id)
                check_seeds(chance.dice.player_seeds)
            return self._from_dice(chance.dice, body_of(request), call)
        if kind == "system" and not chance.system:
            raise BadMessage("chance.system", "must be true when it is set")
        stream = Stream(chance.seed if kind == "seed" else secrets.randbits(64))
        return lambda position: (position.roll(stream), 0)

    async def run(self, chance: pb.Chance, call: Call, steps: Steps[T], count: int = 0) -> T:
        """The work's result: few steps on the loop, more through the queue, with dice where it may wait for them."""
        if chance.HasField("dice"):
            return await self._dice.played(call, steps)
        heavy = chance.WhichOneof("source") is not None or count > STEPS_AT_ONCE
        return await self._aside.stepwise(call, steps, heavy, count * STEP_MS)

    def _from_dice(self, chance: pb.DiceChance, body: str, call: Call) -> Roll:
        places = itertools.count()

        def roll(position: State) -> tuple[int, int]:
            outcomes = position.chances()
            if len(outcomes) == 1:
                return outcomes[0][0], 0
            total = sum(weight for _, weight in outcomes)
            if total > MOST_FACES:
                raise BadMessage("chance.dice", "a chance event here has finer odds than dice can roll; use a seed")
            throw = Throw(position.game.name, (total,), tuple(chance.player_seeds))
            kept = self._dice.in_turn(
                call,
                lambda: self._dice.roll(
                    chance.game_id, chance.owner_token, f"{chance.request_id}#{next(places)}", body, throw
                ),
            )
            shown = kept.values[0]
            for outcome, weight in outcomes:
                if shown <= weight:
                    return outcome, kept.counter
                shown -= weight
            raise AssertionError("a die shows no more than its faces")

        return roll
