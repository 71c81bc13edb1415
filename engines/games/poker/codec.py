"""The hands and the deals of the two games of poker between messages and their structs."""

from typing import Any

from hunch.engines.errors import BadMessage, BadState
from hunch.engines.games.poker.state import HIDDEN, RANKS
from hunch.engines.messages import in_range, one_of


def write_hands(s: dict[str, Any], out: Any) -> None:
    """Writes the hands of a struct into a state's message."""
    out.dealt, out.shown = s["dealt"], bool(s["shown"])
    for card in s["cards"]:
        _write_card(card, out.cards.add())


def write_deal(event: int, out: Any) -> None:
    """Writes the argument of a deal, which `read_deal` describes."""
    out.seat = event >> 4 & 15
    _write_card(event & 15 or HIDDEN, out.card)


def write_show(event: int, out: Any) -> None:
    """Writes the argument of a showdown, which `read_show` describes."""
    out.first, out.second = event >> 4 & 15, event & 15


def _write_card(card: int, out: Any) -> None:
    if card == HIDDEN:
        out.hidden = True
    elif card:
        out.rank = card
    else:
        out.none = True


def read_hands(message: Any, game: str, s: dict[str, Any]) -> None:
    """Reads the hands of a state's message into the fields of its struct."""
    s["dealt"], s["shown"] = in_range(message.dealt, 0, 2, f"{game}.dealt"), message.shown
    if len(message.cards) != 2:
        raise BadState(f"{game}.cards", f"{len(message.cards)} cards, there must be 2")
    for seat, card in enumerate(message.cards):
        s["cards"][seat] = _read_card(card, seat < message.dealt, f"{game}.cards[{seat}]")
        if message.shown and s["cards"][seat] == HIDDEN:
            raise BadState(f"{game}.cards[{seat}].hidden", "the cards were shown down")


def _read_card(card: Any, dealt: bool, path: str) -> int:
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


def read_deal(message: Any, path: str) -> int:
    """Reads the argument of a deal: 16 times the seat, plus the card, or 0 if it is face down."""
    seat = in_range(message.seat, 0, 1, f"{path}.seat", BadMessage)
    kind = one_of(message.card, "card", f"{path}.card", BadMessage)
    if kind == "rank":
        return 16 * seat + in_range(message.card.rank, 1, RANKS, f"{path}.card.rank", BadMessage)
    if kind == "none" or not message.card.hidden:
        raise BadMessage(f"{path}.card.{kind}", "a card that is dealt has a rank or is hidden")
    return 16 * seat


def read_show(message: Any, path: str) -> int:
    """Reads the argument of a showdown: 16 times the card of seat 0, plus the card of seat 1."""
    first = in_range(message.first, 1, RANKS, f"{path}.first", BadMessage)
    return 16 * first + in_range(message.second, 1, RANKS, f"{path}.second", BadMessage)
