"""How dice fell: counted by what came, so that a die of a million faces costs no more than it was rolled."""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from hunch.server.dice.derivation import MOST_FACES, StoredRoll
from hunch.server.steps import Steps
from hunch.v1 import dice_pb2 as pb

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Counts = tuple[Numbers, Numbers]
"""Rising numbers, and how often each came."""
MOST_LISTED_FACES = 100
"""Dice with more faces have no count for each face."""
BITS = MOST_FACES.bit_length()
"""Of a number that holds a die: the lowest ones, which hold what it shows."""
STRIDE = 1_000
"""Each number at such a distance from the last is a sample of where numbers lie."""
RANGE = 100_000
"""How many numbers are merged in a step, about."""
NOTHING = np.empty(0, np.int64)
"""No numbers."""


class RollStatistics(NamedTuple):
    """All that a page of statistics needs of the dice of a game."""

    rolls: int  # how many are counted here
    kinds: Numbers  # faces of the dice, rising
    rolled: Numbers  # how many dice of each kind
    squares: Numbers  # for each kind the sum over its faces of their counts, squared
    listed: dict[int, list[int]]  # the counts of each face, of kinds with few faces


def pack(rolls: Sequence[StoredRoll]) -> Numbers:
    """Each die as one number: its faces, then what it shows."""
    faces, values = (
        np.fromiter(itertools.chain.from_iterable(numbers), np.int64)
        for numbers in ((roll.throw.faces for roll in rolls), (roll.values for roll in rolls))
    )
    return (faces << BITS) | values


def count(parts: list[Numbers], rolls: int) -> Steps[RollStatistics]:
    """The statistics of all these dice, some milliseconds a step. The list is emptied, as it may be large."""
    runs: list[Counts] = []
    while parts:
        runs.append(np.unique(parts.pop(), return_counts=True))
        yield
    sums: list[tuple[Numbers, Numbers, Numbers]] = []
    listed: dict[int, list[int]] = {}
    for numbers, counts in _ranges(runs):
        sums.append(_sums_of_kinds(numbers, counts))
        listed.update(_counts_of_faces(numbers, counts, listed))
        yield
    if not sums:
        return RollStatistics(rolls, NOTHING, NOTHING, NOTHING, {})
    kinds, rolled, squares = (np.concatenate(columns) for columns in zip(*sums, strict=True))
    first = _starts(kinds)  # a kind may lie in two ranges
    return RollStatistics(rolls, kinds[first], np.add.reduceat(rolled, first), np.add.reduceat(squares, first), listed)


def _ranges(runs: list[Counts]) -> Iterator[Counts]:
    """Rising numbers and their counts in all runs together, some RANGE of them each time."""
    if not runs:
        return
    samples = np.sort(np.concatenate([numbers[::STRIDE] for numbers, _ in runs]))
    marks = np.unique(samples[:: RANGE // STRIDE])
    cuts = [[*np.searchsorted(numbers, marks), len(numbers)] for numbers, _ in runs]
    for start in range(len(marks)):
        within = [slice(cut[start], cut[start + 1]) for cut in cuts]
        numbers = np.concatenate([own[part] for (own, _), part in zip(runs, within, strict=True)])
        counts = np.concatenate([own[part] for (_, own), part in zip(runs, within, strict=True)])
        order = np.argsort(numbers, kind="stable")
        numbers = numbers[order]
        first = _starts(numbers)
        yield numbers[first], np.add.reduceat(counts[order], first)


def _sums_of_kinds(numbers: Numbers, counts: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The kinds of dice, how many there were of each, and the squares of their faces' counts."""
    kinds = numbers >> BITS
    first = _starts(kinds)
    return kinds[first], np.add.reduceat(counts, first), np.add.reduceat(counts * counts, first)


def _counts_of_faces(numbers: Numbers, counts: Numbers, listed: dict[int, list[int]]) -> dict[int, list[int]]:
    """The counts of each face, of kinds with few. Kinds that are listed already go on with their counts."""
    few = slice(0, int(np.searchsorted(numbers, MOST_LISTED_FACES + 1 << BITS)))
    counted: dict[int, list[int]] = {}
    for number, times in zip(numbers[few].tolist(), counts[few].tolist(), strict=True):
        kind = number >> BITS
        faces = counted.setdefault(kind, listed.get(kind, [0] * kind))
        faces[(number & ((1 << BITS) - 1)) - 1] = times
    return counted


def messages(statistics: RollStatistics, above: int, most: int) -> list[pb.FaceStatistics]:
    """A page of kinds as messages: at most `most` of those with more faces than `above`."""
    first = int(np.searchsorted(statistics.kinds, above, "right"))
    page = slice(first, first + most)
    columns = (statistics.kinds, statistics.rolled, statistics.squares)
    return [
        _message(kind, rolled, squares, statistics.listed.get(kind, []))
        for kind, rolled, squares in zip(*(column[page].tolist() for column in columns), strict=True)
    ]


def _message(faces: int, rolled: int, squares: int, listed: list[int]) -> pb.FaceStatistics:
    chi_square = (squares * faces - rolled * rolled) / rolled  # includes the faces that never came
    p_value = _p_value(chi_square, faces - 1) if rolled >= 5 * faces and faces > 1 else 1.0
    return pb.FaceStatistics(faces=faces, rolled=rolled, counts=listed, chi_square=chi_square, p_value=p_value)


def _starts(sorted_numbers: Numbers) -> Numbers:
    """The places of numbers that differ from the one before."""
    return np.flatnonzero(np.diff(sorted_numbers, prepend=-1))


def _p_value(chi_square: float, freedom: int) -> float:
    """Wilson and Hilferty: the cube root of chi-square over its freedom is nearly normal."""
    spread = 2 / (9 * freedom)
    return 0.5 * math.erfc(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(2 * spread))
