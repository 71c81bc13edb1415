"""Leduc poker between messages and the struct."""

from collections.abc import Sequence
from typing import cast

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadMessage, BadState
from hunch.engines.games.leduc.state import ACT, BET, BOARD, CALL, CHECK, DEAL, KIND, MOST_MADE, RAISE, SHOW
from hunch.engines.games.poker.codec import read_deal, read_hands, read_show, write_deal, write_hands, write_show
from hunch.engines.games.poker.state import RANKS
from hunch.engines.messages import in_range, one_of
from hunch.v1 import leduc_pb2 as pb

SIZE = (2, 4)  # chips of a bet or a raise, by round


def chips(moves: Sequence[Sequence[int]]) -> list[int]:
    """Returns the chips that each seat has put into the pot after the moves of both rounds."""
    put = [1, 1]
    for size, made in zip(SIZE, moves, strict=True):
        for i, move in enumerate(made):
            if move in (BET, RAISE, CALL):
                put[i % 2] = put[1 - i % 2] + (0 if move == CALL else size)
    return put


def write_state(state: State, out: pb.LeducState) -> None:
    s = state.fields()
    write_hands(s, out)
    out.first_round.extend(move for move in s["moves"][0] if move)
    out.board = s["board"]
    out.second_round.extend(move for move in s["moves"][1] if move)


def read_state(game: Game, message: pb.LeducState) -> State:
    s = game.new().fields()
    read_hands(message, "leduc", s)
    s["board"] = in_range(message.board, 0, RANKS, "leduc.board")
    if message.second_round and not message.board:
        raise BadState("leduc.board", "must be set in the second round")
    rounds = {"first_round": message.first_round, "second_round": message.second_round}
    for r, (field, moves) in enumerate(rounds.items()):
        in_range(len(moves), 0, MOST_MADE, f"leduc.{field}")
        for i, move in enumerate(moves):
            s["moves"][r][i] = in_range(move, CHECK, CALL, f"leduc.{field}[{i}]")
    s["made"] = len(message.second_round if message.board else message.first_round)
    s["chips"] = chips(list(rounds.values()))
    return game.state(s)


def write_move(game: Game, move: int, out: pb.LeducMove) -> None:
    out.action = cast("pb.LeducAction", move & 15)


def read_move(game: Game, message: pb.LeducMove) -> int:
    return ACT + in_range(message.action, CHECK, CALL, "move.leduc.action", BadMessage)


def write_event(game: Game, event: int, out: pb.LeducEvent) -> None:
    kind = event & KIND
    if kind == DEAL:
        write_deal(event, out.deal)
    elif kind == BOARD:
        out.board = cast("pb.LeducRank", event & 15)
    elif kind == ACT:
        out.action = cast("pb.LeducAction", event & 15)
    else:
        write_show(event, out.show)


def read_event(game: Game, message: pb.LeducEvent) -> int:
    kind, path = one_of(message, "event", "event.leduc", BadMessage), "event.leduc"
    if kind == "action":
        return ACT + in_range(message.action, CHECK, CALL, f"{path}.action", BadMessage)
    if kind == "board":
        return BOARD + in_range(message.board, 1, RANKS, f"{path}.board", BadMessage)
    if kind == "show":
        return SHOW + read_show(message.show, f"{path}.show")
    return DEAL + read_deal(message.deal, f"{path}.deal")
