"""Matches count what they say: shares of wins, floors beside a ceiling, equal figures from any number of processes."""

from pathlib import Path

import pytest

from bench.match import Match, RoundLog, Score, even, played, round_of, rounds, score, two_errors
from bench.strength import BEYOND, WITHIN, Result, Row, floor_of, met, table
from hunch.engines import load

GOOFSPIEL = (("cards", 4),)


@pytest.mark.parametrize(
    ("payoffs", "seat", "counts"),
    [
        ((1.0, -1.0), 0, 1.0),
        ((0.0, 0.0), 1, 0.5),
        ((-1.0,), 0, 0.0),
        ((1.0, -1 / 3, -1 / 3, -1 / 3), 1, 0.0),
        ((1 / 3, 1 / 3, -1 / 3, -1 / 3), 1, 0.5),
    ],
)
def test_a_payoff_counts_as_a_share_of_the_win(payoffs: tuple[float, ...], seat: int, counts: float) -> None:
    assert score(payoffs, seat) == counts


def test_who_sees_everything_beats_chance() -> None:
    match = Match("goofspiel", GOOFSPIEL, "cheat:50", "random")
    scores = list(rounds(match, 40))
    assert sum(scores) / len(scores) - two_errors(scores) > even(load("goofspiel", cards=4)) == 0.5
    assert even(load("powwow", players=4)) == 0.25


def test_rounds_are_the_same_in_more_processes() -> None:
    match = Match("goofspiel", GOOFSPIEL, "search:50", "random")
    assert list(rounds(match, 4, 2)) == [round_of(match, n) for n in range(4)]


def test_a_match_that_was_cut_goes_on_where_it_was(tmp_path: Path) -> None:
    match, file = Match("goofspiel", GOOFSPIEL, "search:50", "random"), tmp_path / "rounds"
    played(match, 6, log=RoundLog(file))
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:2]))
    log = RoundLog(file)
    assert log.scores(match) == [round_of(match, n) for n in range(2)]
    log.scores(match)[0] = 7.0  # is not played again
    assert played(match, 6, log=log).mean == pytest.approx((7.0 + round_of(match, 1) + round_of(match, 2)) / 3)
    assert len(RoundLog(file).scores(match)) == 3


def test_rounds_that_other_code_played_do_not_count(tmp_path: Path) -> None:
    match, file = Match("goofspiel", GOOFSPIEL, "random", "random"), tmp_path / "rounds"
    log = RoundLog(file)
    log.add(match, 1.0)
    file.write_text(file.read_text().replace('"code": "', '"code": "x'))
    assert RoundLog(file).scores(match) == []


def test_the_verdict_follows_from_score_floor_and_aim() -> None:
    row = Row("greedy", Match("goofspiel", (), "search:10", "greedy"), 0.75, 0.9)
    ceiling = Score(0.7, 0.1, 20)
    verdicts = [
        Result(row, Score(mean, 0.01, 100), above).verdict
        for mean, above in ((0.7, None), (0.7, ceiling), (0.8, None), (0.9, None))
    ]
    assert verdicts == ["below", "met", "met", "aim"]


@pytest.mark.parametrize(
    ("floor", "ceiling", "least"), [(0.75, None, 0.75), (0.75, 0.9, 0.75), (0.75, 0.7, 0.66), (WITHIN, None, 0.5)]
)
def test_a_floor_is_lower_where_even_a_cheat_wins_little(floor: float, ceiling: float | None, least: float) -> None:
    row = Row("greedy", Match("goofspiel", (), "search:10", "greedy"), floor)
    assert floor_of(row, None if ceiling is None else Score(ceiling, 0.0, 100)) == pytest.approx(least)


def test_efforts_may_be_even_within_the_error_and_levels_must_differ_beyond_it() -> None:
    match = Match("goofspiel", (), "search:10", "search:1")
    for result, within, beyond in (
        (Score(0.47, 0.04, 1), True, False),
        (Score(0.53, 0.02, 1), True, True),
        (Score(0.47, 0.02, 1), False, False),
    ):
        assert met(Row("effort", match, WITHIN), 0.5, result) == within
        assert met(Row("levels", match, BEYOND), 0.5, result) == beyond


def test_the_table_has_every_game() -> None:
    assert {row.match.game for row in table()} == {"goofspiel", "tomahawk", "manitou", "powwow", "comancheria"}
