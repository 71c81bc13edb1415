"""Leduc poker between messages and the struct."""
from collections.abc import Sequence
from typing import cast

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadMessage, BadState
from hunch.engines.wire import in_range, one_of
from hunch.v1 import leduc_pb2 as pb

RANKS = 3
MOST_MADE = 4
HIDDEN = 255
KIND, DEAL, BOARD, ACT, SHOW = 0xF00, 0x100, 0x200, 0x300, 0x400
CHECK, BET, RAISE, FOLD, CALL = range(1, 6)
SIZE = (2, 4)                            # of a bet or raise, by round


def chips(moves: Sequence[Sequence[int]]) -> list[int]:
    """What each seat has put into the pot after the moves of each round."""
    put = [1, 1]
    for size, made in zip(SIZE, moves, strict=True):
        for i, move in enumerate(made):
            if move in (BET, RAISE, CALL):
                put[i % 2] = put[1 - i % 2] + (0 if move == CALL else size)
    return put


def write_state(state: State, out: pb.LeducState) -> None:
    s = state.fields()
    out.dealt = s["dealt"]
    out.cards.extend(_card(card) for card in s["cards"])
    out.first_round.extend(move for move in s["moves"][0] if move)
    out.board = s["board"]
    out.second_round.extend(move for move in s["moves"][1] if move)
    out.shown = bool(s["shown"])


def _card(card: int) -> pb.LeducCard:
    if card == HIDDEN:
        return pb.LeducCard(hidden=True)
    return pb.LeducCard(rank=cast("pb.LeducRank", card)) if card else pb.LeducCard(none=True)


def read_state(game: Game, message: pb.LeducState) -> State:
    s = game.new().fields()
    s["dealt"] = in_range(message.dealt, 0, 2, "leduc.dealt")
    if len(message.cards) != 2:
        raise BadState("leduc.cards", f"{len(message.cards)} cards, there must be 2")
    for seat, card in enumerate(message.cards):
        s["cards"][seat] = _read_card(card, seat < message.dealt, f"leduc.cards[{seat}]")
        if message.shown and s["cards"][seat] == HIDDEN:
            raise BadState(f"leduc.cards[{seat}].hidden", "the cards were shown down")
    s["board"] = in_range(message.board, 0, RANKS, "leduc.board")
    if message.second_round and not message.board:
        raise BadState("leduc.board", "must be set in the second round")
    rounds = {"first_round": message.first_round, "second_round": message.second_round}
    for r, (field, moves) in enumerate(rounds.items()):
        in_range(len(moves), 0, MOST_MADE, f"leduc.{field}")
        for i, move in enumerate(moves):
            s["moves"][r][i] = in_range(move, CHECK, CALL, f"leduc.{field}[{i}]")
    s["made"] = len(message.second_round if message.board else message.first_round)
    s["chips"], s["shown"] = chips(list(rounds.values())), message.shown
    return game.state(s)


def _read_card(card: pb.LeducCard, dealt: bool, path: str) -> int:
    kind = one_of(card, "card", path)
    if kind == "rank":
        if not dealt:
            raise BadState(f"{path}.rank", "this card is not dealt yet")
        return in_range(card.rank, 1, RANKS, f"{path}.rank")
    if not getattr(card, kind):
        raise BadState(f"{path}.{kind}", "must be true when it is set")
    if kind == "none" and dealt:
        raise BadState(f"{path}.none", "this card is dealt")
    return HIDDEN if kind == "hidden" else 0


def write_move(game: Game, move: int, out: pb.LeducMove) -> None:
    out.action = cast("pb.LeducAction", move & 15)


def read_move(game: Game, message: pb.LeducMove) -> int:
    return ACT + in_range(message.action, CHECK, CALL, "move.leduc.action", BadMessage)


def write_event(game: Game, event: int, out: pb.LeducEvent) -> None:
    kind, first, second = event & KIND, event >> 4 & 15, event & 15
    if kind == DEAL:
        out.deal.seat = first
        out.deal.card.CopyFrom(_card(second or HIDDEN))
    elif kind == BOARD:
        out.board = cast("pb.LeducRank", second)
    elif kind == ACT:
        out.action = cast("pb.LeducAction", second)
    else:
        out.show.first = cast("pb.LeducRank", first)
        out.show.second = cast("pb.LeducRank", second)


def read_event(game: Game, message: pb.LeducEvent) -> int:
    kind, path = one_of(message, "event", "event.leduc", BadMessage), "event.leduc"
    if kind == "action":
        return ACT + in_range(message.action, CHECK, CALL, f"{path}.action", BadMessage)
    if kind == "board":
        return BOARD + in_range(message.board, 1, RANKS, f"{path}.board", BadMessage)
    if kind == "show":
        first = in_range(message.show.first, 1, RANKS, f"{path}.show.first", BadMessage)
        return SHOW + 16 * first + in_range(message.show.second, 1, RANKS, f"{path}.show.second", BadMessage)
    seat = in_range(message.deal.seat, 0, 1, f"{path}.deal.seat", BadMessage)
    card = one_of(message.deal.card, "card", f"{path}.deal.card", BadMessage)
    if card == "rank":
        return DEAL + 16 * seat + in_range(message.deal.card.rank, 1, RANKS, f"{path}.deal.card.rank", BadMessage)
    if card == "none" or not message.deal.card.hidden:
        raise BadMessage(f"{path}.deal.card.{card}", "a card that is dealt has a rank or is hidden")
    return DEAL + 16 * seat
