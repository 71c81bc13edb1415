"""Simulated apps over gRPC, in one process. loadtest.run starts this as `python -m loadtest.users`."""

from loadtest.arrivals import MIXES, App, Phases, by_phase, main, mix_of, turns  # first: it loads Locust

# isort: split
import itertools
import random
from collections.abc import Iterator
from typing import Any, ClassVar

import gevent
import grpc
import grpc.experimental.gevent

from hunch.engines import GAMES, load, messages
from hunch.v1 import (
    advice_pb2,
    dice_pb2,
    dice_pb2_grpc,
    enemy_pb2,
    enemy_pb2_grpc,
    opponent_pb2,
    opponent_pb2_grpc,
    rules_pb2,
    rules_pb2_grpc,
    solver_pb2,
    solver_pb2_grpc,
)
from loadtest.positions import Deck, Drawn, dealt, deck

MOST_AT_ONCE = 4_000
"""Calls that may be under way at once."""
grpc.experimental.gevent.init_gevent()  # without it only one call is in flight, and figures flatter
# grpc waits for each call in a thread of gevent's pool, which has ten by default. The answer to an eleventh call would
# count as late, because it waits until one of the ten is answered.
gevent.get_hub().threadpool.maxsize = MOST_AT_ONCE

CHANNELS = 8
SUGGEST = "/hunch.v1.OpponentService/SuggestMove"
OPTIONS = (("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0))
WRONG_KEY = (("authorization", f"Bearer hunch_{'0' * 12}_{'A' * 43}"),)
HUGE = bytes(300 * 1024)


class HunchUser(App):
    """One app over gRPC."""

    abstract = True
    protocol = "grpc"
    failures = (grpc.RpcError,)
    drawn: ClassVar[Deck]
    moments: ClassVar[Iterator[Drawn]]  # of `drawn`, each as often as the others
    channels: ClassVar[list[grpc.Channel]]
    tables: ClassVar[list[tuple[str, str]]]  # games of dice that were opened: id and token
    numbers: ClassVar[Iterator[int]]
    metadata: ClassVar[tuple[tuple[str, str], ...]] = ()

    def on_start(self) -> None:
        """Takes a channel, and waits for the phase."""
        self.channel = self.chance.choice(self.channels)
        super().on_start()

    def status_of(self, error: Any) -> str:
        """The name of its code."""
        return error.code().name

    def question(self) -> opponent_pb2.SuggestMoveRequest:
        """A question about a moment of a game. One in four sends the record of the game."""
        moment = next(self.moments)
        position = moment.history if self.chance.random() < 0.25 else moment.asks
        return opponent_pb2.SuggestMoveRequest(
            position=position, limits=advice_pb2.Limits(time_ms=self.mix["think_ms"], memory_mib=16)
        )

    def facts(self) -> dict[str, Any]:
        """The arguments of every call."""
        return {"timeout": MIXES["deadline_s"], "metadata": self.metadata}


def move(user: HunchUser) -> None:
    """A bot's move."""
    stub, request = opponent_pb2_grpc.OpponentServiceStub(user.channel), user.question()
    user.timed("move", lambda: stub.SuggestMove(request, **user.facts()))


def hint(user: HunchUser) -> None:
    """A hint for a person."""
    question = user.question()
    request = opponent_pb2.GetHintRequest(
        position=question.position, limits=question.limits, grade=opponent_pb2.HINT_GRADE_MOVE
    )
    user.timed("hint", lambda: opponent_pb2_grpc.OpponentServiceStub(user.channel).GetHint(request, **user.facts()))


def enemy(user: HunchUser) -> None:
    """The enemy's turn, to the next decision."""
    request = enemy_pb2.AdvanceEnemyRequest(
        state=user.chance.choice(user.drawn.rolls), chance=rules_pb2.Chance(seed=user.chance.getrandbits(32))
    )
    user.timed("enemy", lambda: enemy_pb2_grpc.EnemyServiceStub(user.channel).AdvanceEnemy(request, **user.facts()))


def dice(user: HunchUser) -> None:
    """A roll of two dice. One call in ten opens a game of dice instead."""
    stub = dice_pb2_grpc.DiceServiceStub(user.channel)
    if not user.tables or user.chance.random() < 0.1:
        opened = user.timed("dice game", lambda: stub.CommitDice(dice_pb2.CommitDiceRequest(), **user.facts()))
        if opened:
            user.tables.append((opened.game_id, opened.owner_token))
        return
    game, token = user.chance.choice(user.tables)
    request = dice_pb2.RollDiceRequest(
        game_id=game, owner_token=token, request_id=f"roll-{next(user.numbers)}", faces=[6, 6]
    )
    user.timed("dice", lambda: stub.RollDice(request, **user.facts()))


def new_game(user: HunchUser) -> None:
    """The first decision of a game."""
    request = rules_pb2.NewGameRequest(
        options=messages.encode_options(load(user.chance.choice(sorted(GAMES)))),
        chance=rules_pb2.Chance(seed=user.chance.getrandbits(32)),
    )
    stub = rules_pb2_grpc.RulesServiceStub(user.channel)
    user.timed("new game", lambda: stub.NewGame(request, **user.facts()))


def stream(user: HunchUser) -> None:
    """A stream of suggestions."""
    ask = opponent_pb2.StreamSuggestionsRequest(ask=user.question(), interval_ms=50)
    stub = opponent_pb2_grpc.OpponentServiceStub(user.channel)
    user.timed("stream", lambda: stub.StreamSuggestions(iter([ask]), **user.facts()), first=True)


def solve(user: HunchUser) -> None:
    """An exact solution of a solvable position."""
    moments = [moment for moment in user.drawn.moments if moment.game in user.mix["solvable"]]
    request = solver_pb2.SolvePositionRequest(
        position=user.chance.choice(moments).asks, time_ms=user.mix["think_ms"], target=1e-3
    )
    stub = solver_pb2_grpc.SolverServiceStub(user.channel)
    user.timed("solve", lambda: stub.SolvePosition(request, **user.facts()), first=True)


def garbage(user: HunchUser) -> None:
    """A question with broken bytes. If it is still a message, it is answered."""
    raw = bytearray(user.question().SerializeToString())
    for _ in range(4):
        raw[user.chance.randrange(len(raw))] = 0xFF
    _raw(user, "hostile garbage", bytes(raw), "INVALID_ARGUMENT")


def oversized(user: HunchUser) -> None:
    """A message larger than the server takes."""
    _raw(user, "hostile oversized", HUGE, "RESOURCE_EXHAUSTED")


def wrong_key(user: HunchUser) -> None:
    """A key that does not exist."""
    _raw(user, "hostile wrong key", user.question().SerializeToString(), "UNAUTHENTICATED", metadata=WRONG_KEY)


def expired(user: HunchUser) -> None:
    """A question whose deadline ends before an answer is possible."""
    _raw(user, "hostile expired", user.question().SerializeToString(), "DEADLINE_EXCEEDED", timeout=0.002)


def cancel(user: HunchUser) -> None:
    """A long question, soon cancelled."""
    request = user.question()
    request.limits.time_ms = 10_000
    stub = opponent_pb2_grpc.OpponentServiceStub(user.channel)

    def give_up() -> None:
        call = stub.SuggestMove.future(request, **user.facts())
        gevent.sleep(user.chance.random() * 0.06)
        call.cancel()

    user.timed("hostile cancel", give_up)


def slow_reader(user: HunchUser) -> None:
    """A stream with an answer every 20 ms that nobody reads."""
    ask = user.question()
    ask.limits.time_ms, ask.candidates = 1_500, 100
    request = opponent_pb2.StreamSuggestionsRequest(ask=ask, interval_ms=20)
    stub = opponent_pb2_grpc.OpponentServiceStub(user.channel)

    def not_read() -> None:
        call = stub.StreamSuggestions(iter([request]), **user.facts())
        gevent.sleep(1.5)
        call.cancel()

    user.timed("hostile slow reader", not_read)


def _raw(user: HunchUser, series: str, raw: bytes, wanted: str, **facts: Any) -> None:
    call = user.channel.unary_unary(SUGGEST)
    user.timed(series, lambda: call(raw, **{**user.facts(), **facts}), wanted)


TASKS = {
    task.__name__: task
    for task in (
        move,
        hint,
        enemy,
        dice,
        new_game,
        stream,
        solve,
        garbage,
        oversized,
        expired,
        cancel,
        slow_reader,
        wrong_key,
    )
}


def users(mix: str, phases: Phases, address: str, key: str, seed: int) -> list[type[App]]:
    """The users of a mix, for each phase."""
    chosen, chance, drawn = mix_of(mix), random.Random(seed), deck(seed)
    shared = {
        "drawn": drawn,
        "mix": chosen,
        "chance": chance,
        "tables": [],
        "moments": dealt(drawn.moments, chance),
        "turns": turns(chosen, TASKS, chance),
        "numbers": itertools.count(),
        "channels": [grpc.insecure_channel(address, OPTIONS) for _ in range(CHANNELS)],
        "metadata": (("authorization", f"Bearer {key}"),) if key else (),
    }
    return by_phase(HunchUser, shared, phases)


if __name__ == "__main__":
    main(users, "grpc", __doc__)
