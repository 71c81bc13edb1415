"""Calibration finds what is wrong with values, fits what puts it right, and judges that by games not used to fit it."""

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.calibration import fit, tables
from bench.calibration.__main__ import EFFORTS, main, tasks
from bench.calibration.samples import GAME, POSITION, Case, Estimate, Sample, SampleLog, Task, sample, shuffled
from hunch.engines import Stream, ValueCurve
from hunch.search.correction import Correction

CASE = Case("tomahawk", (), 1000)


def rosy_games(count: int, lead: float) -> list[Sample]:
    """Games whose values say `lead` more of a payoff than happens on average."""
    luck, games = random.Random(1), []
    for number in range(count):
        truth = luck.uniform(-0.8, 0.8)
        payoff = 1.0 if luck.random() < (truth + 1) / 2 else -1.0
        said = [(seat, sign * truth * (1 - lead) + lead, 0.01, "ucb", 1000) for seat, sign in ((0, 1), (1, -1))]
        games.append(Sample(Task(GAME, CASE, number), {"said": said, "payoffs": (payoff, -payoff)}))
    return games


def noisy_positions(count: int, error: float, apart: float) -> list[Sample]:
    """Positions in which the longer search lies `apart` from the value, with the error that is reported."""
    luck, made = random.Random(2), []
    for number in range(count):
        short = [(luck.gauss(0.0, apart), error, "ucb", 1000) for _ in range(3)]
        found = {"short": short, "long": [(0.0, 0.001, "ucb", 50_000)], "both": [(0.3, 0.01, "ucb", 1000)] * 2}
        made.append(Sample(Task(POSITION, CASE, number, 50), found))
    return made


def test_values_that_are_too_high_have_a_bias() -> None:
    (row,) = tables.rows(rosy_games(4000, 0.25), fit.sampled)
    assert row.bias.mean == pytest.approx(0.125)
    assert row.bias.mean - 2 * row.bias.error > 0.1
    assert row.games == 4000
    (honest,) = tables.rows(rosy_games(4000, 0.0), fit.sampled)
    assert honest.bias.mean == pytest.approx(0.0, abs=1e-9)
    assert honest.slope.mean == pytest.approx(1.0, abs=3 * honest.slope.error)


def test_a_file_of_its_own_can_be_fitted_as_a_whole() -> None:
    games = rosy_games(200, 0.25)
    even = [each for each in games if not each.task.held_out]
    assert fit.curves(games) == fit.curves(even) == fit.curves(even, every=True) != fit.curves(games, every=True)


def test_numbers_begin_where_they_are_asked_to() -> None:
    wanted = list(tasks(EFFORTS, "tomahawk", 2, 1, first=500))
    assert {task.number for task in wanted if task.kind == GAME} == {500, 501}
    assert {task.number for task in wanted if task.kind == POSITION} == {500}


def test_a_curve_fitted_to_even_games_puts_the_odd_ones_right() -> None:
    games = rosy_games(6000, 0.25)
    ((name, curve),) = fit.curves(games)
    assert (name, curve.iterations) == ("tomahawk", 1000)
    held_out = [each for each in games if each.task.held_out]
    (row,) = tables.rows(held_out, fit.corrected_by(Correction([curve])))
    assert row.games == 3000
    assert abs(row.bias.mean) < 0.02
    assert row.slope.mean == pytest.approx(1.0, abs=3 * row.slope.error)


def test_held_out_samples_change_no_curve() -> None:
    games = rosy_games(200, 0.25)
    cheated = [each for each in games if not each.task.held_out] + rosy_games(200, 0.9)[1::2]
    assert fit.curves(games) == fit.curves(cheated)


def test_error_bars_that_are_too_narrow_are_found_and_widened() -> None:
    positions = noisy_positions(400, 0.02, 0.1)
    (before,) = tables.rows(positions, fit.sampled)
    assert before.coverage == pytest.approx(0.31, abs=0.05)
    assert before.spread == pytest.approx(5.0, rel=0.1)
    assert before.both.mean == pytest.approx(0.6)
    assert fit.curves(positions) == []  # without games there is nothing to fit a curve to
    drawn = {"said": [(0, 0.0, 0.1, "ucb", 1000)], "payoffs": (0.0, 0.0)}
    even = [Sample(Task(GAME, CASE, number), drawn) for number in range(2 * fit.FEWEST_GAMES)]
    ((_, curve),) = fit.curves([*positions, *even])
    assert curve.error == pytest.approx(0.098, rel=0.1)
    (after,) = tables.rows([each for each in positions if each.task.held_out], fit.corrected_by(Correction([curve])))
    assert 0.93 <= after.coverage <= 0.97


