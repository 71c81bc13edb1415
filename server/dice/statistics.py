"""How dice fell: counted by what came, so that a die of a million faces costs no more than it was rolled."""

import itertools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from hunch.server.dice.derivation import MOST_FACES, Kept
from hunch.v1 import dice_pb2 as pb

Numbers = np.ndarray[Any, np.dtype[np.int64]]
MOST_LISTED_FACES = 100
BITS = MOST_FACES.bit_length()


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


def counted(parts: list[Numbers], rolls: int) -> Falls:
    """What all these dice come to. The list is emptied, as both it and the sorted whole may be large."""
    dice = np.concatenate([np.empty(0, np.int64), *parts])
    parts.clear()
    dice.sort()
    starts = _starts(dice)
    counts = np.diff(starts, append=len(dice))
    came = dice[starts]  # each face of each kind that came at all
    first = _starts(came >> BITS)
    if not len(first):
        return Falls(rolls, came, counts, counts, {})
    kinds = came[first] >> BITS
    listed = {}
    for kind, start, end in zip(kinds.tolist(), first.tolist(), [*first[1:].tolist(), len(came)], strict=True):
        if kind > MOST_LISTED_FACES:
            break
        listed[kind] = [0] * kind
        for one, count in zip(came[start:end].tolist(), counts[start:end].tolist(), strict=True):
            listed[kind][(one & ((1 << BITS) - 1)) - 1] = count
    return Falls(rolls, kinds, np.add.reduceat(counts, first), np.add.reduceat(counts * counts, first), listed)


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
