"""Newgame between messages and the struct."""

from typing import Any, cast

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadMessage, BadState
from hunch.engines.games.newgame.state import ACT, CALL, CHECK, DEAL, HIDDEN, KIND, MOST_CARDS, SHOW
from hunch.engines.messages import in_range, one_of
from hunch.v1 import newgame_pb2 as pb


def write_state(state: State, out: pb.NewgameState) -> None:
    s = state.fields()
    out.dealt, out.shown = s["dealt"], bool(s["shown"])
    for card in s["cards"]:
        write_card(card, out.cards.add())
    out.actions.extend(action for action in s["actions"] if action)


def read_state(game: Game, message: pb.NewgameState) -> State:
    s = game.new().fields()
    s["dealt"], s["shown"] = in_range(message.dealt, 0, 2, "newgame.dealt"), message.shown
    if len(message.cards) != 2:
        raise BadState("newgame.cards", f"{len(message.cards)} cards, there must be 2")
    for seat, card in enumerate(message.cards):
        s["cards"][seat] = read_card(card, seat < message.dealt, f"newgame.cards[{seat}]")
        if message.shown and s["cards"][seat] == HIDDEN:
            raise BadState(f"newgame.cards[{seat}].hidden", "the cards were shown")
    in_range(len(message.actions), 0, 2, "newgame.actions")
    for seat, action in enumerate(message.actions):
        s["actions"][seat] = in_range(action, CHECK, CALL, f"newgame.actions[{seat}]")
    return game.state(s)


def write_card(card: int, out: pb.NewgameCard) -> None:
    if card == HIDDEN:
        out.hidden = True
    elif card:
        out.rank = card
    else:
        out.none = True


def read_card(card: Any, dealt: bool, path: str) -> int:
    kind = one_of(card, "card", path)
    if kind == "rank":
        if not dealt:
            raise BadState(f"{path}.rank", "this card is not dealt yet")
        return in_range(card.rank, 1, MOST_CARDS, f"{path}.rank")
    if not getattr(card, kind):
        raise BadState(f"{path}.{kind}", "must be true when it is set")
    if kind == "none" and dealt:
        raise BadState(f"{path}.none", "this card is dealt")
    return HIDDEN if kind == "hidden" else 0


def write_move(game: Game, move: int, out: pb.NewgameMove) -> None:
    out.action = cast("pb.NewgameAction", move & 15)


def read_move(game: Game, message: pb.NewgameMove) -> int:
    return ACT + in_range(message.action, CHECK, CALL, "move.newgame.action", BadMessage)


def write_event(game: Game, event: int, out: pb.NewgameEvent) -> None:
    kind, first, second = event & KIND, event >> 4 & 15, event & 15
    if kind == DEAL:
        out.deal.seat = first
        write_card(second or HIDDEN, out.deal.card)
    elif kind == ACT:
        out.action = cast("pb.NewgameAction", second)
    else:
        out.show.first, out.show.second = first, second


def read_event(game: Game, message: pb.NewgameEvent) -> int:
    kind, path = one_of(message, "event", "event.newgame", BadMessage), "event.newgame"
    if kind == "action":
        return ACT + in_range(message.action, CHECK, CALL, f"{path}.action", BadMessage)
    if kind == "show":
        first = in_range(message.show.first, 1, MOST_CARDS, f"{path}.show.first", BadMessage)
        return SHOW + 16 * first + in_range(message.show.second, 1, MOST_CARDS, f"{path}.show.second", BadMessage)
    return DEAL + read_deal(message.deal, f"{path}.deal")


def read_deal(message: Any, path: str) -> int:
    """What a deal adds to its code: 16 times the seat, and the card, 0 if it is face down."""
    seat = in_range(message.seat, 0, 1, f"{path}.seat", BadMessage)
    kind = one_of(message.card, "card", f"{path}.card", BadMessage)
    if kind == "rank":
        return 16 * seat + in_range(message.card.rank, 1, MOST_CARDS, f"{path}.card.rank", BadMessage)
    if kind == "none" or not message.card.hidden:
        raise BadMessage(f"{path}.card.{kind}", "a card that is dealt has a rank or is hidden")
    return 16 * seat
