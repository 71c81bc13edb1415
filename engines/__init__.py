"""Rules engines: games with hidden information, their loader, and the errors that refuse wrong input.

Knows rules, hidden information, words and the messages of states. Knows nothing of searching or serving.
"""

from hunch.engines.contract import CHANCE, NOTHING, OVER, PUBLIC, Game, State, Stream
from hunch.engines.errors import (
    BadData,
    BadMessage,
    BadOption,
    BadState,
    HunchError,
    IllegalMove,
    UnknownGame,
    WrongVersion,
)
from hunch.engines.registry import GAMES, Option, ValueCurve, load, package, part, questions, value_curves

__all__ = [
    "CHANCE",
    "GAMES",
    "NOTHING",
    "OVER",
    "PUBLIC",
    "BadData",
    "BadMessage",
    "BadOption",
    "BadState",
    "Game",
    "HunchError",
    "IllegalMove",
    "Option",
    "State",
    "Stream",
    "UnknownGame",
    "ValueCurve",
    "WrongVersion",
    "load",
    "package",
    "part",
    "questions",
    "value_curves",
]
