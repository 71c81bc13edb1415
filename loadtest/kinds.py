"""Cheap calls of every kind that a server knows: good, broken, and given up."""

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import grpc
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2

from hunch.engines import load, messages
from hunch.v1 import (
    advice_pb2,
    dice_pb2,
    dice_pb2_grpc,
    enemy_pb2,
    operations_pb2,
    opponent_pb2,
    rules_pb2,
    solver_pb2,
)
from loadtest.positions import Deck

TIMEOUT_S = 60.0
GIVEN_UP_S = 0.003
UNREAD_S = 0.1
HUGE = 300 * 1024
TABLES = 100
STEPS = 12
"""Steps of a game that is played or judged. Short, so that calls are cheap."""
Call = Callable[[int], Awaitable[str]]
"""Makes the n-th call of a kind, and returns its status."""


class Caller:
    """Calls of each kind over one channel. Messages are bytes and made once: the caller must outpace the server."""

    def __init__(self, channel: grpc.aio.Channel, drawn: Deck, address: str) -> None:
        self._channel, self._drawn, self._address = channel, drawn, address
        self._tables: list[dice_pb2.CommitDiceResponse] = []
        self._names = itertools.count()

    async def open_tables(self) -> None:
        """Opens the games of dice that rolls come from."""
        stub = dice_pb2_grpc.DiceServiceStub(self._channel)
        self._tables = [await stub.CommitDice(dice_pb2.CommitDiceRequest(), timeout=TIMEOUT_S) for _ in range(TABLES)]

    def kinds(self) -> Mapping[str, Call]:
        """Every kind of call by its name."""
        return {**self._opponent(), **self._given_up(), **self._rules(), **self._others()}

    def _opponent(self) -> dict[str, Call]:
        least, few = advice_pb2.Limits(iterations=1, memory_mib=1), advice_pb2.Limits(iterations=STEPS, memory_mib=1)
        more = advice_pb2.Limits(iterations=200, memory_mib=16)
        suggest = [opponent_pb2.SuggestMoveRequest(position=asks, limits=least) for asks in self._asks()]
        hint = opponent_pb2.HINT_GRADE_MOVE
        return {
            "SuggestMove": self._unary("OpponentService/SuggestMove", suggest),
            "SuggestMove, 200 iterations": self._unary(
                "OpponentService/SuggestMove",
                [opponent_pb2.SuggestMoveRequest(position=asks, limits=more) for asks in self._asks()],
            ),
            "SuggestMove, broken": self._unary("OpponentService/SuggestMove", list(map(_broken, suggest))),
            "GetHint": self._unary(
                "OpponentService/GetHint",
                [opponent_pb2.GetHintRequest(position=asks, limits=least, grade=hint) for asks in self._asks()],
            ),
            "StreamSuggestions": self._stream(
                "OpponentService/StreamSuggestions",
                [opponent_pb2.StreamSuggestionsRequest(ask=ask) for ask in suggest],
                both=True,
            ),
            "EvaluateMoves": self._stream(
                "OpponentService/EvaluateMoves",
                [
                    opponent_pb2.EvaluateMovesRequest(start=start, steps=steps[:STEPS], limits=few)
                    for start, steps in self._drawn.games
                ],
            ),
            "ListLevels": self._unary("OpponentService/ListLevels", [opponent_pb2.ListLevelsRequest()]),
        }

    def _given_up(self) -> dict[str, Call]:
        limits = advice_pb2.Limits(time_ms=20_000, memory_mib=16)
        long = [opponent_pb2.SuggestMoveRequest(position=asks, limits=limits) for asks in self._asks()]
        raw = [request.SerializeToString() for request in long]
        for request in long:
            request.candidates = 100
        unread = [opponent_pb2.StreamSuggestionsRequest(ask=ask, interval_ms=20).SerializeToString() for ask in long]
        watches = [opponent_pb2.WatchSuggestionsRequest(ask=ask).SerializeToString() for ask in long]
        rpc, stop = self._rpc("OpponentService/SuggestMove"), self._rpc("OpponentService/StopSearch")
        watch = self._channel.unary_stream("/hunch.v1.OpponentService/WatchSuggestions")

        async def stopped(number: int) -> None:
            call: Any = watch(watches[number % len(watches)], timeout=TIMEOUT_S)
            first = opponent_pb2.WatchSuggestionsResponse.FromString(await call.read())
            with contextlib.suppress(grpc.aio.AioRpcError):  # an only move is over at once
                await stop(opponent_pb2.StopSearchRequest(search_id=first.search_id).SerializeToString())
            async for _ in call:
                pass

        async def cancelled(number: int) -> None:
            call = rpc(raw[number % len(raw)], timeout=TIMEOUT_S)
            await asyncio.sleep(GIVEN_UP_S)
            call.cancel()
            await call

        async def expired(number: int) -> None:
            await rpc(raw[number % len(raw)], timeout=GIVEN_UP_S)

        async def not_read(number: int) -> None:
            stream = self._channel.stream_stream("/hunch.v1.OpponentService/StreamSuggestions")
            call: Any = stream(iter([unread[number % len(unread)]]), timeout=TIMEOUT_S)
            await call.read()
            await asyncio.sleep(UNREAD_S)
            call.cancel()
            await call.read()

        return {
            "SuggestMove, cancelled": _with_status(cancelled),
            "SuggestMove, expired": _with_status(expired),
            "SuggestMove, oversized": self._unary("OpponentService/SuggestMove", [bytes(HUGE)]),
            "StreamSuggestions, not read": _with_status(not_read),
            "WatchSuggestions, StopSearch": _with_status(stopped),
        }

    def _rules(self) -> dict[str, Call]:
        wholes = [moment.whole for moment in self._drawn.moments]
        names = sorted({moment.game for moment in self._drawn.moments})
        seed = rules_pb2.Chance(seed=1)
        return {
            "ListGames": self._unary("RulesService/ListGames", [rules_pb2.ListGamesRequest()]),
            "NewGame": self._unary(
                "RulesService/NewGame",
                [rules_pb2.NewGameRequest(options=messages.encode_options(load(name)), chance=seed) for name in names],
            ),
            "ListMoves": self._unary(
                "RulesService/ListMoves", [rules_pb2.ListMovesRequest(state=state) for state in wholes]
            ),
            "PlayMoves": self._unary(
                "RulesService/PlayMoves",
                [rules_pb2.PlayMovesRequest(state=start, steps=steps[:STEPS]) for start, steps in self._drawn.games],
            ),
            "ViewState": self._unary(
                "RulesService/ViewState", [rules_pb2.ViewStateRequest(state=state, seat=0) for state in wholes]
            ),
            "CheckState": self._unary(
                "RulesService/CheckState", [rules_pb2.CheckStateRequest(state=state) for state in wholes]
            ),
            "NewGame, ListMoves, PlayMoves, OpenGame": _with_status(self._sealed_game),
            "AdvanceEnemy": self._unary(
                "EnemyService/AdvanceEnemy",
                [enemy_pb2.AdvanceEnemyRequest(state=state, chance=seed) for state in self._drawn.rolls],
            ),
        }

    def _others(self) -> dict[str, Call]:
        small = [moment.asks for moment in self._drawn.moments if moment.game in ("kuhn", "leduc")]
        transcript = dice_pb2.Transcript(version=1)
        return {
            "SolvePosition": self._stream(
                "SolverService/SolvePosition",
                [solver_pb2.SolvePositionRequest(position=asks, time_ms=5, target=0.5) for asks in small],
            ),
            "RollDice": _with_status(self._roll),
            "DrawChits": _with_status(self._draw),
            "GetRollStatistics": _with_status(self._statistics),
            "CommitDice, RevealDice": _with_status(self._whole_game),
            "VerifyTranscript": self._unary(
                "DiceService/VerifyTranscript", [dice_pb2.VerifyTranscriptRequest(transcript=transcript)]
            ),
            "GetServerInfo": self._unary("OperationsService/GetServerInfo", [operations_pb2.GetServerInfoRequest()]),
            "GetQueueStatus": self._unary("OperationsService/GetQueueStatus", [operations_pb2.GetQueueStatusRequest()]),
            "Check, new connection": _with_status(self._connected),
        }

    def _asks(self) -> list[advice_pb2.Position]:
        return [position for moment in self._drawn.moments for position in (moment.asks, moment.history)]

    def _rpc(self, path: str) -> Any:
        return self._channel.unary_unary(f"/hunch.v1.{path}")

    def _unary(self, path: str, requests: Sequence[Message | bytes]) -> Call:
        raw = [each if isinstance(each, bytes) else each.SerializeToString() for each in requests]
        rpc = self._rpc(path)
        return _with_status(lambda number: rpc(raw[number % len(raw)], timeout=TIMEOUT_S))

    def _stream(self, path: str, requests: Sequence[Message], both: bool = False) -> Call:
        raw = [request.SerializeToString() for request in requests]
        rpc: Any = (self._channel.stream_stream if both else self._channel.unary_stream)(f"/hunch.v1.{path}")

        async def read(number: int) -> None:
            request = raw[number % len(raw)]
            async for _ in rpc(iter([request]) if both else request, timeout=TIMEOUT_S):
                pass

        return _with_status(read)

    async def _roll(self, number: int) -> None:
        table = self._tables[number % TABLES]
        await self._dice(
            "RollDice",
            dice_pb2.RollDiceRequest(
                game_id=table.game_id, owner_token=table.owner_token, request_id=self._name(), faces=[6, 6]
            ),
        )

    async def _draw(self, number: int) -> None:
        table = self._tables[number % TABLES]
        await self._dice(
            "DrawChits",
            dice_pb2.DrawChitsRequest(
                game_id=table.game_id, owner_token=table.owner_token, request_id=self._name(), cup=[3, 3], draws=2
            ),
        )

    async def _statistics(self, number: int) -> None:
        table = self._tables[number % TABLES]
        await self._dice(
            "GetRollStatistics", dice_pb2.GetRollStatisticsRequest(game_id=table.game_id, owner_token=table.owner_token)
        )

    async def _whole_game(self, number: int) -> None:
        raw = await self._dice("CommitDice", dice_pb2.CommitDiceRequest())
        game = dice_pb2.CommitDiceResponse.FromString(raw)
        request = dice_pb2.RevealDiceRequest(game_id=game.game_id, owner_token=game.owner_token)
        await self._dice("RevealDice", request)

    async def _sealed_game(self, number: int) -> None:
        """A sealed game of Kuhn poker, in which the app plays both seats."""
        chance = rules_pb2.Chance(system=True)
        new = rules_pb2.NewGameRequest(
            options=messages.encode_options(load("kuhn")), chance=chance, seal=rules_pb2.Seal(seats=[0, 1])
        )
        begun = rules_pb2.NewGameResponse.FromString(await self._rules_call("NewGame", new))
        sealed, stage = begun.sealed.token, begun.stage
        while not stage.HasField("over"):
            raw = await self._rules_call("ListMoves", rules_pb2.ListMovesRequest(sealed=sealed))
            step = rules_pb2.Step(move=rules_pb2.ListMovesResponse.FromString(raw).moves[0].move)
            play = rules_pb2.PlayMovesRequest(sealed=sealed, steps=[step], chance=chance)
            played = rules_pb2.PlayMovesResponse.FromString(await self._rules_call("PlayMoves", play))
            sealed, stage = played.sealed.token, played.stage
        await self._rules_call("OpenGame", rules_pb2.OpenGameRequest(sealed=sealed))

    async def _rules_call(self, name: str, request: Message) -> bytes:
        rpc = self._rpc(f"RulesService/{name}")
        return bytes(await rpc(request.SerializeToString(), timeout=TIMEOUT_S))

    async def _dice(self, name: str, request: Message) -> bytes:
        rpc = self._rpc(f"DiceService/{name}")
        return bytes(await rpc(request.SerializeToString(), timeout=TIMEOUT_S))

    def _name(self) -> str:
        return f"request-{next(self._names)}"

    async def _connected(self, number: int) -> None:
        async with grpc.aio.insecure_channel(self._address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
            check = channel.unary_unary("/grpc.health.v1.Health/Check")
            await check(health_pb2.HealthCheckRequest().SerializeToString(), timeout=TIMEOUT_S)


def _with_status(call: Callable[[int], Awaitable[object]]) -> Call:
    """The call, with its status as its result."""

    async def status_of(number: int) -> str:
        try:
            await call(number)
        except grpc.RpcError as error:
            return str(error.code().name)
        except asyncio.CancelledError:
            return "CANCELLED"
        return "OK"

    return status_of


def _broken(request: Message) -> bytes:
    raw = bytearray(request.SerializeToString())
    raw[len(raw) // 2] = 0xFF
    return bytes(raw)


async def calls(call: Call, count: int, at_once: int) -> Counter[str]:
    """Makes `count` calls of a kind, `at_once` at a time. Returns how many ended with each status."""
    numbers = iter(range(count))

    async def some() -> Counter[str]:
        return Counter([await call(number) for number in numbers])

    return sum(await asyncio.gather(*(some() for _ in range(at_once))), Counter[str]())
