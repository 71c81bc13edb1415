"""From payoffs to scores: the share of a win that each player of a block got. Pure functions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class Score:
    """A mean score, twice its standard error, and the number of games."""

    mean: float
    two_errors: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.two_errors:.3f}"


def share(payoff: float, seats: int) -> float:
    """A payoff as a share of a win: 1 for a win, 0 for a loss, what is between for a draw, a shared win or a margin."""
    least = -1.0 / max(seats - 1, 1)
    return (payoff - least) / (1.0 - least)


def even(seats: int) -> float:
    """The score of equal players: their share of the seats; alone, how much more often one of two wins."""
    return 0.0 if seats == 1 else 1.0 / seats


def block_score(payoffs: Sequence[Sequence[float]], seats: int, player: int = 0) -> float:
    """The score of a player in a block, from the payoffs of each game by player.

    With several seats it is their mean share of the wins. Alone, it is how much more often they win than the next
    player, with the same chance events.
    """
    if seats == 1:
        return share(payoffs[player][player], 1) - share(payoffs[player - 1][player - 1], 1)
    return fmean(share(game[player], seats) for game in payoffs)


def two_errors(scores: Sequence[float]) -> float:
    """Twice the standard error of the mean."""
    mean = sum(scores) / len(scores)
    return 2 * math.sqrt(sum((s - mean) ** 2 for s in scores) / max(len(scores) - 1, 1) / len(scores))


def score_of(scores: Sequence[float], games: int) -> Score:
    """The score of some blocks together, each of so many games."""
    return Score(fmean(scores), two_errors(scores), len(scores) * games)
