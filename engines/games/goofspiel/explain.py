"""Reasons in a round of goofspiel: which seat takes the prize, and which card it spends."""

from collections.abc import Mapping

from hunch.engines.contract import State
from hunch.engines.explain import Trait

KEPT = 0.1
"""The value of a card that is kept, for each of its points."""
SENTENCES = {
    "en": {
        "prize": "You take the prize of {prize} in {often} of cases instead of {instead}.",
        "keeps": "It keeps the {card} for later.",
        "keeps_against": "On the other hand, it spends the {card}.",
        "bids": "The other bids {mean} on average.",
    },
    "fr": {
        "prize": "Vous remportez le prix de {prize} dans {often} des cas au lieu de {instead}.",
        "keeps": "Le {card} reste en main pour plus tard.",
        "keeps_against": "En revanche, le {card} est dépensé.",
        "bids": "L’autre mise {mean} en moyenne.",
    },
}


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    s, at = after.fields(), before.fields()["round"]
    bid, hand, prize = s["bid"][seat][at], before.fields()["hand"][seat], before.fields()["prize"][at]
    result = {
        Trait("keeps", (("card", card),), KEPT * card): 1.0
        for card in range(1, before.game.options["cards"] + 1)
        if hand >> (card - 1) & 1 and card > bid
    }
    if s["won"][at] == seat + 1:
        result[Trait("prize", (("prize", prize),), prize)] = 1.0
    return result


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    return {Trait("bids", (), 1.0): after.fields()["bid"][1 - seat][before.fields()["round"]]}
