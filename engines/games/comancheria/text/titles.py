"""What the data calls things: cards, culture sets, events, in each language."""

from typing import Any, cast

from hunch.engines.contract import Game
from hunch.engines.games.comancheria.rules import Comancheria
from hunch.engines.games.comancheria.text import grammar


def data(game: Game) -> dict[str, Any]:
    return cast(Comancheria, game).data


def title(game: Game, card: int) -> str:
    return str(data(game)["development"]["cards"][card]["title"])


def called(game: Game, name: str, language: str) -> str:
    """What people call it. The data may name cards and culture sets in French."""
    if language == "fr":
        cards = data(game)
        for record in (*cards["development"]["cards"], *cards["culture"]["sets"]):
            if name == record.get("title", record.get("set")):
                return grammar.said(record.get("french", name), name, language)
    return grammar.called(name, language)
