"""Ratings: how strong each player is, on one scale for all matches of a game. Pure functions.

The model is Bradley and Terry's for two players, and Luce's choice of the winner for more (Plackett and Luce's, as far
as the first place): a player of rating r wins with a probability in proportion to 10 ** (r / 400). A draw or a shared
win counts as its shares. In a solitaire game each player meets the game, which is a player too. Libraries such as
`choix` know neither shares nor a player with several seats, so the few lines are here.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.arena.scores import share

POINTS = 400.0 / math.log(10.0)
"""Rating points of a unit of strength."""
WIDE = 2_000.0
"""Standard deviation of ratings, in points, that is assumed before any game. So even who always wins has a rating."""
STEPS = 100
"""Most steps of Newton's method."""
CLOSE = 1e-9
"""A step this small ends it."""
RESAMPLED = 200
"""How often the blocks are drawn anew for the errors."""
THE_GAME = "the game"
"""Whom a lone player meets."""

Table = tuple[str, ...]
"""The players at a table, in the order of the first seating."""
Blocks = Mapping[Table, Sequence[Mapping[str, float]]]
"""By table, for each block, the games that each player won, in shares."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength in points, with its standard error."""

    player: str
    points: float
    error: float
    games: float

    def cells(self) -> tuple[str, ...]:
        """As a line of a table."""
        return self.player, f"{self.points:+.0f}", f"{self.error:.0f}", f"{self.games:.0f}"


@dataclass(frozen=True, slots=True)
class Residual:
    """How far a table's results lie from what the ratings say."""

    table: Table
    player: str
    games: float
    observed: float
    """The player's share of the wins."""
    expected: float
    errors: float
    """The difference, in standard errors of the blocks. Beyond 3, one scale does not describe the players."""

    def cells(self) -> tuple[str, ...]:
        """As a line of a table, after the players."""
        return self.player, f"{self.games:.0f}", f"{self.observed:.3f}", f"{self.expected:.3f}", f"{self.errors:+.1f}"


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ratings from the strongest, and what they leave unexplained."""

    ratings: tuple[Rating, ...]
    residuals: tuple[Residual, ...]

    def of(self, player: str) -> Rating:
        """The rating of a player."""
        return next(rating for rating in self.ratings if rating.player == player)


def wins(table: Table, payoffs: Sequence[Sequence[float]], seats: int) -> dict[str, float]:
    """The shares of wins of a block, from the payoffs of each game by player."""
    won: dict[str, float] = defaultdict(float)
    for number, game in enumerate(payoffs):
        if seats == 1:
            mine = share(game[number], 1)
            won[table[number]] += mine
            won[THE_GAME] += 1.0 - mine
            continue
        for player, payoff in zip(table, game, strict=True):
            won[player] += share(payoff, seats)
    return dict(won)


def ladder(blocks: Blocks, seats: int, anchor: str | None = None, seed: int = 1) -> Ladder:
    """The ratings. `anchor` has 0 points; without it the mean is 0. The errors come from blocks drawn anew."""
    tables = [table for table in blocks if blocks[table]]
    players = sorted({player for table in tables for block in blocks[table] for player in block})
    at = {player: number for number, player in enumerate(players)}
    own = [_array(blocks[table], at) for table in tables]
    groups = [_multiplicity(table, at, seats) for table in tables]
    strength = _fitted([each.sum(axis=0) for each in own], groups)
    points = _shifted(strength, players, anchor)
    luck, drawn = np.random.default_rng(seed), []
    for _ in range(RESAMPLED):
        again = [each[luck.integers(len(each), size=len(each))].sum(axis=0) for each in own]
        drawn.append(_shifted(_fitted(again, groups, strength), players, anchor))
    errors = np.std(drawn, axis=0, ddof=1)
    games = np.sum([_played(each, group) for each, group in zip(own, groups, strict=True)], axis=0)
    rated = [Rating(player, float(points[n]), float(errors[n]), float(games[n])) for player, n in at.items()]
    residuals = [
        each for n, table in enumerate(tables) for each in _residuals(table, own[n], groups[n], points / POINTS, at)
    ]
    return Ladder(tuple(sorted(rated, key=lambda rating: -rating.points)), tuple(residuals))


def _array(blocks: Sequence[Mapping[str, float]], at: Mapping[str, int]) -> NDArray:
    made = np.zeros((len(blocks), len(at)))
    for row, block in enumerate(blocks):
        for player, won in block.items():
            made[row, at[player]] = won
    return made


def _multiplicity(table: Table, at: Mapping[str, int], seats: int) -> list[NDArray]:
    """By group of players that meet: how many seats each has. Lone players meet the game, one by one."""
    met = [Counter((player, THE_GAME)) for player in table] if seats == 1 else [Counter(table)]
    groups = []
    for group in met:
        groups.append(np.zeros(len(at)))
        for player, count in group.items():
            groups[-1][at[player]] = count
    return groups


def _played(blocks: NDArray, groups: Sequence[NDArray]) -> NDArray:
    """How many games each player played at a table."""
    each = blocks.sum() / len(groups)
    return np.asarray(sum(np.where(group > 0, each, 0.0) for group in groups))


def _fitted(won: Sequence[NDArray], groups: Sequence[Sequence[NDArray]], start: NDArray | None = None) -> NDArray:
    """The likeliest strengths, by Newton's method: the likelihood has a single top."""
    seats = np.array([group for met in groups for group in met])
    games = np.array([each.sum() / len(met) for each, met in zip(won, groups, strict=True) for _ in met])
    total, doubt = np.sum(won, axis=0), (POINTS / WIDE) ** 2
    strength = np.zeros(len(total)) if start is None else start
    for _ in range(STEPS):
        weight = seats * np.exp(strength - strength.max())
        odds = weight / weight.sum(axis=1, keepdims=True)
        slope = total - games @ odds - doubt * strength
        curvature = np.diag(games @ odds + doubt) - (odds * games[:, None]).T @ odds
        step = np.linalg.solve(curvature, slope)
        strength = strength + step / max(1.0, float(np.abs(step).max()))
        if float(np.abs(step).max()) < CLOSE:
            break
    return strength


def expected(strength: NDArray, group: NDArray) -> NDArray:
    """The share of wins of each player in a group: each seat wins in proportion to its player's strength."""
    weight = group * np.exp(strength - strength[group > 0].max())
    return weight / weight.sum()


def _shifted(strength: NDArray, players: Sequence[str], anchor: str | None) -> NDArray:
    zero = strength[players.index(anchor)] if anchor else strength.mean()
    return (strength - zero) * POINTS


def _residuals(
    table: Table, blocks: NDArray, groups: Sequence[NDArray], strength: NDArray, at: Mapping[str, int]
) -> list[Residual]:
    """Of each player at a table, except one if there are two: the other's is the same with the opposite sign."""
    found = []
    for group in groups:
        names = [player for player in at if group[at[player]] and player != THE_GAME]
        for player in names[:1] if len(names) == 2 else names:
            games = blocks[0].sum() / len(groups)
            shares = blocks[:, at[player]] / games
            said = float(expected(strength, group)[at[player]])
            error = float(np.std(shares, ddof=1)) / math.sqrt(len(shares)) if len(shares) > 1 else math.nan
            apart = (float(shares.mean()) - said) / error if error else math.nan
            found.append(Residual(table, player, len(shares) * games, float(shares.mean()), said, apart))
    return found
