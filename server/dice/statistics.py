"""How dice fell: counted by what came, so that a die of a million faces costs no more than it was rolled."""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from hunch.server.dice.derivation import MOST_FACES, Kept
from hunch.server.steps import Steps
from hunch.v1 import dice_pb2 as pb

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Counts = tuple[Numbers, Numbers]
"""Rising numbers, and how often each came."""
MOST_LISTED_FACES = 100
BITS = MOST_FACES.bit_length()
STRIDE, RANGE = 1_000, 100_000
"""Every how many numbers one is a sample, and how many numbers are merged in a step, about."""
NOTHING = np.empty(0, np.int64)


class Falls(NamedTuple):
    """All that is told of the dice of a game."""

    rolls: int  # counted here
    kinds: Numbers  # faces of the dice, rising
    rolled: Numbers  # dice of each kind
    squares: Numbers  # the sum over a kind's faces of their counts, squared
    listed: dict[int, list[int]]  # the counts of each face, of kinds with few


def packed(kept: Sequence[Kept]) -> Numbers:
    """Each die as one number: its faces, then what it shows."""
    faces, shown = (
        np.fromiter(itertools.chain.from_iterable(some), np.int64)
        for some in ((one.faces for one in kept), (one.values for one in kept))
    )
    return (faces << BITS) | shown


def counted(parts: list[Numbers], rolls: int) -> Steps[Falls]:
    """What all these dice come to, some milliseconds a step. The list is emptied, as it may be large."""
    runs: list[Counts] = []
    while parts:
        runs.append(np.unique(parts.pop(), return_counts=True))
        yield
    found: list[tuple[Numbers, Numbers, Numbers]] = []
    listed: dict[int, list[int]] = {}
    for came, counts in _ranges(runs):
        found.append(_of_kinds(came, counts))
        listed.update(_listed(came, counts, listed))
        yield
    if not found:
        return Falls(rolls, NOTHING, NOTHING, NOTHING, {})
    kinds, rolled, squares = (np.concatenate(some) for some in zip(*found, strict=True))
    first = _starts(kinds)  # a kind may lie in two ranges
    return Falls(rolls, kinds[first], np.add.reduceat(rolled, first), np.add.reduceat(squares, first), listed)


def _ranges(runs: list[Counts]) -> Iterator[Counts]:
    """Rising numbers and their counts in all runs together, some RANGE of them each time."""
    if not runs:
        return
    samples = np.sort(np.concatenate([came[::STRIDE] for came, _ in runs]))
    marks = np.unique(samples[:: RANGE // STRIDE])
    cuts = [[*np.searchsorted(came, marks), len(came)] for came, _ in runs]
    for start in range(len(marks)):
        within = [slice(cut[start], cut[start + 1]) for cut in cuts]
        came = np.concatenate([own[part] for (own, _), part in zip(runs, within, strict=True)])
        counts = np.concatenate([own[part] for (_, own), part in zip(runs, within, strict=True)])
        order = np.argsort(came, kind="stable")
        came = came[order]
        first = _starts(came)
        yield came[first], np.add.reduceat(counts[order], first)


def _of_kinds(came: Numbers, counts: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The kinds of dice, how many there were of each, and the squares of their faces' counts."""
    kinds = came >> BITS
    first = _starts(kinds)
    return kinds[first], np.add.reduceat(counts, first), np.add.reduceat(counts * counts, first)


def _listed(came: Numbers, counts: Numbers, listed: dict[int, list[int]]) -> dict[int, list[int]]:
    """The counts of each face, of kinds with few: those that are listed already go on."""
    few = slice(0, int(np.searchsorted(came, MOST_LISTED_FACES + 1 << BITS)))
    found: dict[int, list[int]] = {}
    for one, count in zip(came[few].tolist(), counts[few].tolist(), strict=True):
        kind = one >> BITS
        faces = found.setdefault(kind, listed.get(kind, [0] * kind))
        faces[(one & ((1 << BITS) - 1)) - 1] = count
    return found


def told(falls: Falls, above: int, most: int) -> list[pb.FaceStatistics]:
    """A page of kinds as messages: those with more faces than `above`, so many at most."""
    first = int(np.searchsorted(falls.kinds, above, "right"))
    page = slice(first, first + most)
    return [
        _told(kind, rolled, squares, falls.listed.get(kind, []))
        for kind, rolled, squares in zip(
            falls.kinds[page].tolist(), falls.rolled[page].tolist(), falls.squares[page].tolist(), strict=True
        )
    ]


def _told(faces: int, rolled: int, squares: int, listed: list[int]) -> pb.FaceStatistics:
    chi_square = (squares * faces - rolled * rolled) / rolled  # the faces that never fell are in it
    p_value = _p_value(chi_square, faces - 1) if rolled >= 5 * faces and faces > 1 else 1.0
    return pb.FaceStatistics(faces=faces, rolled=rolled, counts=listed, chi_square=chi_square, p_value=p_value)


def _starts(sorted_numbers: Numbers) -> Numbers:
    """Where a number begins that differs from the one before."""
    return np.flatnonzero(np.diff(sorted_numbers, prepend=-1))


def _p_value(chi_square: float, freedom: int) -> float:
    """Wilson and Hilferty: the cube root of chi-square over its freedom is nearly normal."""
    spread = 2 / (9 * freedom)
    return 0.5 * math.erfc(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(2 * spread))
