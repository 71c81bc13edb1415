"""Text for any game: sentences from codes and arguments, and the notation of moves.

Each game's `words.py` has:
- `board(state, language)`: a state as text.
- `write(game, move, language)`: a move in short notation; if the language is "", as messages and files have it.
- `describe(game, event)`: an event as a code with arguments.
- `SENTENCES`: a template for each code in each language.
- `called(game, name, language)`, if arguments are names: the name in that language.
- `picture(state, language)`, if the board lies on a table as a map: it in characters.
- `DUMMY`, if a hand may belong to nobody: what that hand is called in each language.
- `changes(before, event, after)`, if one event causes others: what else happened, as codes with arguments.

Seats are numbers from 0 in arguments and in messages. Texts for people count players from 1: seat 0 is player 1.

`guide.py` of a game has GUIDE and LEGEND, for a first game at a terminal.

French follows French typography: ’ for an apostrophe, and a no-break space (U+00A0) before `: ; ? !` and within « ».
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from hunch.engines.contract import Game, State
from hunch.engines.errors import IllegalMove
from hunch.engines.registry import part

LANGUAGES = ("en", "fr")


class Called(Protocol):
    """A game's `called`."""

    def __call__(self, game: Game, name: str, language: str, /) -> str:
        """The name in that language."""


LONGEST = 9
"""Characters of a language tag that are read: its first part has at most 8."""
PLAYER = {"en": "player {}", "fr": "joueur {}"}
"""What people call a seat."""
SEATS = ("seat", "other")
"""Arguments of sentences that are seats."""
APART = re.compile(r"(?<=\S)[:;](?=\s|$)")
"""A colon or semicolon on a board that French sets off. The layout of a board is the same in every language."""


def known(tag: str) -> str:
    """The language we use for a BCP 47 tag; English if we do not have it."""
    return _known(tag[:LONGEST])


@lru_cache(maxsize=256)
def _known(tag: str) -> str:
    primary = tag.replace("_", "-").split("-")[0].lower()
    return primary if primary in LANGUAGES else "en"


def board(state: State, language: str = "en") -> str:
    """A world or a view as text."""
    spoken = known(language)
    text: str = part(state.game.name, "words").board(state, spoken)
    return APART.sub("\u00a0\\g<0>", text) if spoken == "fr" else text


def picture(state: State, language: str = "en") -> str:
    """The board as a picture in characters; empty if the game has none."""
    its_words = part(state.game.name, "words")
    if not hasattr(its_words, "picture"):
        return ""
    text: str = its_words.picture(state, known(language))
    return text


def guide(name: str, language: str = "en") -> str:
    """How a first game goes, in a few lines; moves stand between backticks."""
    text: str = part(name, "guide").GUIDE[known(language)]
    return text


def legend(name: str, language: str = "en") -> Sequence[tuple[str, str]]:
    """What stands on the board of a game: signs with their meanings."""
    lines: Sequence[tuple[str, str]] = part(name, "guide").LEGEND[known(language)]
    return lines


def player(game: Game, seat: int, language: str = "en") -> str:
    """A seat as people call it, such as `player 1` for seat 0; the name of a hand that no seat has."""
    if seat < game.seats:
        return PLAYER[known(language)].format(seat + 1)
    dummy: Mapping[str, str] = part(game.name, "words").DUMMY
    return dummy[known(language)]


def write(game: Game, move: int, language: str = "") -> str:
    """A move in the game's short notation: as people type it in a language, or without one as messages have it."""
    text: str = part(game.name, "words").write(game, move, known(language) if language else "")
    return text


def parse(state: State, text: str) -> int:
    """The legal move that is written so, in messages or in any language; case, accents and blanks do not count."""
    moves, wanted = state.legal(), plain(text)
    for language in ("", *LANGUAGES):
        for move in moves:
            if plain(write(state.game, move, language)) == wanted:
                return move
    known_moves = ", ".join(write(state.game, move) for move in moves)
    raise IllegalMove("move", f"{text!r} is not one of {known_moves or 'none'}")


def describe(game: Game, event: int) -> tuple[str, Mapping[str, int | str]]:
    """A move or chance outcome, as a seat saw it, as a code with arguments."""
    code, arguments = part(game.name, "words").describe(game, event)
    return code, arguments


def say(game: Game, event: int, language: str = "en") -> str:
    """The sentence of a move or chance outcome."""
    return say_code(game, *describe(game, event), language)


def say_code(game: Game, code: str, arguments: Mapping[str, int | str], language: str = "en") -> str:
    """The sentence of a code with its arguments."""
    its_words = part(game.name, "words")
    template: str = its_words.SENTENCES[known(language)][code]
    sentence = template.format(**spoken_arguments(game, arguments, language, getattr(its_words, "called", None)))
    return sentence[0].upper() + sentence[1:] if template[0] == "{" else sentence


def spoken_arguments(game: Game, arguments: Mapping[str, Any], language: str, called: Called | None) -> dict[str, Any]:
    """The arguments of a sentence as people call them: players by number from 1, names in the language."""
    result: dict[str, Any] = {}
    for key, value in arguments.items():
        if key in SEATS and isinstance(value, int):
            result[key] = player(game, value, language)
        else:
            result[key] = called(game, value, known(language)) if called and isinstance(value, str) else value
    return result


def changes(before: State, event: int, after: State) -> list[tuple[str, Mapping[str, int | str]]]:
    """Further effects of an event, beyond its own sentence; empty if the game has none."""
    its_words = part(after.game.name, "words")
    if not hasattr(its_words, "changes"):
        return []
    effects: list[tuple[str, Mapping[str, int | str]]] = its_words.changes(before, event, after)
    return effects


def say_all(before: State, event: int, after: State, language: str = "en") -> list[str]:
    """The event and all its effects, a sentence each."""
    facts = [describe(before.game, event), *changes(before, event, after)]
    return [say_code(before.game, code, arguments, language) for code, arguments in facts]


def plain(text: str) -> str:
    """A text as it is compared with another: without case, accents, and blanks that do not matter."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("’", "'"))
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())
