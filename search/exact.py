"""Exact answers for people: the solution of what is left of a two-player zero-sum game."""
from dataclasses import dataclass

from hunch.engines import BadState, State
from hunch.search import reading
from hunch.search.reading import Turn
from hunch.search.solve import Remainder, TooLarge
from hunch.search.stop import Stop


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole turn of the solution."""

    turn: Turn
    probability: float
    value: float
    """Expected payoff of the asker, -1 to 1, against the other's plan."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What both should do with what is left, as the asking seat sees it."""

    seat: int
    value: float
    """Of the whole remainder to the asker, before the hidden is dealt: over all that everybody thinks possible."""
    turns: tuple[Answer, ...]
    """The asker's turns by falling probability."""
    exploitability: float
    """What best responses gain on average over both seats, as a payoff; computed for this very answer."""
    worlds: int
    ends: int
    decisions: int
    iterations: int


def solve(
    state: State, seat: int, *, target: float = 1e-5, time_ms: int = 1000, most_ends: int = 1_000_000,
    most_worlds: int = 20_000, stop: Stop | None = None,
) -> Solution:  # fmt: skip
    """Solves what is left for the decision `seat` has in `state`, until nobody can gain more than `target`.

    The root is all worlds that fit what everybody knows, weighted as the contract says. Raises TooLarge when that does
    not fit the limits. At the end of the time the best plans so far are answered, with their exploitability.
    """
    view, flag = state.view(seat), stop or Stop()
    if view.to_move != seat:
        raise BadState("seat", f"seat {seat} owes no choice now")
    nanoseconds = time_ms * 1_000_000
    left = Remainder(view, seat, flag, most_worlds, most_ends, nanoseconds)
    left.run(flag, target, 1 << 40, nanoseconds)
    left.rate()
    look = reading.merged([left])
    turns = tuple(
        Answer(branch.turn, branch.probability, branch.value)
        for branch in reading.ranked(look, view, seat, left.key, lambda turn: True)
    )
    return Solution(
        seat, -left.value if seat else left.value, turns, left.exploitability, left.worlds, left.leaf_count,
        left.first.decisions + left.second.decisions, left.iterations,
    )  # fmt: skip


__all__ = ["Answer", "Solution", "TooLarge", "solve"]
