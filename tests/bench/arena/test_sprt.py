"""A sequential test finds a planted gain, a planted loss and nothing, and errs as seldom as it says."""

import math

import numpy as np
import pytest

from bench.arena.sprt import (
    ACCEPTED,
    CHECKED,
    CONTINUE,
    GAIN,
    NO_LOSS,
    POINTS,
    REFUSED,
    Bounds,
    likeliest,
    log_likelihood_ratio,
    normalised,
    pentanomial,
    verdict,
)

WIDE = Bounds(0.0, 60.0)
"""Bounds far enough apart that a planted truth is found in some hundred blocks."""
OUTCOMES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""Block scores of two games."""


def odds(points: float) -> np.ndarray:
    """Probabilities of the five outcomes whose normalised Elo is `points`."""
    usual = np.array([0.15, 0.05, 0.6, 0.05, 0.15])
    return likeliest(OUTCOMES - 0.5, usual, math.sqrt(2) * points / POINTS)


def blocks(points: float, count: int, seed: int) -> list[float]:
    return list(np.random.default_rng(seed).choice(OUTCOMES, size=count, p=odds(points)))


@pytest.mark.parametrize("points", [-30.0, 0.0, 12.0, 100.0])
def test_the_likeliest_distribution_has_the_strength_that_is_asked_for(points: float) -> None:
    shares = odds(points)
    middle = float(shares @ OUTCOMES)
    spread = math.sqrt(float(shares @ (OUTCOMES - middle) ** 2))
    assert POINTS / math.sqrt(2) * (middle - 0.5) / spread == pytest.approx(points, abs=1e-3)
    assert shares.sum() == pytest.approx(1.0)


@pytest.mark.parametrize(("points", "says"), [(120.0, ACCEPTED), (-60.0, REFUSED)])
def test_a_planted_gain_and_a_planted_loss_are_found(points: float, says: str) -> None:
    for seed in range(8):
        found = verdict(blocks(points, 3000, seed), 0.5, 2, WIDE)
        assert found.says == says
        assert found.blocks < 1000


@pytest.mark.parametrize(("points", "wrong"), [(0.0, ACCEPTED), (60.0, REFUSED)])
def test_a_verdict_is_wrong_as_seldom_as_it_should_be_at_the_bounds(points: float, wrong: str) -> None:
    says = [verdict(blocks(points, 6000, seed), 0.5, 2, WIDE).says for seed in range(60)]
    assert says.count(CONTINUE) == 0
    assert says.count(wrong) <= 7  # five of a hundred; 8 and more of 60 would come once in a hundred times


def test_without_a_difference_no_loss_is_accepted() -> None:
    assert verdict([0.5] * 4000, 0.5, 2, NO_LOSS).says == CONTINUE
    close = Bounds(-60.0, 0.0)
    says = [verdict(blocks(0.0, 6000, seed), 0.5, 2, close).says for seed in range(20)]
    assert says.count(ACCEPTED) >= 17


def test_blocks_after_the_verdict_change_nothing() -> None:
    scores = blocks(100.0, 1000, 3)
    first = verdict(scores, 0.5, 2, WIDE)
    assert first.says == ACCEPTED
    assert verdict(scores[: first.blocks] + [0.0] * 500, 0.5, 2, WIDE) == first
    assert first.blocks % CHECKED == 0
    assert verdict(scores[: first.blocks - CHECKED], 0.5, 2, WIDE).says == CONTINUE


def test_the_ratio_follows_the_normal_approximation_for_many_blocks() -> None:
    scores = blocks(8.0, 20_000, 5)
    seen = {float(score): scores.count(score) for score in OUTCOMES}
    mean, error = normalised(scores, 0.5, 2)
    expected = ((mean - GAIN.lower) ** 2 - (mean - GAIN.upper) ** 2) / (2 * error**2)
    assert log_likelihood_ratio(seen, 0.5, 2, GAIN) == pytest.approx(expected, abs=0.05)


def test_blocks_of_four_and_lone_players_are_tested_too() -> None:
    luck = np.random.default_rng(9)
    four = list(luck.binomial(4, 0.35, size=1500) / 4)
    assert verdict(four, 0.25, 4, WIDE).says == ACCEPTED
    alone = list(luck.choice([-1.0, 0.0, 1.0], size=1500, p=[0.3, 0.5, 0.2]))
    assert verdict(alone, 0.0, 2, WIDE).says == REFUSED


def test_the_pentanomial_counts_the_points_of_two_games() -> None:
    assert pentanomial([0.0, 0.25, 0.25, 0.5, 1.0, 1.0]) == (1, 2, 1, 0, 2)
