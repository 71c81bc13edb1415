"""Figures of load tests can fail: they see what is slow, lost, late or not measured."""

import json
import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from loadtest import figures
from loadtest.slopes import slope

KINDS = json.loads((Path(figures.__file__).parent / "targets.json").read_text())
TARGETS = [target for kind in KINDS.values() for target in kind]


def call(began: float, took: float, phase: int = 0, good: bool = True, series: str = "move") -> figures.Sample:
    return (series, phase, began, took, "OK" if good else "DEADLINE_EXCEEDED", good)


@pytest.mark.parametrize(("share", "value"), [(0.5, 2), (0.75, 3), (0.99, 4), (1.0, 4)])
def test_a_percentile_is_one_of_the_values(share: float, value: float) -> None:
    assert figures.percentile([4, 1, 3, 2], share) == value


def test_goodput_counts_good_answers_by_when_they_came() -> None:
    samples = [call(t / 10, 100) for t in range(100)]
    bad = [call(5, 100, good=False), call(5, 100, series="hostile cancel"), call(5, 100, series="stream first")]
    assert figures.goodput(samples + bad, 0, 10) == pytest.approx(10, rel=0.02)
    late = [call(t / 10, 5_000) for t in range(100)]
    assert figures.goodput(late, 0, 10) < 6


RATES = (10.0, 20.0, 30.0, 40.0)


@pytest.mark.parametrize(
    ("good", "kept", "held"),
    [
        ((True, True, True, True), (), 40),
        ((True, True, False, True), (), 20),
        ((True, False, True, False), (20,), 30),
        ((False, False, False, False), RATES, 20),
        ((False, True, True, True), (), 10),
    ],
)
def test_capacity_ends_at_a_rate_that_is_missed_again_or_when_too_many_were(
    good: Sequence[bool], kept: Sequence[float], held: float
) -> None:
    assert figures.held(RATES, good, lambda rate: rate in kept) == held


def test_a_burst_that_stays_slow_is_seen() -> None:
    before = [call(t / 10, 100, phase=0) for t in range(50)]
    slow = [call(20 + t / 10, 900 if t < 30 else 100, phase=2) for t in range(100)]
    assert figures.back_s(before + slow, 0, 2, 20) == 3
    failing = [call(20 + t / 10, 100, phase=2, good=t >= 60) for t in range(100)]
    assert figures.back_s(before + failing, 0, 2, 20) == 6


def test_a_target_that_was_not_measured_is_not_met() -> None:
    assert not any(verdict.met for verdict in figures.verdicts(TARGETS, {}))
    assert not any(verdict.met for verdict in figures.verdicts(TARGETS, {t["metric"]: math.nan for t in TARGETS}))


def test_a_target_is_met_at_its_bound_and_not_beyond() -> None:
    for target in TARGETS:
        bound, sense = (target["most"], 1) if "most" in target else (target["least"], -1)
        at, beyond = (figures.verdicts([target], {target["metric"]: bound + sense * off})[0].met for off in (0, 0.01))
        assert (at, beyond) == (True, False), target["metric"]


def test_growth_differs_from_noise() -> None:
    at = [float(t) for t in range(600)]
    wobbles = slope(at, [100 + math.sin(t) for t in at])
    grows = slope(at, [100 + t / 100 + math.sin(t) for t in at])
    assert abs(wobbles.value) < 4
    assert grows.value == pytest.approx(36, rel=0.1)
    assert grows.value > 10 * grows.error


def test_memory_at_rest_leaves_out_what_searches_use() -> None:
    at = [float(t) for t in range(600)]
    assert slope(at, [100 + 16 * (t % 5 > 0) for t in range(600)], min).value == 0
    assert slope(at, [100 + t / 100 + 16 * (t % 5 > 0) for t in range(600)], min).value == pytest.approx(36, rel=0.1)
