"""Ten levels of play, as data: how much effort, how far ahead, how sharp a judgement; none blunders at random."""

from dataclasses import dataclass

from hunch.engines import Game


@dataclass(frozen=True, slots=True)
class Level:
    """What a level allows the search; a request's limits may allow less."""

    iterations: int
    """At most so many a question; 0 leaves it to the request."""
    horizon: int
    """Plies that a rollout looks ahead before the game's own estimate is taken; 0 leaves it to the game."""
    blur: float
    """How far the chosen turn's probabilities are evened out: 0 not at all, 1 entirely among the sensible ones. Alone:
    how far doubts are laid aside that what looks best after a few rollouts is better than the policy's own move."""


LEVELS: tuple[Level, ...] = (
    Level(20, 0, 0.70),
    Level(35, 0, 0.60),
    Level(60, 0, 0.50),
    Level(100, 0, 0.40),
    Level(180, 0, 0.30),
    Level(320, 0, 0.20),
    Level(600, 0, 0.15),
    Level(1_500, 0, 0.05),
    Level(5_000, 0, 0.00),
    Level(0, 0, 0.00),
)
ALONE: tuple[Level, ...] = (
    Level(5, 0, 0.70),
    Level(8, 0, 0.60),
    Level(13, 0, 0.50),
    Level(20, 0, 0.40),
    Level(26, 0, 0.30),
    Level(33, 0, 0.20),
    Level(40, 0, 0.15),
    Level(100, 0, 0.05),
    Level(400, 0, 0.00),
    Level(0, 0, 0.00),
)
"""Of a lone player against chance: each of his decisions is searched by itself, and rollouts by a good policy soon tell
most of what there is to be told."""
SENSIBLE = 0.1
"""A turn is sensible when its probability is at least this share of the best one's."""


def levels(game: Game) -> tuple[Level, ...]:
    """The levels that a game is played on."""
    return ALONE if game.solitaire else LEVELS
