"""Reasons in Leduc poker: which seat folds, the chips won, and which seat has the better cards now."""

from collections.abc import Mapping

from hunch.engines.contract import State
from hunch.engines.explain import Trait
from hunch.engines.games.leduc.words import ACTIONS, NAMES
from hunch.engines.games.poker import explain as poker

SENTENCES = {
    "en": {**poker.SENTENCES["en"], "ahead": "As it stands, your hand is the better one with a chance of {often}."},
    "fr": {**poker.SENTENCES["fr"], "ahead": "En l’état, votre main est la meilleure avec une probabilité de {often}."},
}


def called(game: object, name: str, language: str) -> str:
    return NAMES[language][int(name)]


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    made = [move for moves in after.fields()["moves"] for move in moves if move]
    return poker.result(after, seat, ACTIONS["en"][made[-1]])


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    s = before.fields()
    own, others = ((card == s["board"], card) for card in (s["cards"][seat], s["cards"][1 - seat]))
    return {poker.held(before, seat): 1.0, Trait("ahead", (), 2.0): float(own > others)}
