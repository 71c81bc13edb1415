"""Reasons in Kuhn poker: which seat folds, the chips won, and the card that the other may hold."""

from collections.abc import Mapping

from hunch.engines.contract import State
from hunch.engines.explain import Trait
from hunch.engines.games.kuhn.words import ACTIONS, NAMES
from hunch.engines.games.poker.explain import SENTENCES, held, result

__all__ = ["SENTENCES", "beliefs", "called", "traits"]


def called(game: object, name: str, language: str) -> str:
    return NAMES[language][int(name)]


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    s = after.fields()
    return result(after, seat, ACTIONS["en"][s["moves"][s["made"] - 1]])


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    return {held(before, seat): 1.0}
