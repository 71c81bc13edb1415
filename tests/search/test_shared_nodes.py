"""Of two who choose in the same step, the other is expected to have thought too: their values add up to about 0."""

import statistics
from collections.abc import Iterator

import pytest

from hunch.engines import CHANCE, State, Stream, load
from hunch.search.advice import AdviceOptions, Limits, Settings, advise
from hunch.search.plan import chooses_at_once
from hunch.search.settings import UcbParams

ITERATIONS, STEPS = 1_000, 30


def both_choose(name: str, count: int) -> Iterator[State]:
    """Steps in which both choose, one from each of some games of the rollout policy."""
    for seed in range(count):
        state, stream, met = load(name).new(), Stream(seed), []
        while not state.over:
            if state.to_move == 0 and len(state.legal()) > 3 and state.view(1).to_move == 1:
                met.append(state)
            state = state.after(state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream))
        yield met[stream.below(len(met))]


def sums(name: str, own_visits: int) -> list[float]:
    """What the values that both seats sample add up to."""
    settings = Settings(method="ucb", exact=False, ucb=UcbParams(own_visits=own_visits))
    limits, options = Limits(iterations=ITERATIONS), AdviceOptions(candidates=1)
    return [
        sum(
            advise(state, seat, limits, seed=1, options=options, settings=settings).candidates[0].sampled_value
            for seat in range(2)
        )
        for state in both_choose(name, STEPS)
    ]


@pytest.mark.parametrize("name", ["tomahawk", "goofspiel"])
def test_values_of_both_seats_promise_less_than_if_the_other_learns_nothing(name: str) -> None:
    shared, alone = sums(name, UcbParams().own_visits), sums(name, 0)
    assert statistics.fmean(shared) < 0.75 * statistics.fmean(alone)


def test_only_a_seat_that_chooses_in_the_same_step_shares_nodes() -> None:
    assert all(chooses_at_once(state, seat) for state in both_choose("tomahawk", 2) for seat in range(2))
    stream, state = Stream(1), load("powwow", players=2).new()
    while state.to_move == CHANCE:
        state = state.after(state.roll(stream))
    assert not chooses_at_once(state, state.to_move)
