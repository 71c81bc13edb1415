"""Matches count what they say: shares of wins, floors beside a ceiling, equal figures from any number of processes."""
import pytest

from bench.match import Match, Score, even, round_of, rounds, score, two_errors
from bench.strength import BEYOND, WITHIN, Row, floor_of, met, table
from hunch.engines import load

GOOFSPIEL = (("cards", 4),)


@pytest.mark.parametrize(
    ("payoffs", "seat", "counts"),
    [((1.0, -1.0), 0, 1.0), ((0.0, 0.0), 1, 0.5), ((-1.0,), 0, 0.0), ((1.0, -1 / 3, -1 / 3, -1 / 3), 1, 0.0),
     ((1 / 3, 1 / 3, -1 / 3, -1 / 3), 1, 0.5)],
)  # fmt: skip
def test_a_payoff_counts_as_a_share_of_the_win(payoffs: tuple[float, ...], seat: int, counts: float) -> None:
    assert score(payoffs, seat) == counts


def test_who_sees_everything_beats_chance() -> None:
    match = Match("goofspiel", GOOFSPIEL, "cheat:50", "random")
    found = list(rounds(match, 40))
    assert sum(found) / len(found) - two_errors(found) > even(load("goofspiel", cards=4)) == 0.5
    assert even(load("powwow", players=4)) == 0.25


def test_rounds_are_the_same_in_more_processes() -> None:
    match = Match("goofspiel", GOOFSPIEL, "search:50", "random")
    assert list(rounds(match, 4, 2)) == [round_of(match, n) for n in range(4)]


@pytest.mark.parametrize(
    ("floor", "ceiling", "least"), [(0.75, None, 0.75), (0.75, 0.9, 0.75), (0.75, 0.7, 0.66), (WITHIN, None, 0.5)]
)
def test_a_floor_is_lower_where_even_a_cheat_wins_little(floor: float, ceiling: float | None, least: float) -> None:
    row = Row("greedy", Match("goofspiel", (), "search:10", "greedy"), floor)
    assert floor_of(row, None if ceiling is None else Score(ceiling, 0.0, 100)) == pytest.approx(least)


def test_efforts_may_be_even_within_the_error_and_levels_must_differ_beyond_it() -> None:
    match = Match("goofspiel", (), "search:10", "search:1")
    for found, within, beyond in ((Score(0.47, 0.04, 1), True, False), (Score(0.53, 0.02, 1), True, True),
                                  (Score(0.47, 0.02, 1), False, False)):  # fmt: skip
        assert met(Row("effort", match, WITHIN), 0.5, found) == within
        assert met(Row("levels", match, BEYOND), 0.5, found) == beyond


def test_the_table_has_every_game() -> None:
    assert {row.match.game for row in table()} == {"goofspiel", "tomahawk", "manitou", "powwow", "comancheria"}
