"""Text for any game: sentences from codes and arguments, and the notation of moves.

Each game's `words.py` has:
- `board(state, language)`: a state as text.
- `write(game, move)`: a move in short notation.
- `describe(game, event)`: an event as a code with arguments.
- `SENTENCES`: a template for each code in each language.
- `called(game, name, language)`, if arguments are names: the name in that language.
- `changes(before, event, after)`, if one event causes others: what else happened, as codes with arguments.

French follows French typography: ’ for an apostrophe, and a no-break space (U+00A0) before `: ; ? !` and within « ».
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from hunch.engines.contract import Game, State
from hunch.engines.errors import IllegalMove
from hunch.engines.registry import part

LANGUAGES = ("en", "fr")
LONGEST = 9
"""Characters of a language tag that are read: its first part has at most 8."""
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


def write(game: Game, move: int) -> str:
    """A move in the game's short notation, the same in every language."""
    text: str = part(game.name, "words").write(game, move)
    return text


def parse(state: State, text: str) -> int:
    """The legal move with this notation; case and blanks do not count."""
    moves = {write(state.game, move): move for move in state.legal()}
    for notation, move in moves.items():
        if _plain(notation) == _plain(text):
            return move
    raise IllegalMove("move", f"{text!r} is not one of {', '.join(moves) or 'none'}")


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
    if hasattr(its_words, "called"):
        arguments = {
            key: its_words.called(game, value, known(language)) if isinstance(value, str) else value
            for key, value in arguments.items()
        }
    return template.format(**arguments)


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


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
