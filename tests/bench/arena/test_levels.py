"""Ten levels a step apart are found on a planted ladder, and a weak rung plays weakly but no nonsense."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from bench.arena import levels as fits
from bench.arena.levels import COUNT, STEP, Fit, Level, Rung, fitted, measured, near, parts_of, rising, rung_at, within
from bench.arena.ratings import Rating
from bench.arena.results import Results
from bench.arena.rig import Rig
from bench.arena.task import Task
from hunch.engines import load
from hunch.search.advice import AdviceOptions, Limits, Search, Settings
from tests.support.questions import positions


def truth(rung: Rung) -> float:
    """Planted ratings: doubling the iterations brings 150 points, and what is overlooked and blurred costs some."""
    return 150.0 * math.log2(rung.iterations) - 300.0 * rung.overlooked - 200.0 * rung.blur


class Planted(Rig):
    """A rig whose players win as planted."""

    def do(self, tasks: Sequence[Task], title: str = "", is_clear: object = None) -> float:
        luck = np.random.default_rng(len(tasks))
        for task in tasks:
            first, second = (truth(rung_of(words)) for words in task.case.players)
            odds = 1 / (1 + 10 ** ((second - first) / 400))
            won = [1.0 if luck.random() < odds else -1.0 for _ in range(2)]
            self.results.add([(task, {"payoffs": [[each, -each] for each in won]})])
        return 0.0


def rung_of(words: str) -> Rung:
    limit, blur, overlooked = words.removeprefix("search:").split("/")
    return Rung(int(limit), float(blur.partition("=")[2]), float(overlooked.partition("=")[2]))


def test_levels_that_are_fitted_are_a_step_apart() -> None:
    rig, fit = Planted(Results(None, "one")), Fit("kuhn", {}, 2_000, 9, 2000, 2000, 1)
    found = measured(rig, fit, fitted(rig, fit))
    assert len(found) == COUNT
    assert within(found)
    for low, high in pairwise(found):
        assert truth(high.rung) - truth(low.rung) == pytest.approx(STEP, abs=35)
        assert abs(high.above - (truth(high.rung) - truth(low.rung))) <= 4 * low.rating.error  # type: ignore[operator]
    assert found[-1].rung == rung_at(1.0, 2_000)
    assert found[-1].rating.points == 0.0


def test_steps_are_smaller_if_the_weakest_is_not_weak_enough() -> None:
    parts = parts_of([0.0, 0.5, 1.0], [0.0, 45.0, 90.0])
    assert parts == pytest.approx([number / 9 for number in range(10)])


def test_steps_that_are_too_small_or_too_large_are_noticed() -> None:
    for above, fine in ((79.0, False), (80.0, True), (150.0, True), (151.0, False)):
        rating = Rating("", 0.0, 1.0, 1)
        assert within([Level(1, rung_at(0, 100), rating, None), Level(2, rung_at(1, 100), rating, above)]) == fine


def test_ratings_out_of_order_are_pooled_by_their_weight() -> None:
    assert rising([0.0, 30.0, 20.0, 50.0], [10.0] * 4) == pytest.approx([0.0, 25.0, 25.0, 50.0])
    assert rising([0.0, 30.0, 20.0], [10.0, 1e6, 10.0])[1] == pytest.approx(20.0)


def test_each_player_meets_the_next_two() -> None:
    assert list(near("abcd")) == [("a", "b"), ("b", "c"), ("c", "d"), ("a", "c"), ("b", "d")]


def test_the_ladder_rises_from_a_short_view_to_a_whole_one() -> None:
    rungs = [rung_at(part / 10, 5_000) for part in range(11)]
    assert [rung.iterations for rung in rungs] == sorted({rung.iterations for rung in rungs})
    assert rungs[0] == Rung(fits.FEWEST, fits.BLURRED, fits.OVERLOOKED)
    assert rungs[-1] == Rung(5_000, 0.0, 0.0)


def test_what_is_overlooked_is_not_played_and_something_always_is() -> None:
    (state,) = positions(load("goofspiel"), 3, 1)
    played = set()
    for seed in range(60):
        settings = Settings(overlooked=0.9)
        limits = Limits(iterations=30, memory_mib=16, threads=1)
        search = Search(state, state.to_move, limits, seed=seed, options=AdviceOptions(10), settings=settings)
        advice, unseen = search.run(), search.plan.overlooked()
        assert len(unseen) < len(state.legal())
        assert advice.play[:1] not in unseen
        played.add(advice.play)
    assert len(played) > 3
    assert Search(state, state.to_move, limits, seed=1).plan.overlooked() == ()


def test_a_blur_of_the_settings_replaces_the_one_of_the_level() -> None:
    (state,) = positions(load("goofspiel"), 3, 1)
    limits = Limits(iterations=30, memory_mib=16, threads=1)
    for level, blur, found in ((1, -1.0, 0.7), (1, 0.0, 0.0), (10, 0.4, 0.4)):
        settings = Settings(blur=blur)
        search = Search(state, state.to_move, limits, seed=1, options=AdviceOptions(level), settings=settings)
        assert search.reader.blur == search.plan.blur == found
