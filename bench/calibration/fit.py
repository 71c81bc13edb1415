"""Fits the corrections that games store: a curve from sampled values to what happens, and an error beyond sampling."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.calibration import tables
from bench.calibration.samples import GAME, Case, Estimate, Sample
from bench.calibration.tables import WITHIN, Pair, Told, pairs, share
from hunch.engines import ValueCurve, load, package
from hunch.search.correction import CORRECTED, Correction, correction, log_odds

ROOT = Path(__file__).parents[2]
"""The folder of the rooms."""
FLATTEST = 0.05
"""The least slope, so that a better turn stays better."""
FEWEST_GAMES = 10
"""Games from which a case gets a curve of its own."""
SOLVABLE = 1e-6
"""Keeps the equations of a step solvable if all games said the same."""
SURE = 0.95
"""Share of error bars that should hold the value of a longer search."""
MOST_OF_MEAN = 1.5
"""How many times the root of the mean square an error is at most."""
STEPS = 50
"""Steps of Newton's method; a handful suffice."""
DOUBTED = 4.0
"""Even games that speak for a change of nothing, so that few games change little."""
ALIKE = 10.0
"""Even games that speak for the curve of the effort with most games, so that other efforts differ little from it."""


class Line(NamedTuple):
    """The log odds of what happens as a line over the log odds that were said."""

    shift: float
    slope: float


UNCHANGED = Line(0.0, 1.0)


def sampled(case: Case, estimate: Estimate) -> Told:
    """No correction."""
    return Told(estimate.value, estimate.error)


def curves(samples: Iterable[Sample], every: bool = False) -> list[tuple[str, ValueCurve]]:
    """By game: a curve for each case that samples were taken of. Held-out samples count only if `every` one does."""
    by_case: dict[Case, list[Sample]] = {}
    for sample in samples:
        if every or not sample.task.held_out:
            by_case.setdefault(sample.task.case, []).append(sample)
    said = {case: pairs(case, taken, sampled) for case, taken in by_case.items()}
    said = {case: found for case, found in said.items() if games_in(found) >= FEWEST_GAMES}
    lines: dict[Any, Line] = {}
    fitted = {}
    for case in sorted(said, key=lambda case: -games_in(said[case])):
        known = lines.get((case.game, case.options))
        line = logistic(said[case], known or UNCHANGED, ALIKE if known else DOUBTED)
        lines.setdefault((case.game, case.options), line)
        fitted[case] = ValueCurve(dict(case.options), case.iterations, line.shift, line.slope, 0.0)
    ordered = sorted(said, key=lambda case: (case.words, case.iterations))
    return [(case.game, _with_error(case, by_case, fitted)) for case in ordered]


def games_in(said: Sequence[Pair]) -> int:
    """How many games there are."""
    return len({pair.game for pair in said})


def logistic(said: Sequence[Pair], start: Line = UNCHANGED, games: float = DOUBTED) -> Line:
    """The line that makes what happened likeliest, by Newton's method. As many even games speak for the slope of
    `start`; the mean follows from the games alone."""
    if not said:
        return start
    x, y = np.array([log_odds(pair.said) for pair in said]), np.array([pair.happened for pair in said])
    middle = float(x.mean())
    design = np.stack([np.ones_like(x), x - middle], axis=1)
    # An even game says a quarter, as its variance, times how far its log odds lie apart.
    doubt = np.diag([0.0, games / 4.0 * len(said) / games_in(said) * float(x.var())])
    kept = np.array([start.shift + start.slope * middle, start.slope])
    found = kept.copy()
    for _ in range(STEPS):
        odds = 1.0 / (1.0 + np.exp(-design @ found))
        slope = design.T @ (y - odds) - doubt @ (found - kept)
        curvature = (design * (odds * (1.0 - odds))[:, None]).T @ design + doubt + SOLVABLE * np.eye(2)
        found = found + np.linalg.solve(curvature, slope)
    flat = max(float(found[1]), FLATTEST)
    return Line(float(found[0]) - flat * middle, flat)


def _with_error(case: Case, by_case: dict[Case, list[Sample]], fitted: dict[Case, ValueCurve]) -> ValueCurve:
    """The curve of a case with the error that is left beyond sampling. An effort without positions of its own takes the
    largest error of the others."""
    own = {other: curve for other, curve in fitted.items() if (other.game, other.options) == (case.game, case.options)}
    errors = {other: error_beyond(other, by_case[other], list(own.values())) for other in own}
    error = errors[case]
    if error is None:
        error = max((known for known in errors.values() if known is not None), default=0.0)
    curve = fitted[case]
    return ValueCurve(curve.options, curve.iterations, curve.shift, curve.slope, error)


