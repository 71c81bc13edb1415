"""Kuhn poker between messages and the struct."""
from typing import cast

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadMessage, BadState
from hunch.engines.wire import in_range, one_of
from hunch.v1 import kuhn_pb2 as pb

CARDS = 3
HIDDEN = 255
KIND, DEAL, ACT, SHOW = 0xF00, 0x100, 0x200, 0x300
CHECK, CALL = 1, 4


def write_state(state: State, out: pb.KuhnState) -> None:
    s = state.fields()
    out.dealt = s["dealt"]
    out.cards.extend(_card(card) for card in s["cards"])
    out.moves.extend(s["moves"][: s["made"]])
    out.shown = bool(s["shown"])


def _card(card: int) -> pb.KuhnCard:
    if card == HIDDEN:
        return pb.KuhnCard(hidden=True)
    return pb.KuhnCard(rank=cast("pb.KuhnRank", card)) if card else pb.KuhnCard(none=True)


def read_state(game: Game, message: pb.KuhnState) -> State:
    s = game.new().fields()
    s["dealt"] = in_range(message.dealt, 0, 2, "kuhn.dealt")
    if len(message.cards) != 2:
        raise BadState("kuhn.cards", f"{len(message.cards)} cards, there must be 2")
    for seat, card in enumerate(message.cards):
        s["cards"][seat] = _read_card(card, seat < message.dealt, f"kuhn.cards[{seat}]")
        if message.shown and s["cards"][seat] == HIDDEN:
            raise BadState(f"kuhn.cards[{seat}].hidden", "the cards were shown down")
    in_range(len(message.moves), 0, 3, "kuhn.moves")
    for i, move in enumerate(message.moves):
        s["moves"][i] = in_range(move, CHECK, CALL, f"kuhn.moves[{i}]")
    s["made"], s["shown"] = len(message.moves), message.shown
    return game.state(s)


def _read_card(card: pb.KuhnCard, dealt: bool, path: str) -> int:
    kind = one_of(card, "card", path)
    if kind == "rank":
        if not dealt:
            raise BadState(f"{path}.rank", "this card is not dealt yet")
        return in_range(card.rank, 1, CARDS, f"{path}.rank")
    if not getattr(card, kind):
        raise BadState(f"{path}.{kind}", "must be true when it is set")
    if kind == "none" and dealt:
        raise BadState(f"{path}.none", "this card is dealt")
    return HIDDEN if kind == "hidden" else 0


def write_move(game: Game, move: int, out: pb.KuhnMove) -> None:
    out.action = cast("pb.KuhnAction", move & 15)


def read_move(game: Game, message: pb.KuhnMove) -> int:
    return ACT + in_range(message.action, CHECK, CALL, "move.kuhn.action", BadMessage)


def write_event(game: Game, event: int, out: pb.KuhnEvent) -> None:
    kind, first, second = event & KIND, event >> 4 & 15, event & 15
    if kind == DEAL:
        out.deal.seat = first
        out.deal.card.CopyFrom(_card(second or HIDDEN))
    elif kind == ACT:
        out.action = cast("pb.KuhnAction", second)
    else:
        out.show.first = cast("pb.KuhnRank", first)
        out.show.second = cast("pb.KuhnRank", second)


def read_event(game: Game, message: pb.KuhnEvent) -> int:
    kind, path = one_of(message, "event", "event.kuhn", BadMessage), "event.kuhn"
    if kind == "action":
        return ACT + in_range(message.action, CHECK, CALL, f"{path}.action", BadMessage)
    if kind == "show":
        first = in_range(message.show.first, 1, CARDS, f"{path}.show.first", BadMessage)
        return SHOW + 16 * first + in_range(message.show.second, 1, CARDS, f"{path}.show.second", BadMessage)
    seat = in_range(message.deal.seat, 0, 1, f"{path}.deal.seat", BadMessage)
    card = one_of(message.deal.card, "card", f"{path}.deal.card", BadMessage)
    if card == "rank":
        return DEAL + 16 * seat + in_range(message.deal.card.rank, 1, CARDS, f"{path}.deal.card.rank", BadMessage)
    if card == "none" or not message.deal.card.hidden:
        raise BadMessage(f"{path}.deal.card.{card}", "a card that is dealt has a rank or is hidden")
    return DEAL + 16 * seat
