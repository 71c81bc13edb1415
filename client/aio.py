"""The client for programs on an event loop."""

from collections.abc import AsyncIterable
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message

from hunch.client.channel import Rpcs
from hunch.v1 import dice_pb2, enemy_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2

A = TypeVar("A", bound=Message)


class AsyncClient:
    """All rpcs of a server over one channel, on one event loop.

    Make one and keep it: a channel per request costs a connection each time, and leaks. Every call has a deadline.
    A refusal is a `grpc.RpcError` with `code()` and `details()`.
    """

    def __init__(self, address: str, **more: Any) -> None:
        """`more`: key, roots, certificate, tls, timeout, as in `Settings`."""
        self._rpcs = Rpcs(address, grpc.aio, **more)

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Lets go of the channel."""
        await self._rpcs.channel.close(None)

    # OpponentService -------------------------------------------------------------------------------------------------
    async def suggest_move(
        self, request: opponent_pb2.SuggestMoveRequest, timeout: float | None = None
    ) -> opponent_pb2.SuggestMoveResponse:
        """The turn a good player would make here, sampled from its strategy, and what else was considered."""
        return await self._one("OpponentService/SuggestMove", request, opponent_pb2.SuggestMoveResponse, timeout)

    def stream_suggestions(
        self, requests: AsyncIterable[opponent_pb2.StreamSuggestionsRequest], timeout: float | None = None
    ) -> AsyncIterable[opponent_pb2.StreamSuggestionsResponse]:
        """The same, with the answer so far sent now and then."""
        return self._both(
            "OpponentService/StreamSuggestions", requests, opponent_pb2.StreamSuggestionsResponse, timeout
        )

    async def get_hint(
        self, request: opponent_pb2.GetHintRequest, timeout: float | None = None
    ) -> opponent_pb2.GetHintResponse:
        """A hint for a person."""
        return await self._one("OpponentService/GetHint", request, opponent_pb2.GetHintResponse, timeout)

    def evaluate_moves(
        self, request: opponent_pb2.EvaluateMovesRequest, timeout: float | None = None
    ) -> AsyncIterable[opponent_pb2.EvaluateMovesResponse]:
        """Judges a played game move by move, each on what its seat knew then."""
        return self._many("OpponentService/EvaluateMoves", request, opponent_pb2.EvaluateMovesResponse, timeout)

    async def list_levels(
        self, request: opponent_pb2.ListLevelsRequest, timeout: float | None = None
    ) -> opponent_pb2.ListLevelsResponse:
        """The levels of play."""
        return await self._one("OpponentService/ListLevels", request, opponent_pb2.ListLevelsResponse, timeout)

    # RulesService ----------------------------------------------------------------------------------------------------
    async def list_games(
        self, request: rules_pb2.ListGamesRequest, timeout: float | None = None
    ) -> rules_pb2.ListGamesResponse:
        """The games that are served, with their options."""
        return await self._one("RulesService/ListGames", request, rules_pb2.ListGamesResponse, timeout)

    async def new_game(
        self, request: rules_pb2.NewGameRequest, timeout: float | None = None
    ) -> rules_pb2.NewGameResponse:
        """The first position of a game."""
        return await self._one("RulesService/NewGame", request, rules_pb2.NewGameResponse, timeout)

    async def list_moves(
        self, request: rules_pb2.ListMovesRequest, timeout: float | None = None
    ) -> rules_pb2.ListMovesResponse:
        """What may happen next."""
        return await self._one("RulesService/ListMoves", request, rules_pb2.ListMovesResponse, timeout)

    async def play_moves(
        self, request: rules_pb2.PlayMovesRequest, timeout: float | None = None
    ) -> rules_pb2.PlayMovesResponse:
        """The position after moves, chance and, on a view, what was observed."""
        return await self._one("RulesService/PlayMoves", request, rules_pb2.PlayMovesResponse, timeout)

    async def view_state(
        self, request: rules_pb2.ViewStateRequest, timeout: float | None = None
    ) -> rules_pb2.ViewStateResponse:
        """What one seat, or a bystander, knows of a position."""
        return await self._one("RulesService/ViewState", request, rules_pb2.ViewStateResponse, timeout)

    async def check_state(
        self, request: rules_pb2.CheckStateRequest, timeout: float | None = None
    ) -> rules_pb2.CheckStateResponse:
        """Whether a position could arise."""
        return await self._one("RulesService/CheckState", request, rules_pb2.CheckStateResponse, timeout)

    # EnemyService -----------------------------------------------------------------------------------------------------
    async def advance_enemy(
        self, request: enemy_pb2.AdvanceEnemyRequest, timeout: float | None = None
    ) -> enemy_pb2.AdvanceEnemyResponse:
        """Runs the enemy to the player's next decision, or to the next die that it must be told."""
        return await self._one("EnemyService/AdvanceEnemy", request, enemy_pb2.AdvanceEnemyResponse, timeout)

    # DiceService -----------------------------------------------------------------------------------------------------
    async def commit_dice(
        self, request: dice_pb2.CommitDiceRequest, timeout: float | None = None
    ) -> dice_pb2.CommitDiceResponse:
        """Opens a game of dice."""
        return await self._one("DiceService/CommitDice", request, dice_pb2.CommitDiceResponse, timeout)

    async def roll_dice(
        self, request: dice_pb2.RollDiceRequest, timeout: float | None = None
    ) -> dice_pb2.RollDiceResponse:
        """Rolls dice."""
        return await self._one("DiceService/RollDice", request, dice_pb2.RollDiceResponse, timeout)

    async def draw_chits(
        self, request: dice_pb2.DrawChitsRequest, timeout: float | None = None
    ) -> dice_pb2.DrawChitsResponse:
        """Draws chits from a cup without putting them back."""
        return await self._one("DiceService/DrawChits", request, dice_pb2.DrawChitsResponse, timeout)

    async def reveal_dice(
        self, request: dice_pb2.RevealDiceRequest, timeout: float | None = None
    ) -> dice_pb2.RevealDiceResponse:
        """Ends the game."""
        return await self._one("DiceService/RevealDice", request, dice_pb2.RevealDiceResponse, timeout)

    async def verify_transcript(
        self, request: dice_pb2.VerifyTranscriptRequest, timeout: float | None = None
    ) -> dice_pb2.VerifyTranscriptResponse:
        """Checks a transcript."""
        return await self._one("DiceService/VerifyTranscript", request, dice_pb2.VerifyTranscriptResponse, timeout)

    async def get_roll_statistics(
        self, request: dice_pb2.GetRollStatisticsRequest, timeout: float | None = None
    ) -> dice_pb2.GetRollStatisticsResponse:
        """How often each face came, by kind of die; while the game is open, for its owner only."""
        return await self._one("DiceService/GetRollStatistics", request, dice_pb2.GetRollStatisticsResponse, timeout)

    # SolverService ---------------------------------------------------------------------------------------------------
    def solve_position(
        self, request: solver_pb2.SolvePositionRequest, timeout: float | None = None
    ) -> AsyncIterable[solver_pb2.SolvePositionResponse]:
        """Solves the rest of a game for both sides."""
        return self._many("SolverService/SolvePosition", request, solver_pb2.SolvePositionResponse, timeout)

    # OperationsService -----------------------------------------------------------------------------------------------
    async def get_server_info(
        self, request: operations_pb2.GetServerInfoRequest, timeout: float | None = None
    ) -> operations_pb2.GetServerInfoResponse:
        """What this server is and allows."""
        return await self._one(
            "OperationsService/GetServerInfo", request, operations_pb2.GetServerInfoResponse, timeout
        )

    async def get_queue_status(
        self, request: operations_pb2.GetQueueStatusRequest, timeout: float | None = None
    ) -> operations_pb2.GetQueueStatusResponse:
        """What runs and waits now."""
        return await self._one(
            "OperationsService/GetQueueStatus", request, operations_pb2.GetQueueStatusResponse, timeout
        )

    # The channel ----------------------------------------------------------------------------------------------------

    async def _one(self, method: str, request: Message, answer: type[A], timeout: float | None) -> A:
        found: A = await self._rpcs.call("unary_unary", method, request, answer, timeout)
        return found

    def _many(self, method: str, request: Message, answer: type[A], timeout: float | None) -> AsyncIterable[A]:
        found: AsyncIterable[A] = self._rpcs.call("unary_stream", method, request, answer, timeout)
        return found

    def _both(
        self, method: str, requests: AsyncIterable[Message], answer: type[A], timeout: float | None
    ) -> AsyncIterable[A]:
        found: AsyncIterable[A] = self._rpcs.call("stream_stream", method, requests, answer, timeout)
        return found
