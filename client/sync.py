"""The client for programs with threads."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

import grpc
from google.protobuf.message import Message

from hunch.client.channel import TIMEOUT_S, Rpcs, Settings
from hunch.v1 import dice_pb2, enemy_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2

A = TypeVar("A", bound=Message)


class Client:
    """All rpcs of a server over one channel. Safe to use from several threads.

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
        self._rpcs = Rpcs(Settings(address, key, roots, certificate, tls, timeout), grpc)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the channel."""
        self._rpcs.channel.close()

    # OpponentService
    def suggest_move(
        self, request: opponent_pb2.SuggestMoveRequest, timeout: float | None = None
    ) -> opponent_pb2.SuggestMoveResponse:
        """The turn that a good player would make here, drawn from its strategy, and the turns it considered."""
        return self._unary("OpponentService/SuggestMove", request, opponent_pb2.SuggestMoveResponse, timeout)

    def stream_suggestions(
        self, requests: Iterable[opponent_pb2.StreamSuggestionsRequest], timeout: float | None = None
    ) -> Iterator[opponent_pb2.StreamSuggestionsResponse]:
        """The same, with interim answers while the search runs."""
        return self._two_way_stream(
            "OpponentService/StreamSuggestions", requests, opponent_pb2.StreamSuggestionsResponse, timeout
        )

    def watch_suggestions(
        self, request: opponent_pb2.WatchSuggestionsRequest, timeout: float | None = None
    ) -> Iterator[opponent_pb2.WatchSuggestionsResponse]:
        """The name of a search, then interim answers while it runs, then the final one."""
        return self._server_stream(
            "OpponentService/WatchSuggestions", request, opponent_pb2.WatchSuggestionsResponse, timeout
        )

    def stop_search(
        self, request: opponent_pb2.StopSearchRequest, timeout: float | None = None
    ) -> opponent_pb2.StopSearchResponse:
        """Ends a search that `watch_suggestions` named; its stream then brings the final answer."""
        return self._unary("OpponentService/StopSearch", request, opponent_pb2.StopSearchResponse, timeout)

    def get_hint(
        self, request: opponent_pb2.GetHintRequest, timeout: float | None = None
    ) -> opponent_pb2.GetHintResponse:
        """A hint for a person."""
        return self._unary("OpponentService/GetHint", request, opponent_pb2.GetHintResponse, timeout)

    def evaluate_moves(
        self, request: opponent_pb2.EvaluateMovesRequest, timeout: float | None = None
    ) -> Iterator[opponent_pb2.EvaluateMovesResponse]:
        """Judges a played game move by move, each by what its seat knew at the time."""
        return self._server_stream(
            "OpponentService/EvaluateMoves", request, opponent_pb2.EvaluateMovesResponse, timeout
        )

    def list_levels(
        self, request: opponent_pb2.ListLevelsRequest, timeout: float | None = None
    ) -> opponent_pb2.ListLevelsResponse:
        """The levels of play."""
        return self._unary("OpponentService/ListLevels", request, opponent_pb2.ListLevelsResponse, timeout)

    # RulesService
    def list_games(
        self, request: rules_pb2.ListGamesRequest, timeout: float | None = None
    ) -> rules_pb2.ListGamesResponse:
        """The games that this server plays, with their options."""
        return self._unary("RulesService/ListGames", request, rules_pb2.ListGamesResponse, timeout)

    def new_game(self, request: rules_pb2.NewGameRequest, timeout: float | None = None) -> rules_pb2.NewGameResponse:
        """The first position of a game."""
        return self._unary("RulesService/NewGame", request, rules_pb2.NewGameResponse, timeout)

    def list_moves(
        self, request: rules_pb2.ListMovesRequest, timeout: float | None = None
    ) -> rules_pb2.ListMovesResponse:
        """What may happen next."""
        return self._unary("RulesService/ListMoves", request, rules_pb2.ListMovesResponse, timeout)

    def play_moves(
        self, request: rules_pb2.PlayMovesRequest, timeout: float | None = None
    ) -> rules_pb2.PlayMovesResponse:
        """The position after moves, chance and, on a view, what was observed."""
        return self._unary("RulesService/PlayMoves", request, rules_pb2.PlayMovesResponse, timeout)

    def view_state(
        self, request: rules_pb2.ViewStateRequest, timeout: float | None = None
    ) -> rules_pb2.ViewStateResponse:
        """What one seat, or a bystander, knows of a position."""
        return self._unary("RulesService/ViewState", request, rules_pb2.ViewStateResponse, timeout)

    def check_state(
        self, request: rules_pb2.CheckStateRequest, timeout: float | None = None
    ) -> rules_pb2.CheckStateResponse:
        """Whether a position could arise."""
        return self._unary("RulesService/CheckState", request, rules_pb2.CheckStateResponse, timeout)

    def open_game(self, request: rules_pb2.OpenGameRequest, timeout: float | None = None) -> rules_pb2.OpenGameResponse:
        """The whole of a sealed game that has ended."""
        return self._unary("RulesService/OpenGame", request, rules_pb2.OpenGameResponse, timeout)

    # EnemyService
    def advance_enemy(
        self, request: enemy_pb2.AdvanceEnemyRequest, timeout: float | None = None
    ) -> enemy_pb2.AdvanceEnemyResponse:
        """Runs the enemy to the player's next decision, or to the next real die."""
        return self._unary("EnemyService/AdvanceEnemy", request, enemy_pb2.AdvanceEnemyResponse, timeout)

    # DiceService
    def commit_dice(
        self, request: dice_pb2.CommitDiceRequest, timeout: float | None = None
    ) -> dice_pb2.CommitDiceResponse:
        """Opens a game of dice."""
        return self._unary("DiceService/CommitDice", request, dice_pb2.CommitDiceResponse, timeout)

    def roll_dice(self, request: dice_pb2.RollDiceRequest, timeout: float | None = None) -> dice_pb2.RollDiceResponse:
        """Rolls dice."""
        return self._unary("DiceService/RollDice", request, dice_pb2.RollDiceResponse, timeout)

    def draw_chits(
        self, request: dice_pb2.DrawChitsRequest, timeout: float | None = None
    ) -> dice_pb2.DrawChitsResponse:
        """Draws chits from a cup, without replacement."""
        return self._unary("DiceService/DrawChits", request, dice_pb2.DrawChitsResponse, timeout)

    def reveal_dice(
        self, request: dice_pb2.RevealDiceRequest, timeout: float | None = None
    ) -> dice_pb2.RevealDiceResponse:
        """Ends a game of dice and reveals its secret."""
        return self._unary("DiceService/RevealDice", request, dice_pb2.RevealDiceResponse, timeout)

    def verify_transcript(
        self, request: dice_pb2.VerifyTranscriptRequest, timeout: float | None = None
    ) -> dice_pb2.VerifyTranscriptResponse:
        """Checks a transcript."""
        return self._unary("DiceService/VerifyTranscript", request, dice_pb2.VerifyTranscriptResponse, timeout)

    def get_roll_statistics(
        self, request: dice_pb2.GetRollStatisticsRequest, timeout: float | None = None
    ) -> dice_pb2.GetRollStatisticsResponse:
        """How often each face came up, by kind of die. While the game is open, only its owner may ask."""
        return self._unary("DiceService/GetRollStatistics", request, dice_pb2.GetRollStatisticsResponse, timeout)

    # SolverService
    def solve_position(
        self, request: solver_pb2.SolvePositionRequest, timeout: float | None = None
    ) -> Iterator[solver_pb2.SolvePositionResponse]:
        """Solves the rest of a game for both seats."""
        return self._server_stream("SolverService/SolvePosition", request, solver_pb2.SolvePositionResponse, timeout)

    # OperationsService
    def get_server_info(
        self, request: operations_pb2.GetServerInfoRequest, timeout: float | None = None
    ) -> operations_pb2.GetServerInfoResponse:
        """What this server is, and its limits."""
        return self._unary("OperationsService/GetServerInfo", request, operations_pb2.GetServerInfoResponse, timeout)

    def get_queue_status(
        self, request: operations_pb2.GetQueueStatusRequest, timeout: float | None = None
    ) -> operations_pb2.GetQueueStatusResponse:
        """What runs and what waits at this moment."""
        return self._unary("OperationsService/GetQueueStatus", request, operations_pb2.GetQueueStatusResponse, timeout)

    # The channel
    def _unary(self, method: str, request: Message, answer: type[A], timeout: float | None) -> A:
        result: A = self._rpcs.call("unary_unary", method, request, answer, timeout)
        return result

    def _server_stream(self, method: str, request: Message, answer: type[A], timeout: float | None) -> Iterator[A]:
        result: Iterator[A] = self._rpcs.call("unary_stream", method, request, answer, timeout)
        return result

    def _two_way_stream(
        self, method: str, requests: Iterable[Message], answer: type[A], timeout: float | None
    ) -> Iterator[A]:
        result: Iterator[A] = self._rpcs.call("stream_stream", method, iter(requests), answer, timeout)
        return result
