"""Bounds of what plans for one simultaneous turn lose to best responses, where the worlds are too many to go through.

What a best response to the other's plan brings a seat is the mean, over what it may know (its types), of its best
turn's value there. Types are drawn from what everybody knows, and for each of them worlds that fit it, in which the
other plays by its plan. The best of the mean payoffs so found is too high on average, as it is also the luckiest: an
upper bound. The turn that was best in half of the worlds, measured in the other half, is no better than the best
response: a lower bound. Both hold for the mean over many positions, within its standard error.
"""
from dataclasses import dataclass

from hunch.engines import CHANCE, NOTHING, PUBLIC, State, Stream
from hunch.search.reading import Look, drawn_turn
from hunch.search.worlds import key_of_view

TYPES = 48
"""Drawn for each seat,"""
WORLDS = 64
"""and worlds for each half of a type's."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of what best responses gain on average over both seats, as a payoff."""

    lower: float
    upper: float


def bounds(state: State, plan: Look, seed: int = 1) -> Bounds:
    """Of the plans for both seats at a state in which a simultaneous turn begins that is the last."""
    gains = [_gain(state.view(PUBLIC), seat, plan, Stream(2 * seed + seat)) for seat in range(2)]
    return Bounds(sum(gain.lower for gain in gains) / 2, sum(gain.upper for gain in gains) / 2)


def _gain(public: State, seat: int, plan: Look, stream: Stream) -> Bounds:
    lower = upper = 0.0
    for _ in range(TYPES):
        view = public.fill(stream).view(seat)
        found = [_payoffs(view.fill(stream), seat, plan, stream) for _ in range(2 * WORLDS)]
        first, second = (list(map(sum, zip(*half, strict=True))) for half in (found[:WORLDS], found[WORLDS:]))
        lower += second[first.index(max(first))] / WORLDS
        upper += max(a + b for a, b in zip(first, second, strict=True)) / (2 * WORLDS)
    return Bounds(lower / TYPES, upper / TYPES)


def _payoffs(world: State, seat: int, plan: Look, stream: Stream) -> list[float]:
    """Of each of the seat's turns, always in the same order, against one turn of the other."""
    other = 1 - seat
    view = world.view(other)
    answer = drawn_turn(plan, view, other, key_of_view(view, other), lambda turn: True, stream, 0.0, 0.0, False)
    found: list[float] = []

    def play(now: State, made: int) -> None:
        if now.to_move == CHANCE:
            found.append(now.rollouts(1, stream)[1][seat])
        elif now.to_move == other:
            play(now.after(answer[made]), made + 1)
        else:
            for move in now.legal():
                assert now.seen(move, other) == NOTHING
                play(now.after(move), made)

    play(world, 0)
    return found
