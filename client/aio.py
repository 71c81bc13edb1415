"""The client for programs on an event loop."""

from collections.abc import AsyncIterable
from typing import TypeVar

import grpc
from google.protobuf.message import Message

from hunch.client.channel import TIMEOUT_S, Rpcs, Settings
from hunch.v1 import dice_pb2, enemy_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2

A = TypeVar("A", bound=Message)


class AsyncClient:
    """All rpcs of a server over one channel, on one event loop.

    Make one and keep it: a channel for each request costs a connection, and leaks. Every call has a deadline. A refusal
    is a `grpc.RpcError` with `code()` and `details()`.
    """

    def __init__(
        self,
        address: str,
        *,
        key: str | None = None,
        roots: bytes | None = None,
        certificate: tuple[bytes, bytes] | None = None,
        tls: bool = False,
        timeout: float = TIMEOUT_S,
    ) -> None:
        """Opens a channel to `address`, host:port.

        `key` is an API key. `roots` is the PEM of the authority that signed the server's certificate. `tls` alone
        trusts the authorities that the system trusts. `certificate` is the PEM of this client's key, and of its
        certificate chain. `timeout` is in seconds, for each call that names none.
        """
        self._rpcs = Rpcs(Settings(address, key, roots, certificate, tls, timeout), grpc.aio)

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the channel."""
        await self._rpcs.channel.close(None)

    # OpponentService
    async def suggest_move(
        self, request: opponent_pb2.SuggestMoveRequest, timeout: float | None = None
    ) -> opponent_pb2.SuggestMoveResponse:
        """The turn that a good player would make here, drawn from its strategy, and the turns it considered."""
        return await self._unary("OpponentService/SuggestMove", request, opponent_pb2.SuggestMoveResponse, timeout)

    def stream_suggestions(
        self, requests: AsyncIterable[opponent_pb2.StreamSuggestionsRequest], timeout: float | None = None
    ) -> AsyncIterable[opponent_pb2.StreamSuggestionsResponse]:
        """The same, with interim answers while the search runs."""
        return self._two_way_stream(
            "OpponentService/StreamSuggestions", requests, opponent_pb2.StreamSuggestionsResponse, timeout
        )

    def watch_suggestions(
        self, request: opponent_pb2.WatchSuggestionsRequest, timeout: float | None = None
    ) -> AsyncIterable[opponent_pb2.WatchSuggestionsResponse]:
        """The name of a search, then interim answers while it runs, then the final one."""
        return self._server_stream(
            "OpponentService/WatchSuggestions", request, opponent_pb2.WatchSuggestionsResponse, timeout
        )

    async def stop_search(
        self, request: opponent_pb2.StopSearchRequest, timeout: float | None = None
    ) -> opponent_pb2.StopSearchResponse:
        """Ends a search that `watch_suggestions` named; its stream then brings the final answer."""
        return await self._unary("OpponentService/StopSearch", request, opponent_pb2.StopSearchResponse, timeout)

    async def get_hint(
        self, request: opponent_pb2.GetHintRequest, timeout: float | None = None
    ) -> opponent_pb2.GetHintResponse:
        """A hint for a person."""
        return await self._unary("OpponentService/GetHint", request, opponent_pb2.GetHintResponse, timeout)

    def evaluate_moves(
        self, request: opponent_pb2.EvaluateMovesRequest, timeout: float | None = None
    ) -> AsyncIterable[opponent_pb2.EvaluateMovesResponse]:
        """Judges a played game move by move, each by what its seat knew at the time."""
        return self._server_stream(
            "OpponentService/EvaluateMoves", request, opponent_pb2.EvaluateMovesResponse, timeout
        )

    async def list_levels(
        self, request: opponent_pb2.ListLevelsRequest, timeout: float | None = None
    ) -> opponent_pb2.ListLevelsResponse:
        """The levels of play."""
        return await self._unary("OpponentService/ListLevels", request, opponent_pb2.ListLevelsResponse, timeout)

    # RulesService
    async def list_games(
        self, request: rules_pb2.ListGamesRequest, timeout: float | None = None
    ) -> rules_pb2.ListGamesResponse:
        """The games that this server plays, with their options."""
        return await self._unary("RulesService/ListGames", request, rules_pb2.ListGamesResponse, timeout)

    async def new_game(
        self, request: rules_pb2.NewGameRequest, timeout: float | None = None
    ) -> rules_pb2.NewGameResponse:
        """The first position of a game."""
        return await self._unary("RulesService/NewGame", request, rules_pb2.NewGameResponse, timeout)

    async def list_moves(
        self, request: rules_pb2.ListMovesRequest, timeout: float | None = None
    ) -> rules_pb2.ListMovesResponse:
        """What may happen next."""
        return await self._unary("RulesService/ListMoves", request, rules_pb2.ListMovesResponse, timeout)

    async def play_moves(
        self, request: rules_pb2.PlayMovesRequest, timeout: float | None = None
    ) -> rules_pb2.PlayMovesResponse:
        """The position after moves, chance and, on a view, what was observed."""
        return await self._unary("RulesService/PlayMoves", request, rules_pb2.PlayMovesResponse, timeout)

    async def view_state(
        self, request: rules_pb2.ViewStateRequest, timeout: float | None = None
    ) -> rules_pb2.ViewStateResponse:
        """What one seat, or a bystander, knows of a position."""
        return await self._unary("RulesService/ViewState", request, rules_pb2.ViewStateResponse, timeout)

    async def check_state(
        self, request: rules_pb2.CheckStateRequest, timeout: float | None = None
    ) -> rules_pb2.CheckStateResponse:
        """Whether a position could arise."""
        return await self._unary("RulesService/CheckState", request, rules_pb2.CheckStateResponse, timeout)

    async def open_game(
        self, request: rules_pb2.OpenGameRequest, timeout: float | None = None
    ) -> rules_pb2.OpenGameResponse:
        """The whole of a sealed game that has ended."""
        return await self._unary("RulesService/OpenGame", request, rules_pb2.OpenGameResponse, timeout)

    # EnemyService
    async def advance_enemy(
        self, request: enemy_pb2.AdvanceEnemyRequest, timeout: float | None = None
    ) -> enemy_pb2.AdvanceEnemyResponse:
        """Runs the enemy to the player's next decision, or to the next real die."""
        return await self._unary("EnemyService/AdvanceEnemy", request, enemy_pb2.AdvanceEnemyResponse, timeout)

    # DiceService
    async def commit_dice(
        self, request: dice_pb2.CommitDiceRequest, timeout: float | None = None
    ) -> dice_pb2.CommitDiceResponse:
        """Opens a game of dice."""
        return await self._unary("DiceService/CommitDice", request, dice_pb2.CommitDiceResponse, timeout)

    async def roll_dice(
        self, request: dice_pb2.RollDiceRequest, timeout: float | None = None
    ) -> dice_pb2.RollDiceResponse:
        """Rolls dice."""
        return await self._unary("DiceService/RollDice", request, dice_pb2.RollDiceResponse, timeout)

    async def draw_chits(
        self, request: dice_pb2.DrawChitsRequest, timeout: float | None = None
    ) -> dice_pb2.DrawChitsResponse:
        """Draws chits from a cup, without replacement."""
        return await self._unary("DiceService/DrawChits", request, dice_pb2.DrawChitsResponse, timeout)

    async def reveal_dice(
        self, request: dice_pb2.RevealDiceRequest, timeout: float | None = None
    ) -> dice_pb2.RevealDiceResponse:
        """Ends a game of dice and reveals its secret."""
        return await self._unary("DiceService/RevealDice", request, dice_pb2.RevealDiceResponse, timeout)

    async def verify_transcript(
        self, request: dice_pb2.VerifyTranscriptRequest, timeout: float | None = None
    ) -> dice_pb2.VerifyTranscriptResponse:
        """Checks a transcript."""
        return await self._unary("DiceService/VerifyTranscript", request, dice_pb2.VerifyTranscriptResponse, timeout)

    async def get_roll_statistics(
        self, request: dice_pb2.GetRollStatisticsRequest, timeout: float | None = None
    ) -> dice_pb2.GetRollStatisticsResponse:
        """How often each face came up, by kind of die. While the game is open, only its owner may ask."""
        return await self._unary("DiceService/GetRollStatistics", request, dice_pb2.GetRollStatisticsResponse, timeout)

    # SolverService
    def solve_position(
        self, request: solver_pb2.SolvePositionRequest, timeout: float | None = None
    ) -> AsyncIterable[solver_pb2.SolvePositionResponse]:
        """Solves the rest of a game for both seats."""
        return self._server_stream("SolverService/SolvePosition", request, solver_pb2.SolvePositionResponse, timeout)

    # OperationsService
    async def get_server_info(
        self, request: operations_pb2.GetServerInfoRequest, timeout: float | None = None
    ) -> operations_pb2.GetServerInfoResponse:
        """What this server is, and its limits."""
        return await self._unary(
            "OperationsService/GetServerInfo", request, operations_pb2.GetServerInfoResponse, timeout
        )

    async def get_queue_status(
        self, request: operations_pb2.GetQueueStatusRequest, timeout: float | None = None
    ) -> operations_pb2.GetQueueStatusResponse:
        """What runs and what waits at this moment."""
        return await self._unary(
            "OperationsService/GetQueueStatus", request, operations_pb2.GetQueueStatusResponse, timeout
        )

    # The channel
    async def _unary(self, method: str, request: Message, answer: type[A], timeout: float | None) -> A:
        result: A = await self._rpcs.call("unary_unary", method, request, answer, timeout)
        return result

    def _server_stream(self, method: str, request: Message, answer: type[A], timeout: float | None) -> AsyncIterable[A]:
        result: AsyncIterable[A] = self._rpcs.call("unary_stream", method, request, answer, timeout)
        return result

    def _two_way_stream(
        self, method: str, requests: AsyncIterable[Message], answer: type[A], timeout: float | None
    ) -> AsyncIterable[A]:
        result: AsyncIterable[A] = self._rpcs.call("stream_stream", method, requests, answer, timeout)
        return result
