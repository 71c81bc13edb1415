"""Values are corrected where answers are read: once, in order, and not beyond what was measured."""

import itertools
from typing import Any

import pytest

from hunch.engines import GAMES, ValueCurve, load, value_curves
from hunch.search.advice import AdviceOptions, Limits, Settings, advise
from hunch.search.correction import SCALE, Correction, correction
from tests.support.signature import position

CURVES = (ValueCurve({}, 100, -0.6, 0.8, 0.2, 0.08), ValueCurve({}, 10_000, -0.2, 1.0, 0.1, 0.04))
VALUES = [at / 50 - 1 for at in range(101)]


def test_a_better_turn_stays_better() -> None:
    for iterations in (10, 100, 3_000, 10**6):
        values = [Correction(CURVES).corrected(value, 0.0, iterations)[0] for value in VALUES]
        assert values == sorted(values)
        assert all(-1.0 <= value <= 1.0 for value in values)


def test_an_error_is_never_below_what_is_left_beyond_sampling() -> None:
    assert Correction(CURVES).corrected(0.3, 0.0, 100)[1] == pytest.approx(0.2, rel=0.02)
    wide, narrow = (Correction(CURVES).corrected(0.0, error, 100)[1] for error in (0.3, 0.1))
    assert wide > narrow > 0.2


def test_between_two_efforts_the_logarithm_counts_and_beyond_them_the_nearest() -> None:
    known = Correction(CURVES)
    assert known.at(1_000) == pytest.approx((-0.4, 0.9, 0.15, 0.06))
    assert known.at(1) == known.at(100)
    assert known.at(10_000) == known.at(10**9)


def test_without_a_measurement_nothing_changes() -> None:
    assert Correction(()).corrected(0.4, 0.1, 500) == (0.4, 0.1)
    for method in ("exact", "regret", "solitaire", "only_move"):
        assert correction(load("tomahawk"), method).corrected(0.4, 0.1, 500) == (0.4, 0.1)


def test_a_stored_curve_names_options_that_its_game_has() -> None:
    for name in GAMES:
        for curve in value_curves(name):
            assert load(name, **dict[str, Any](curve.options)).name == name
            assert curve.slope > 0
            assert curve.error >= 0


def test_a_curve_holds_for_games_with_its_options_only(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = [ValueCurve({"players": 2}, 1000, -0.5, 1.0, 0.1)]
    monkeypatch.setattr("hunch.search.correction.value_curves", lambda name: stored)
    two, five = (correction(load("manitou", players=players, selection="quick"), "ucb") for players in (2, 5))
    assert two.corrected(0.5, 0.0, 1000)[0] < 0.4
    assert five.corrected(0.5, 0.0, 1000)[0] == 0.5


def test_an_answer_has_the_corrected_values_beside_the_sampled_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Correction(CURVES)
    monkeypatch.setattr("hunch.search.reader.correction", lambda game, method: known)
    state = position("goofspiel", {})
    settings, limits = Settings(method="ucb", exact=False), Limits(iterations=300)
    options = AdviceOptions(candidates=6)
    answer = advise(state, state.to_move, limits, seed=3, options=options, settings=settings)
    tried = [each for each in answer.candidates if each.visits]
    assert len(tried) == 6
    for each in tried:
        assert (each.value, each.standard_error) == known.corrected(each.sampled_value, each.sampled_error, 300)
        assert each.value != each.sampled_value
    for one, other in itertools.combinations(tried, 2):
        assert (one.value <= other.value) == (one.sampled_value <= other.sampled_value)


def test_an_error_of_a_difference_has_samples_of_both_and_what_is_beyond() -> None:
    known = Correction([ValueCurve({}, 100, 0.0, 1.0, 0.5, 0.1)])
    even, sampled = known.difference((0.0, 0.0), (0.0, 0.0), 100), known.difference((0.0, 0.03), (0.0, 0.04), 100)
    assert even == pytest.approx((0.0, 0.1))
    assert sampled[1] == pytest.approx((0.05**2 + 0.1**2) ** 0.5, rel=0.01)
    margin, error = known.difference((0.4, 0.0), (-0.4, 0.0), 100)
    assert (margin, error) == pytest.approx((0.8, (0.1**2 + (SCALE * 0.8) ** 2) ** 0.5))
    assert Correction(()).difference((0.4, 0.03), (0.1, 0.04), 100) == pytest.approx((0.3, 0.05))
