"""Which chance events of a game with real dice and cards a person can report, without a look at hidden cards."""

import secrets
from collections.abc import Sequence

from hunch.engines import CHANCE, State, Stream
from hunch.v1 import rules_pb2

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


def drawn(outcomes: Sequence[rules_pb2.ChanceOutcome]) -> rules_pb2.ChanceOutcome:
    """One of the outcomes, by the system's randomness."""
    return secrets.SystemRandom().choices(outcomes, [outcome.weight for outcome in outcomes])[0]
