"""Bounds by sampling agree with what is known: a solved turn loses nothing, and playing anything loses much."""

from collections.abc import Sequence

from bench.arena.last_turn import hidden, positions
from bench.bounds import bounds
from hunch.engines import load
from hunch.search.question import Viewpoint
from hunch.search.results import MoveStats, merged_lookup
from hunch.search.stop import Stop
from hunch.search.subgame import Subgame

STATE = next(state for state in positions(load("tomahawk"), 20) if hidden(state) == 0)


def anything(key: int) -> Sequence[MoveStats]:
    return ()


def test_of_a_solution_the_lower_bound_is_nothing() -> None:
    # In the middle of a turn no two types are merged, so that the plan is found for each of them.
    subgame = Subgame(Viewpoint(STATE.after(STATE.legal()[0]).view(0), 0, None), Stop())
    subgame.build()
    subgame.run(Stop(), 1e-6)
    subgame.evaluate()
    found = bounds(STATE, merged_lookup([subgame]))
    assert found.lower < 0.03
    assert found.upper > -0.03
    assert found.upper - found.lower < 0.3


def test_playing_anything_loses_more_than_the_lower_bound() -> None:
    gain = bounds(STATE, anything)
    assert 0.1 < gain.lower <= gain.upper
