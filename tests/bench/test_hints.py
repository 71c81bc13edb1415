"""The measure of hints counts those whose difference a longer search confirms, and fits the error that they lack."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench import hints
from bench.calibration import fit
from bench.calibration.samples import Case, Sample, SampleLog, Task
from hunch.engines import ValueCurve
from hunch.search.correction import Correction, fitting_curves
from hunch.search.difference import Estimate

CASE = Case("goofspiel", (), 1_000)


def pairs(count: int, apart: float) -> list[Sample]:
    """Hints of even turns whose difference is off by `apart`, with an error of 0.01 from sampling."""
    luck, made = random.Random(3), []
    for number in range(count):
        short = [Estimate(luck.gauss(0.0, apart), 0.01, 250), Estimate(0.0, 0.0001, 250)]
        longer = [Estimate(0.0, 0.001, 25_000), Estimate(0.0, 0.001, 25_000)]
        found = {"method": "ucb", "idea": [], "short": short, "short_iterations": 500}
        made.append(Sample(Task(hints.HINT, CASE, number, 100), {**found, "long": longer, "long_iterations": 50_000}))
    return made


def uncorrected(case: Case, method: str) -> Correction:
    return Correction(())


def test_errors_that_are_too_small_hold_too_few_of_the_longer_searches() -> None:
    (good,) = hints.rows(pairs(2_000, 0.01), uncorrected)
    (bad,) = hints.rows(pairs(2_000, 0.04), uncorrected)
    assert good.agrees == pytest.approx(0.954, abs=0.02)
    assert bad.agrees < 0.5
    assert bad.better > good.better
    assert good.positions == 2_000
    assert hints.rows([Sample(Task(hints.HINT, CASE, 0, 100), {})], uncorrected) == []


def test_what_is_fitted_to_even_positions_makes_the_odd_ones_agree() -> None:
    samples = pairs(2_000, 0.2)
    found = hints.errors(samples)
    assert list(found) == [CASE]
    curves = [replace(curve, apart=found[CASE]) for curve in fitting_curves(hints.game_of(CASE))]
    held_out = [sample for sample in samples if sample.task.held_out]
    (row,) = hints.rows(held_out, lambda case, method: Correction(curves))
    assert row.agrees == pytest.approx(hints.AGREEING, abs=0.02)


def test_the_error_is_written_beside_what_corrects_values(tmp_path: Path) -> None:
    file = tmp_path / "engines" / "games" / "goofspiel" / "values.json"
    file.parent.mkdir(parents=True)
    entry = {"options": {}, "iterations": 100, "shift": 0.1, "slope": 1.0, "error": 0.2}
    file.write_text(json.dumps([entry, {**entry, "iterations": 1_000}]))
    assert fit.write_apart({CASE: 0.07}, tmp_path) == [file]
    assert [each["apart"] for each in json.loads(file.read_bytes())] == [0.07, 0.07]
    fit.write([("goofspiel", ValueCurve({}, 100, 0.3, 0.9, 0.1))], tmp_path)
    first, second = json.loads(file.read_bytes())
    assert (first["shift"], first["apart"], second["shift"]) == (0.3, 0.07, 0.1)


def test_the_command_samples_shows_and_writes_json(tmp_path: Path) -> None:
    out, file = tmp_path / "samples.jsonl", tmp_path / "rows.json"
    given = ["--out", str(out), "--only", "goofspiel", "--iterations", "100", "--positions", "4", "--factor", "3"]
    shown = CliRunner().invoke(hints.main, [*given, "--jobs", "1", "--json", str(file)])
    assert shown.exit_code == 0, shown.output
    assert "agrees" in shown.output
    (row,) = json.loads(file.read_bytes())
    assert (row["game"], row["iterations"], row["positions"]) == ("goofspiel", 100, 2)
    assert 0.0 <= row["agrees"] <= 1.0
    assert len(SampleLog(out).samples) == 4
    assert {bool(sample.found["idea"]) for sample in SampleLog(out).samples.values()} == {True, False}
