"""Ten levels of play, as data: how much effort, how far ahead, how sharp a judgement. None blunders at random."""

from dataclasses import dataclass

from hunch.engines import BadState, Game


@dataclass(frozen=True, slots=True)
class Level:
    """What a level allows a search; the limits of a request may allow less."""

    iterations: int
    """Most iterations for a question; 0 leaves that to the request."""
    horizon: int
    """Plies of a rollout before the game's estimate is taken; 0 leaves that to the game."""
    blur: float
    """How far the probabilities of the turns are evened out before one is drawn: 0 not at all, 1 entirely among the
    sensible ones. For a lone player: how far they drop the doubt that another move beats the policy's own."""


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
"""The levels of a lone player against chance. They have fewer iterations, as each decision is searched by itself.
A few rollouts by a good policy find most of what can be found."""
MOST_LEVEL = len(LEVELS)
"""The highest level."""
SENSIBLE = 0.1
"""A turn is sensible if its probability is at least this share of the best one's."""


def levels(game: Game) -> tuple[Level, ...]:
    """The levels of a game."""
    return ALONE if game.solitaire else LEVELS


def level_of(game: Game, number: int) -> Level:
    """A level of a game by its number, from 1; BadState if there is none."""
    if not 1 <= number <= MOST_LEVEL:
        raise BadState("level", f"{number} is not in 1 to {MOST_LEVEL}")
    return levels(game)[number - 1]
