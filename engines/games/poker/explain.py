"""Common reasons of the two games of poker: which seat folds, the chips won, and the card that the other may hold."""

from collections.abc import Mapping

from hunch.engines.contract import State
from hunch.engines.explain import Trait

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


def result(after: State, seat: int, last: str) -> Mapping[Trait, float]:
    """Returns the chips won in a finished game, and whether the other folded. `last` is the action that ended it."""
    traits = {Trait("chips", worth=1.0): after.returns()[seat] * after.game.unit}
    if last == "fold" and after.fields()["made"] % 2 == seat:
        traits[Trait("folds", worth=1.0)] = 1.0
    return traits


def held(before: State, seat: int) -> Trait:
    """Returns the card of the other."""
    return Trait("card", (("card", str(before.fields()["cards"][1 - seat])),), 1.0)
