"""The rolls of a game's own chance events: what each is for, the position it is bound to, and the outcome it brings."""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from hunch.engines import Game, State, messages, words
from hunch.server.dice.derivation import Binding, Throw, position_hash

Outcomes = Sequence[tuple[int, int]]
"""The outcomes of a chance event, each with its weight."""


class ChanceRun:
    """The chance events between two choices. It counts how often a position comes: a die that is rolled until it fits
    leaves the position as it was, and is another roll each time."""

    def __init__(self) -> None:
        self._came: Counter[bytes] = Counter()

    def end(self) -> None:
        """A choice was made."""
        self._came.clear()

    def throw(self, position: State) -> Throw:
        """The die of the chance event that is due. It has as many faces as its weights add up to."""
        outcomes = position.chances()
        raw = messages.encode(position).SerializeToString(deterministic=True)
        first = position_hash(raw, 0)
        bound_to = position_hash(raw, self._came[first]) if self._came[first] else first
        self._came[first] += 1
        faces = sum(weight for _, weight in outcomes)
        return Throw(_purpose(position.game, outcomes), (faces,), binding=Binding.GAME, position=bound_to)


def _purpose(game: Game, outcomes: Outcomes) -> str:
    """The game, and what the codes of the first and the last outcome have in common: deal_1 and deal_3 are a deal."""
    first, last = (words.describe(game, outcomes[place][0])[0].split("_") for place in (0, -1))
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return f"{game.name}: {' '.join(word for word, _ in shared) or 'chance'}"


def outcome_of(outcomes: Outcomes, value: int) -> int:
    """The outcome that a die with this value brings."""
    for outcome, weight in outcomes:
        if value <= weight:
            return outcome
        value -= weight
    raise AssertionError("a die shows no more than its faces")
