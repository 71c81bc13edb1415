"""Bounds by sampling agree with what is known: a solved turn loses nothing, and playing anything loses much."""

from collections.abc import Sequence

from bench.bounds import bounds
from bench.last_turn import hidden, positions
from hunch.engines import load
from hunch.search.results import MoveStats, merged
from hunch.search.stop import Stop
from hunch.search.subgame import Subgame

STATE = next(state for state in positions(load("tomahawk"), 20) if hidden(state) == 0)


def anything(key: int) -> Sequence[MoveStats]:
    return ()


def test_of_a_solution_the_lower_bound_is_nothing() -> None:
    # In the middle of a turn no two types are merged, so each of them has a plan.
    left = Subgame(STATE.after(STATE.legal()[0]).view(0), 0, Stop())
    left.build()
    left.run(Stop(), 1e-6)
    left.rate()
    gain = bounds(STATE, merged([left]))
    assert gain.lower < 0.03
    assert gain.upper > -0.03
    assert gain.upper - gain.lower < 0.3


def test_playing_anything_loses_more_than_the_lower_bound() -> None:
    gain = bounds(STATE, anything)
    assert 0.1 < gain.lower <= gain.upper
