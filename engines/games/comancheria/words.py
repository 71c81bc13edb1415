"""Comanchería in words: moves written short, events as sentences, the board as text."""

from hunch.engines.contract import Game
from hunch.engines.games.comancheria.events import split
from hunch.engines.games.comancheria.text.board import board
from hunch.engines.games.comancheria.text.descriptions import decision, describe
from hunch.engines.games.comancheria.text.facts import changes
from hunch.engines.games.comancheria.text.notation import written
from hunch.engines.games.comancheria.text.picture import picture
from hunch.engines.games.comancheria.text.sentences import SENTENCES
from hunch.engines.games.comancheria.text.titles import called

__all__ = ["SENTENCES", "board", "called", "changes", "describe", "picture", "write"]


def write(game: Game, move: int, language: str) -> str:
    verb, (x, y, z) = split(move)
    code, arguments = decision(game, verb, (x, y, z))
    return written(code, {**arguments, "place_in_list": x + 1}, language)
