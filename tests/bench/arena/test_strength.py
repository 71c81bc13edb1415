"""The targets of strength: floors beside a ceiling, and efforts and levels that are compared with even play."""

import pytest

from bench.arena.matches import match
from bench.arena.scores import Score
from bench.arena.strength import BEYOND, WITHIN, Result, Row, floor_of, met, table

CASE = match("goofspiel", {}, "search:10", "greedy")


def test_the_verdict_follows_from_score_floor_and_aim() -> None:
    row = Row("greedy", CASE, 0.75, 0.9)
    ceiling = Score(0.7, 0.1, 20)
    verdicts = [
        Result(row, Score(mean, 0.01, 100), above).verdict
        for mean, above in ((0.7, None), (0.7, ceiling), (0.8, None), (0.9, None))
    ]
    assert verdicts == ["below", "met", "met", "aim"]


@pytest.mark.parametrize(
    ("floor", "ceiling", "least"), [(0.75, None, 0.75), (0.75, 0.9, 0.75), (0.75, 0.7, 0.66), (WITHIN, None, 0.5)]
)
def test_a_floor_is_lower_if_even_a_cheat_wins_little(floor: float, ceiling: float | None, least: float) -> None:
    row = Row("greedy", CASE, floor)
    assert floor_of(row, None if ceiling is None else Score(ceiling, 0.0, 100)) == pytest.approx(least)


def test_efforts_may_be_even_within_the_error_and_levels_must_differ_beyond_it() -> None:
    for result, within, beyond in (
        (Score(0.47, 0.04, 1), True, False),
        (Score(0.53, 0.02, 1), True, True),
        (Score(0.47, 0.02, 1), False, False),
    ):
        assert met(Row("effort", CASE, WITHIN), 0.5, result) == within
        assert met(Row("levels", CASE, BEYOND), 0.5, result) == beyond


def test_the_table_has_every_game() -> None:
    assert {row.case.game for row in table()} == {"goofspiel", "tomahawk", "manitou", "powwow", "comancheria"}
