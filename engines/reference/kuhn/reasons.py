"""What is worth telling of a line of Kuhn poker: who folds, what it brings, and what the other may hold."""
from collections.abc import Mapping

from hunch.engines.contract import State
from hunch.engines.reasons import Trait
from hunch.engines.reference.kuhn.words import NAMES

FOLD = 3
SENTENCES = {
    "en": {
        "folds": "The other folds in {often} of cases instead of {instead}.",
        "chips": "Your result is {gain} chips on average instead of {gain_instead}.",
        "card_sure": "The other must hold {card}.",
        "card": "The other holds {card} with a chance of {often}.",
    },
    "fr": {
        "folds": "L'autre se couche dans {often} des cas au lieu de {instead}.",
        "chips": "Votre résultat est de {gain} jetons en moyenne au lieu de {gain_instead}.",
        "card_sure": "L'autre a forcément {card}.",
        "card": "L'autre a {card} avec une probabilité de {often}.",
    },
}


def called(game: object, name: str, language: str) -> str:
    return NAMES[language][int(name)]


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    s = after.fields()
    found = {Trait("chips", worth=1.0): after.returns()[seat] * after.game.unit}
    if s["moves"][s["made"] - 1] == FOLD and s["made"] % 2 == seat:
        found[Trait("folds", worth=1.0)] = 1.0
    return found


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    return {Trait("card", (("card", str(before.fields()["cards"][1 - seat])),), 1.0): 1.0}
