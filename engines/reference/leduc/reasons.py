"""What is worth telling of a line of Leduc poker: who folds, what it brings, and who has the better cards now."""
from collections.abc import Mapping

from hunch.engines.contract import State
from hunch.engines.reasons import Trait
from hunch.engines.reference.leduc.words import NAMES

FOLD = 4
SENTENCES = {
    "en": {
        "folds": "The other folds in {often} of cases instead of {instead}.",
        "chips": "Your result is {gain} chips on average instead of {gain_instead}.",
        "card_sure": "The other must hold {card}.",
        "card": "The other holds {card} with a chance of {often}.",
        "ahead": "As it stands, your hand is the better one with a chance of {often}.",
    },
    "fr": {
        "folds": "L'autre se couche dans {often} des cas au lieu de {instead}.",
        "chips": "Votre résultat est de {gain} jetons en moyenne au lieu de {gain_instead}.",
        "card_sure": "L'autre a forcément {card}.",
        "card": "L'autre a {card} avec une probabilité de {often}.",
        "ahead": "En l'état, votre main est la meilleure avec une probabilité de {often}.",
    },
}


def called(game: object, name: str, language: str) -> str:
    return NAMES[language][int(name)]


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    s = after.fields()
    found = {Trait("chips", worth=1.0): after.returns()[seat] * after.game.unit}
    made = [move for moves in s["moves"] for move in moves if move]
    if made[-1] == FOLD and s["made"] % 2 == seat:
        found[Trait("folds", worth=1.0)] = 1.0
    return found


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    s = before.fields()
    own, others = ((card == s["board"], card) for card in (s["cards"][seat], s["cards"][1 - seat]))
    return {
        Trait("card", (("card", str(s["cards"][1 - seat])),), 1.0): 1.0,
        Trait("ahead", (), 2.0): float(own > others),
    }
