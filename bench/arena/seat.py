"""What a player of the rig is: a function from what its seat may know to its next moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hunch.engines import State, Stream
from hunch.search.advice import Record


@dataclass(frozen=True, slots=True)
class Seat:
    """What a player gets: its view and record, the world for those who cheat, and random numbers of its own."""

    view: State
    seat: int
    record: Record
    world: State
    history: tuple[int, ...]
    stream: Stream


class Mixed(NamedTuple):
    """A move with the probabilities that it was drawn with."""

    move: int
    odds: Mapping[int, float]


Player = Callable[[Seat], Sequence[int | Mixed]]
"""Returns the next moves of the seat, at least one."""
