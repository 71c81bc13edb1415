"""Simulated apps in one process. Each phase has a rate of calls, and no app waits for slow answers.

A user sends one call per period, and the period is longer than a call's deadline. So a slow server does not slow the
arrivals down, and a rate is a number of users. loadtest.run starts this as `python -m loadtest.users`.
"""

from locust import User  # first: it lets gevent replace what blocks
from locust.env import Environment
from locust.exception import StopUser

# isort: split
import argparse
import itertools
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeVar

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
from loadtest.positions import Deck, Drawn, deck

MOST_AT_ONCE = 4_000
"""Calls that may be under way at once."""
grpc.experimental.gevent.init_gevent()  # without it only one call is in flight, and figures flatter
# grpc waits for each call in a thread of gevent's pool, which has ten by default. The answer to an eleventh call would
# count as late, because it waits until one of the ten is answered.
gevent.get_hub().threadpool.maxsize = MOST_AT_ONCE

T = TypeVar("T")
MIXES = json.loads((Path(__file__).parent / "mixes.json").read_text())
CHANNELS = 8
SPAWN = 500  # users that come to be a second, before the first call
SUGGEST = "/hunch.v1.OpponentService/SuggestMove"
OPTIONS = (("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0))
WRONG_KEY = (("authorization", f"Bearer hunch_{'0' * 12}_{'A' * 43}"),)
HUGE = bytes(300 * 1024)


@dataclass
class Tally:
    """The results: samples of [series, phase, start in s, ms, status, good]."""

    started: float = 0.0
    samples: list[tuple[str, int, float, float, str, bool]] = field(default_factory=list)
    in_flight: int = 0
    most_in_flight: int = 0
    late: int = 0


class HunchUser(User):
    """One app. It makes one call per period during its phase."""

    abstract = True
    tally: ClassVar[Tally]
    drawn: ClassVar[Deck]
    moments: ClassVar[Iterator[Drawn]]  # of `drawn`, each as often as the others
    turns: ClassVar[Iterator[Callable[["HunchUser"], None]]]  # what to do next, as often as the mix has it
    mix: ClassVar[dict[str, Any]]
    channels: ClassVar[list[grpc.Channel]]
    tables: ClassVar[list[tuple[str, str]]]  # games of dice that were opened: id and token
    numbers: ClassVar[Iterator[int]]
    metadata: ClassVar[tuple[tuple[str, str], ...]] = ()
    phase: ClassVar[int]
    window: ClassVar[tuple[float, float]]  # seconds from the start
    chance: ClassVar[random.Random]

    def on_start(self) -> None:
        """Waits for the phase, and for a random moment within the first period."""
        self.channel = self.chance.choice(self.channels)
        self.due = self.tally.started + self.window[0] + self.chance.random() * MIXES["period_s"]
        gevent.sleep(max(0.0, self.due - time.monotonic()))

    def wait_time(self) -> float:
        """Seconds until a period after the previous call was due. Locust's `constant_throughput` counts the first
        period from the user's birth, so users that begin later would be in step from their second call on.
        """
        self.due += MIXES["period_s"]
        return float(max(0.0, self.due - time.monotonic()))

    def timed(self, series: str, call: Callable[[], Any], wanted: str = "OK", first: bool = False) -> Any:
        """Makes a call and keeps its result; with `first`, also the time to the first message of a stream."""
        tally, began = self.tally, time.monotonic()
        if began >= tally.started + self.window[1]:
            raise StopUser
        tally.in_flight += 1
        tally.most_in_flight = max(tally.most_in_flight, tally.in_flight)
        status, answer = "OK", None
        try:
            answer = call()
            if first:
                next(answer)
                self._keep(f"{series} first", began, "OK", True)
                for _ in answer:
                    pass
        except grpc.RpcError as error:
            status = error.code().name
        finally:
            tally.in_flight -= 1
        in_time = wanted != "OK" or time.monotonic() - began <= MIXES["deadline_s"]
        self._keep(series, began, status if in_time else "LATE", in_time and status == wanted)
        tally.late += time.monotonic() - began > MIXES["period_s"]
        return answer

    def _keep(self, series: str, began: float, status: str, good: bool) -> None:
        took = (time.monotonic() - began) * 1000
        self.tally.samples.append((series, self.phase, began - self.tally.started, took, status, good))
        self.environment.events.request.fire(
            request_type="grpc",
            name=series,
            response_time=took,
            response_length=0,
            exception=None if good else RuntimeError(status),
        )

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


def turn(user: HunchUser) -> None:
    """The next call of the mix."""
    next(user.turns)(user)


def dealt(items: Sequence[T], chance: random.Random) -> Iterator[T]:
    """The items in a random order, again and again. So short runs have the same share of each as long ones."""
    while True:
        order = list(items)
        chance.shuffle(order)
        yield from order


def users(mix: str, phases: Sequence[tuple[float, float]], address: str, key: str, seed: int) -> list[type[HunchUser]]:
    """A class of users for each phase of [calls a second, seconds], with as many users as make that rate."""
    chosen = {"think_ms": MIXES["think_ms"], **MIXES["mixes"][mix]}
    chance, drawn = random.Random(seed), deck(seed)
    shared = {
        "tally": Tally(),
        "drawn": drawn,
        "mix": chosen,
        "chance": chance,
        "tables": [],
        "tasks": [turn],
        "moments": dealt(drawn.moments, chance),
        "turns": dealt([TASKS[name] for name, weight in chosen["tasks"].items() for _ in range(weight)], chance),
        "numbers": itertools.count(),
        "channels": [grpc.insecure_channel(address, OPTIONS) for _ in range(CHANNELS)],
        "metadata": (("authorization", f"Bearer {key}"),) if key else (),
    }
    kinds, start = [], 0.0
    for number, (rate, seconds) in enumerate(phases):
        own = {"phase": number, "window": (start, start + seconds), "fixed_count": round(rate * MIXES["period_s"])}
        kinds.append(type(f"Phase{number}", (HunchUser,), {**shared, **own}))
        start += seconds
    return [kind for kind in kinds if vars(kind)["fixed_count"]]


def run(mix: str, phases: Sequence[tuple[float, float]], address: str, key: str = "", seed: int = 1) -> dict[str, Any]:
    """Runs the phases in turn. Returns the tally, ready for JSON."""
    kinds = users(mix, phases, address, key, seed)
    environment = Environment(user_classes=list(kinds))
    runner = environment.create_local_runner()
    tally = kinds[0].tally
    count = sum(kind.fixed_count for kind in kinds)
    tally.started = time.monotonic() + 1.0 + count / SPAWN
    runner.start(count, spawn_rate=SPAWN)
    seconds = sum(seconds for _, seconds in phases)
    gevent.sleep(tally.started + seconds + MIXES["deadline_s"] + 0.3 - time.monotonic())
    left = tally.in_flight
    runner.quit()
    return {
        "mix": mix,
        "phases": phases,
        "started": tally.started,
        "samples": tally.samples,
        "late": tally.late,
        "most_in_flight": tally.most_in_flight,
        "left": left,
        "cpu_s": time.process_time(),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", required=True)
    parser.add_argument("--mix", choices=list(MIXES["mixes"]), default="evening")
    parser.add_argument("--phases", type=json.loads, default=[[5, 10]], help="[[calls a second, seconds], ...]")
    parser.add_argument("--key", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    tally = run(options.mix, options.phases, options.address, options.key, options.seed)
    options.out.write_text(json.dumps(tally))
