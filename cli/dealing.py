"""Which chance events of a game with real dice and cards a person can report, without a look at hidden cards."""

import re
import secrets
from collections import Counter
from collections.abc import Sequence

from hunch.engines import CHANCE, State, Stream, words
from hunch.v1 import rules_pb2

Numbered = tuple[int, rules_pb2.ChanceOutcome]
"""An outcome with its number in the list, from 1."""
WORD = re.compile(r"[\w+]+")
"""Of a sentence about an outcome; `8+3` is one word."""
WORLDS = 24
"""Drawn to find out whether the outcomes of a chance event depend on what the person does not know."""


def is_hidden(position: State, seat: int) -> bool:
    """Whether the seat would not see the outcome of the chance event that is due: a card of another player."""
    return any(position.seen(outcome, seat) != outcome for outcome, _ in position.chances())


def gives_away(position: State, seat: int) -> bool:
    """Whether a list of the possible outcomes would show the seat something hidden: another world has others."""
    here, stream = {outcome for outcome, _ in position.chances()}, Stream(0)
    worlds = (position.view(seat).fill(stream) for _ in range(WORLDS))
    return any(world.to_move == CHANCE and {code for code, _ in world.chances()} != here for world in worlds)


def meant(text: str, outcomes: Sequence[rules_pb2.ChanceOutcome]) -> list[Numbered]:
    """The outcomes that a person may mean: the one with this number, or all whose sentences have these words."""
    numbered = list(enumerate(outcomes, 1))
    if text.strip().isdecimal():
        return [(number, outcome) for number, outcome in numbered if number == int(text)]
    typed = Counter(WORD.findall(words.plain(text)))
    if not typed:
        return []
    return [(number, outcome) for number, outcome in numbered if typed <= _words_of(outcome)]


def _words_of(outcome: rules_pb2.ChanceOutcome) -> Counter[str]:
    return Counter(WORD.findall(words.plain(outcome.sentence)))


def drawn(outcomes: Sequence[rules_pb2.ChanceOutcome]) -> rules_pb2.ChanceOutcome:
    """One of the outcomes, by the system's randomness."""
    return secrets.SystemRandom().choices(outcomes, [outcome.weight for outcome in outcomes])[0]
