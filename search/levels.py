"""Ten levels of play, as data: how much effort, how far ahead, how sharp a judgement; none blunders at random."""
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """What a level allows the search; a request's limits may allow less."""

    iterations: int
    """At most so many; 0 leaves it to the request."""
    horizon: int
    """Plies that a rollout looks ahead before the game's own estimate is taken; 0 plays to the end."""
    blur: float
    """How far the chosen turn's probabilities are evened out: 0 not at all, 1 entirely among the sensible ones."""


LEVELS: tuple[Level, ...] = (
    Level(30, 0, 0.60),
    Level(60, 0, 0.45),
    Level(120, 0, 0.35),
    Level(250, 0, 0.25),
    Level(500, 0, 0.15),
    Level(1_000, 0, 0.10),
    Level(2_000, 0, 0.05),
    Level(5_000, 0, 0.0),
    Level(20_000, 0, 0.0),
    Level(0, 0, 0.0),
)
CALIBRATED = False
"""Whether long matches have shown what each level is worth."""
SENSIBLE = 0.1
"""A turn is sensible when its probability is at least this share of the best one's."""
