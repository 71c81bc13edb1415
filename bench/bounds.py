"""Bounds of what plans for one simultaneous turn lose to best responses, if there are too many worlds to visit all.

A seat's type is what it may know. The gain of a best response is the mean, over the types, of how much better the best
turn is than the seat's own plan. Types are drawn from what everybody knows. For each type, worlds that fit it are
drawn, and the other seat plays by its plan in them. The best mean payoff is too high on average, because it is also the
luckiest: an upper bound. The turn that is best in half of the worlds, measured in the other half, is no better than the
best response: a lower bound. Both hold for the mean over many positions, within its standard error. A seat without a
plan plays by the rollout policy.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hunch.engines import PUBLIC, State, Stream
from hunch.search.question import Turn
from hunch.search.results import Decision, DrawRule, Lookup, drawn_turn, index_at, ranked
from hunch.search.worlds import key_of_view

TYPES = 48
"""Types drawn for each seat."""
WORLDS = 64
"""Worlds in each of the two halves that are drawn for a type."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of the payoff that best responses gain, averaged over both seats."""

    lower: float
    upper: float


def bounds(state: State, plan: Lookup, seed: int = 1) -> Bounds:
    """Bounds for the plans of both seats at a state in which the last simultaneous turn begins."""
    gains = [_gain(state.view(PUBLIC), seat, plan, Stream(2 * seed + seat)) for seat in range(2)]
    return Bounds(sum(gain.lower for gain in gains) / 2, sum(gain.upper for gain in gains) / 2)


def _gain(public: State, seat: int, plan: Lookup, stream: Stream) -> Bounds:
    lower = upper = 0.0
    for _ in range(TYPES):
        view = public.fill(stream).view(seat)
        shares = _shares(plan, view, seat)
        payoffs = [_payoffs(view.fill(stream), seat, plan, stream) for _ in range(2 * WORLDS)]
        first, second = (list(map(sum, zip(*half, strict=True))) for half in (payoffs[:WORLDS], payoffs[WORLDS:]))
        both = [a + b for a, b in zip(first, second, strict=True)]
        lower += (second[first.index(max(first))] - _mean(second, shares)) / WORLDS
        upper += (max(both) - _mean(both, shares)) / (2 * WORLDS)
    return Bounds(lower / TYPES, upper / TYPES)


def _shares(plan: Lookup, view: State, seat: int) -> list[float]:
    """Probabilities of the seat's turns, in the order of `payoff_matrix`; without a plan, the rollout policy's."""
    key = key_of_view(view, seat)
    if plan(key):
        known = {each.turn: each.probability for each in ranked(plan, Decision(view, seat, key))}
        return [known[turn] for turn in _turns(view, seat)]
    return list(_leans(view, seat, 1.0))


def _leans(view: State, seat: int, share: float) -> Iterator[float]:
    if view.to_move != seat:
        yield share
        return
    for move, odds in view.prior().items():
        yield from _leans(view.after(move), seat, share * odds)


def _mean(payoffs: Sequence[float], shares: Sequence[float]) -> float:
    return sum(payoff * share for payoff, share in zip(payoffs, shares, strict=True))


def _payoffs(world: State, seat: int, plan: Lookup, stream: Stream) -> list[float]:
    """Of each of the seat's turns, always in the same order, against one turn of the other."""
    view, other, table = world.view(1 - seat), 1 - seat, world.payoff_matrix()
    assert table is not None
    key = key_of_view(view, other)
    if plan(key):
        at = _turns(view, other).index(drawn_turn(plan, Decision(view, other, key), stream, DrawRule()))
    else:
        at = index_at(_shares(plan, view, other), stream.unit())
    return [-payoff for payoff in table[at]] if seat else [row[at] for row in table]


def _turns(view: State, seat: int) -> list[Turn]:
    """All turns of a seat, in the order of `payoff_matrix`."""
    if view.to_move != seat:
        return [()]
    return [(move, *rest) for move in view.legal() for rest in _turns(view.after(move), seat)]
