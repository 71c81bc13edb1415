"""What the two games of poker share: hands in messages and structs, and what is worth telling of a line of play."""

from collections.abc import Mapping
from typing import Any

from hunch.engines.contract import State
from hunch.engines.errors import BadMessage, BadState
from hunch.engines.explain import Trait
from hunch.engines.messages import in_range, one_of

RANKS = 3
HIDDEN = 255

SENTENCES = {
    "en": {
        "folds": "The other folds in {often} of cases instead of {instead}.",
        "chips": "Your result is {gain:chip} on average instead of {gain_instead}.",
        "card_sure": "The other must hold {card}.",
        "card": "The other holds {card} with a chance of {often}.",
    },
    "fr": {
        "folds": "L’autre se couche dans {often} des cas au lieu de {instead}.",
        "chips": "Votre résultat est de {gain:jeton} en moyenne au lieu de {gain_instead}.",
        "card_sure": "L’autre a forcément {card}.",
        "card": "L’autre a {card} avec une probabilité de {often}.",
    },
}


def write_card(card: int, out: Any) -> None:
    """A card of the struct into the message of one."""
    if card == HIDDEN:
        out.hidden = True
    elif card:
        out.rank = card
    else:
        out.none = True


def read_hands(message: Any, game: str, s: dict[str, Any]) -> None:
    """The hands of a state's message into the fields of its struct."""
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
    """What an event says of a deal: 16 times the seat, and the card, 0 where it is face down."""
    seat = in_range(message.seat, 0, 1, f"{path}.seat", BadMessage)
    kind = one_of(message.card, "card", f"{path}.card", BadMessage)
    if kind == "rank":
        return 16 * seat + in_range(message.card.rank, 1, RANKS, f"{path}.card.rank", BadMessage)
    if kind == "none" or not message.card.hidden:
        raise BadMessage(f"{path}.card.{kind}", "a card that is dealt has a rank or is hidden")
    return 16 * seat


def read_show(message: Any, path: str) -> int:
    """What an event says of a showdown: 16 times seat 0's card, and seat 1's."""
    first = in_range(message.first, 1, RANKS, f"{path}.first", BadMessage)
    return 16 * first + in_range(message.second, 1, RANKS, f"{path}.second", BadMessage)


def result(after: State, seat: int, last: str) -> Mapping[Trait, float]:
    """What a finished game brought, and whether the other folded; `last` is the action that ended it."""
    found = {Trait("chips", worth=1.0): after.returns()[seat] * after.game.unit}
    if last == "fold" and after.fields()["made"] % 2 == seat:
        found[Trait("folds", worth=1.0)] = 1.0
    return found


def held(before: State, seat: int) -> Trait:
    """The other's card."""
    return Trait("card", (("card", str(before.fields()["cards"][1 - seat])),), 1.0)