def test_values_of_exact_and_regret_answers_stay() -> None:
    told = fit.corrected_by(Correction([ValueCurve({}, 1000, -0.5, 1.0, 0.1)]))
    assert told(CASE, Estimate(0.5, 0.1, "regret", 1000)) == (0.5, 0.1)
    assert told(CASE, Estimate(0.5, 0.1, "ucb", 1000)).value < 0.4


def test_curves_are_written_beside_their_game_and_others_stay(tmp_path: Path) -> None:
    folder = tmp_path / "engines" / "games" / "powwow"
    folder.mkdir(parents=True)
    two, four = (ValueCurve({"players": players}, 1000, -0.123456, 1.0, 0.1) for players in (2, 4))
    assert fit.write([("powwow", two)], tmp_path) == [folder / "values.json"]
    fit.write([("powwow", four), ("powwow", ValueCurve({"players": 2}, 10_000, 0.0, 1.0, 0.1))], tmp_path)
    written = json.loads((folder / "values.json").read_text())
    assert [(entry["options"]["players"], entry["iterations"]) for entry in written] == [
        (2, 1000),
        (2, 10_000),
        (4, 1000),
    ]
    assert ValueCurve(**written[0]) == ValueCurve({"players": 2}, 1000, -0.1235, 1.0, 0.1)


def test_the_bins_of_a_curve_hold_all_samples_in_order() -> None:
    said = [tables.Pair(at / 40, float(at >= 20), at) for at in range(40)]
    curve = tables.bins(said, 4)
    assert [happened for _, happened, _ in curve] == [0.0, 0.0, 1.0, 1.0]
    assert [round(middle * 40, 1) for middle, _, _ in curve] == [4.5, 14.5, 24.5, 34.5]


def test_turns_of_one_game_count_as_one() -> None:
    games = [tables.Pair(0.5, float(number % 2), number) for number in range(100)]
    again = [pair for pair in games for _ in range(9)]
    assert tables.bias(again).error == pytest.approx(tables.bias(games).error)


def test_a_position_is_searched_with_several_seeds_longer_and_by_both_seats() -> None:
    taken = [sample(Task(POSITION, Case("goofspiel", (), 20), number, 4)) for number in range(6)]
    found = next(each for each in taken if each.found["both"])
    short, longer = found.estimates("short"), found.estimates("long")
    assert [each.iterations for each in (*short, *longer)] == [20, 20, 20, 80]
    assert len({each.value for each in short}) > 1
    assert len(found.estimates("both")) == 2


def test_a_run_that_was_cut_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "samples"
    wanted = [Task(GAME, Case("goofspiel", (), 10), number) for number in range(3)]
    for task in wanted[:2]:
        SampleLog(file).add(sample(task))
    log = SampleLog(file)
    assert log.missing(wanted) == wanted[2:]
    assert log.samples[wanted[1]].found["said"][0][1] == sample(wanted[1]).found["said"][0][1]
    file.write_text(file.read_text().replace('"code": "', '"code": "x'))
    assert SampleLog(file).missing(wanted) == wanted


def test_every_choice_is_met_once_in_random_order() -> None:
    left = list(range(30))
    drawn = list(shuffled(left, Stream(1)))
    assert sorted(drawn) == left != drawn


def test_the_trial_shows_what_it_sampled(tmp_path: Path) -> None:
    out, figures = tmp_path / "samples", tmp_path / "figures.json"
    shown = CliRunner().invoke(
        main,
        ["--quick", "--only", "goofspiel", "--jobs", "1", "--out", str(out), "--json", str(figures)],
        catch_exceptions=False,
    )
    assert shown.exit_code == 0
    assert "As reported" in shown.output
    assert figures.read_text().count('"game": "goofspiel"') == 2
    assert len(out.read_text().splitlines()) == 10


def test_games_and_positions_are_split_evenly() -> None:
    each = list(tasks(EFFORTS, "powwow", None, None))
    assert each
    assert sum(task.held_out for task in each) * 2 == len(each)
