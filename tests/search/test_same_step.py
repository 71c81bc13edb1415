"""Of two who choose in the same step, the second learns from as many walks as the first."""

from collections.abc import Iterator

import pytest

from hunch.engines import CHANCE, State, Stream, load
from hunch.search.advice import Limits, Search, Settings

ITERATIONS, ASKED = 1_000, 6
USUAL = Limits(iterations=ITERATIONS)


def both_choose(name: str) -> Iterator[State]:
    """Steps of a random game in which both choose what the other does not see."""
    state, stream = load(name).new(), Stream(1)
    while not state.over:
        if state.to_move == 0 and len(state.legal()) > 3 and state.view(1).to_move == 1:
            yield state
        state = state.after(state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal()))


def learned_from(state: State, seat: int, method: str, limits: Limits = USUAL) -> float:
    """The share of iterations from which the seat's choice learned."""
    search = Search(state, seat, limits, seed=1, settings=Settings(method=method, exact=False))
    search.run()
    sampler = search.samplers[0]
    return sum(row[1] for row in sampler.rows_at(sampler.asker_key)) / limits.iterations


@pytest.mark.parametrize("name", ["tomahawk", "goofspiel", "manitou"])
@pytest.mark.parametrize("method", ["ucb", "regret"])
def test_the_seat_that_chooses_second_learns_from_as_many_walks(method: str, name: str) -> None:
    states = list(both_choose(name))[:ASKED]
    first, second = (sum(learned_from(state, seat, method) for state in states) for seat in range(2))
    assert second > 0.8 * first > 0.1 * len(states)


def test_the_seat_that_chooses_second_learns_even_if_the_memory_is_full() -> None:
    state = next(both_choose("tomahawk"))
    assert learned_from(state, 1, "ucb", Limits(iterations=6 * ITERATIONS, memory_mib=1)) > 0.9
