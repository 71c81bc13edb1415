"""The names of cards, culture sets and War Events, in each language."""

from typing import Any, cast

from hunch.engines.contract import Game
from hunch.engines.games.comancheria.rules import Comancheria
from hunch.engines.games.comancheria.text import grammar


def data(game: Game) -> dict[str, Any]:
    return cast(Comancheria, game).data


def title(game: Game, card: int) -> str:
    return str(data(game)["development"]["cards"][card]["title"])


def called(game: Game, name: str, language: str) -> str:
    """Returns the name of a thing in a language. The data has the French names of cards and culture sets."""
    if language == "fr":
        cards = data(game)
        for record in (*cards["development"]["cards"], *cards["culture"]["sets"]):
            if name == record.get("title", record.get("set")):
                return grammar.said(record.get("french", name), name, language)
    return grammar.called(name, language)
