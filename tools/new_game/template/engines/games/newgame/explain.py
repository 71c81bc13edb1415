"""What is worth reporting of a line of Newgame: who folds, what it brings, and what the other may hold."""

from collections.abc import Mapping

from hunch.engines.contract import State
from hunch.engines.explain import Trait
from hunch.engines.games.newgame.state import FOLD

SENTENCES = {
    "en": {
        "folds": "The other folds in {often} of cases instead of {instead}.",
        "chips": "Your result is {gain:chip} on average instead of {gain_instead}.",
        "card_sure": "The other must hold the {card}.",
        "card": "The other holds the {card} with a chance of {often}.",
    },
    "fr": {
        "folds": "L’autre se couche dans {often} des cas au lieu de {instead}.",
        "chips": "Votre résultat est de {gain:jeton} en moyenne au lieu de {gain_instead}.",
        "card_sure": "L’autre a forcément le {card}.",
        "card": "L’autre a le {card} avec une probabilité de {often}.",
    },
}


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    """What a finished game brought, and whether the other folded."""
    found = {Trait("chips", worth=1.0): after.returns()[seat] * after.game.unit}
    if seat == 0 and after.fields()["actions"][1] == FOLD:
        found[Trait("folds", worth=1.0)] = 1.0
    return found


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    """The other's card."""
    return {Trait("card", (("card", before.fields()["cards"][1 - seat]),), 1.0): 1.0}
