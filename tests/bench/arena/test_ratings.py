"""Ratings find planted strengths within their errors, at tables of any size, and show what one scale cannot."""

import itertools
import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from bench.arena.ratings import THE_GAME, Ladder, ladder, wins

TRUTH = {"a": 0.0, "b": 100.0, "c": 250.0}
"""Planted ratings."""
Won = dict[tuple[str, ...], list[Mapping[str, float]]]


def strength(points: float) -> float:
    return float(10.0 ** (points / 400.0))


def meetings(tables: Sequence[tuple[str, ...]], blocks: int, seed: int) -> Won:
    """Blocks in which each seat wins in proportion to its player's strength."""
    luck, found = np.random.default_rng(seed), Won()
    for table in tables:
        odds = np.array([strength(TRUTH[player]) for player in table])
        for _ in range(blocks):
            won = dict.fromkeys(table, 0.0)
            for _ in table:
                won[table[luck.choice(len(table), p=odds / odds.sum())]] += 1.0
            found.setdefault(table, []).append(won)
    return found


def check(found: Ladder) -> None:
    for player, points in TRUTH.items():
        rating = found.of(player)
        assert abs(rating.points - points) <= 3 * rating.error + 1e-9
        assert rating.error < 25
    assert [rating.player for rating in found.ratings] == ["c", "b", "a"]


def test_planted_strengths_of_two_are_found() -> None:
    found = ladder(meetings(list(itertools.combinations(TRUTH, 2)), 400, 1), 2, anchor="a")
    check(found)
    assert found.of("a").points == found.of("a").error == 0.0
    assert all(abs(each.errors) < 3.5 for each in found.residuals)
    assert found.of("b").games == 1600


def test_planted_strengths_at_tables_of_four_are_found() -> None:
    check(ladder(meetings([("a", "b", "b", "b"), ("b", "c", "c", "c"), ("a", "b", "c", "c")], 300, 2), 4, anchor="a"))


def test_errors_are_as_large_as_ratings_spread() -> None:
    ladders = [ladder(meetings([("a", "b")], 60, seed), 2, anchor="a").of("b") for seed in range(40)]
    spread = float(np.std([rating.points for rating in ladders], ddof=1))
    assert float(np.mean([rating.error for rating in ladders])) == pytest.approx(spread, rel=0.3)


def test_a_lone_player_is_rated_by_the_share_of_games_won() -> None:
    luck = np.random.default_rng(3)
    blocks = []
    for _ in range(800):
        payoffs = [[0.0, 0.0], [0.0, 0.0]]
        for player, chance in enumerate((0.7, 0.4)):
            payoffs[player][player] = 1.0 if luck.random() < chance else -1.0
        blocks.append(wins(("x", "y"), payoffs, 1))
    found = ladder({("x", "y"): blocks}, 1, anchor=THE_GAME)
    for name, chance in (("x", 0.7), ("y", 0.4)):
        points = 400 * math.log10(chance / (1 - chance))
        assert abs(found.of(name).points - points) <= 3 * found.of(name).error
        assert found.of(name).games == 800


def test_draws_count_as_half_a_win() -> None:
    assert wins(("x", "y"), [[0.0, 0.0], [1.0, -1.0]], 2) == {"x": 1.5, "y": 0.5}
    assert wins(("x", "y", "y"), [[-0.5, 1.0, -0.5]], 3) == {"x": 0.0, "y": 1.0}


def test_a_player_who_always_wins_has_a_finite_rating() -> None:
    rating = ladder({("a", "b"): [{"a": 2.0, "b": 0.0}] * 50}, 2).of("a")
    assert 200 < rating.points < 3000


def test_players_who_beat_each_other_in_a_circle_leave_residuals() -> None:
    circle: Won = {}
    for a, b in ROUND:
        circle[a, b] = [*[{a: 2.0, b: 0.0}] * 40, *[{a: 1.0, b: 1.0}] * 40]
    found = ladder(circle, 2)
    assert all(abs(rating.points) < 1 for rating in found.ratings)
    assert all(abs(each.errors) > 5 for each in found.residuals)


ROUND = (("a", "b"), ("b", "c"), ("c", "a"))
"""Each beats the next."""