def error_beyond(case: Case, samples: Sequence[Sample], own: Sequence[ValueCurve]) -> float | None:
    """The error to add to that of sampling, for an even position, so that SURE of the longer searches lie within the
    bars; None without positions. It is at most MOST_OF_MEAN times the root of the mean square, as one position far off
    should not decide."""
    least, needed, beyond, scale = least_of(case), [], 0.0, 0.0
    told = corrected_by(Correction(own, least))
    for sample in samples:
        if sample.task.kind == GAME:
            continue
        for short in sample.estimates("short"):
            value, error = told(case, short)
            apart = abs(told(case, sample.estimates("long")[0]).value - value)
            chance = share(value, least)
            spread = 4.0 * chance * (1.0 - chance)
            needed.append(math.sqrt(max((apart / WITHIN) ** 2 - error**2, 0.0) / spread))
            beyond, scale = beyond + apart**2 - error**2, scale + spread
    if not needed:
        return None
    return min(float(np.quantile(needed, SURE)), MOST_OF_MEAN * math.sqrt(max(beyond, 0.0) / scale))


def corrected_by(correction: Correction) -> tables.Correction:
    """A correction of estimates. Values of methods that are not corrected stay."""

    def told(case: Case, estimate: Estimate) -> Told:
        if estimate.method not in CORRECTED:
            return Told(estimate.value, estimate.error)
        return Told(*correction.corrected(estimate.value, estimate.error, estimate.iterations))

    return told


def least_of(case: Case) -> float:
    """The payoff of a loss."""
    return -1.0 / max(load(case.game, **dict(case.options)).seats - 1, 1)


def reported(case: Case, estimate: Estimate) -> Told:
    """What the search reports, by the curves that the games store."""
    return corrected_by(correction(load(case.game, **dict(case.options)), estimate.method))(case, estimate)


def write(found: Iterable[tuple[str, ValueCurve]], root: Path = ROOT) -> list[Path]:
    """Writes the curves beside the games; returns the files. Curves of other cases stay."""
    by_game: dict[str, list[ValueCurve]] = {}
    for game, curve in found:
        by_game.setdefault(game, []).append(curve)
    return [_written(_folder(game, root), curves) for game, curves in by_game.items()]


def write_apart(found: Mapping[Case, float], root: Path = ROOT) -> list[Path]:
    """Writes the errors of differences beside the games; returns the files. An effort without one takes the largest of
    the others."""
    written = []
    for name in sorted({case.game for case in found}):
        own = {(_words(case.options), case.iterations): error for case, error in found.items() if case.game == name}
        file = _folder(name, root) / "values.json"
        entries = json.loads(file.read_bytes())
        for entry in entries:
            options = json.dumps(entry["options"])
            alike = [error for (words, _), error in own.items() if words == options]
            if alike:
                entry["apart"] = own.get((options, entry["iterations"]), max(alike))
        _write(file, entries)
        written.append(file)
    return written


def _words(options: Iterable[tuple[str, Any]]) -> str:
    return json.dumps(dict(options))


def _folder(game: str, root: Path) -> Path:
    return root.joinpath(*package(game).__name__.split(".")[1:])


def _written(folder: Path, curves: Sequence[ValueCurve]) -> Path:
    file = folder / "values.json"
    entries = {_key(entry): entry for entry in (json.loads(file.read_bytes()) if file.exists() else ())}
    for curve in curves:
        rounded = {name: round(getattr(curve, name), 4) for name in ("shift", "slope", "error")}
        entry = {"options": dict(curve.options), "iterations": curve.iterations, **rounded}
        entries[_key(entry)] = {**entries.get(_key(entry), {}), **entry}  # keeps the error of differences
    _write(file, [entries[key] for key in sorted(entries)])
    return file


def _write(file: Path, entries: Iterable[Mapping[str, Any]]) -> None:
    lines = ",\n".join("  " + json.dumps(entry) for entry in entries)
    file.write_text(f"[\n{lines}\n]\n")


def _key(entry: dict[str, Any]) -> tuple[str, int]:
    return json.dumps(entry["options"]), entry["iterations"]
