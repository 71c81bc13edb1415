"""Sampled regret over whole tables: near the solution if there is one, hard to beat otherwise, on last turns only."""

import math
from statistics import fmean, variance

import pytest

from bench.arena.last_turn import hidden, positions, sampled
from bench.bounds import bounds
from hunch.engines import PUBLIC, State, Stream, load
from hunch.search.advice import AdviceOptions, Limits, Search, Settings, advise
from hunch.search.exact import solve
from hunch.search.matrix_cfr import MatrixCfr, is_last_turn
from hunch.search.plan import FEWEST_TABLES
from hunch.search.sample import key_after
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds, key_of_view
from tests.support.questions import ENDLESS, MANY, dealt, last_turn

SAMPLED = Settings(exact=False)
ALL = AdviceOptions(candidates=24)
"""Advice with all turns."""


def learned(state: State, tables: int, memory: int = 64 << 20) -> MatrixCfr:
    sampler = MatrixCfr(Worlds(state.view(0), 0, 1, public=True, aimed_share=0.0, seed=1), Tree(memory), 1)
    sampler.run(Stop(), tables)
    return sampler


def test_with_nothing_hidden_the_value_is_that_of_the_solution() -> None:
    state = next(state for state in positions(load("tomahawk"), 20) if hidden(state) == 0)
    found = advise(state, 0, Limits(iterations=FEWEST_TABLES), seed=1, settings=SAMPLED, options=ALL)
    assert found.method == "regret"
    assert sum(each.probability for each in found.candidates) == pytest.approx(1.0)
    value = sum(each.probability * each.value for each in found.candidates)
    assert value == pytest.approx(solve(state, 0).value, abs=0.03)


@pytest.mark.parametrize("game", [MANY, ENDLESS])
def test_best_responses_gain_little(game: int) -> None:
    state = last_turn(game)
    assert bounds(state, sampled(state)).upper < 0.08


def test_the_standard_error_says_how_far_answers_of_other_seeds_lie_apart() -> None:
    """Though all tables of one seed were met by the same learning players."""
    state, limits = last_turn(ENDLESS), Limits(iterations=FEWEST_TABLES)
    found = [
        {each.turn: each for each in advise(state, 0, limits, seed=seed, settings=SAMPLED, options=ALL).candidates}
        for seed in range(6)
    ]
    spread = fmean(variance(one[turn].value for one in found) for turn in found[0])
    told = fmean(each.standard_error**2 for one in found for each in one.values())
    assert 0.4 < math.sqrt(told / spread) < 2.5


def test_moves_of_a_turn_add_up_to_those_before() -> None:
    state = last_turn(ENDLESS)
    sampler, public = learned(state, 2_000), state.view(PUBLIC)
    for world in (public.fill(Stream(n)) for n in range(1_000)):
        if sampler.rows_at(key_of_view(world.view(0), 0)):
            break
    key = key_of_view(world.view(0), 0)
    rows = sampler.rows_at(key)
    assert [move for move, *_ in rows] == world.legal()
    assert sum(policy for _, _, policy, _, _ in rows) == pytest.approx(1.0, abs=1e-4)
    for move, _, policy, *_ in rows:
        after = sampler.rows_at(key_after(key, move))
        assert [move for move, *_ in after] == world.after(move).legal()
        assert sum(policy for _, _, policy, _, _ in after) == pytest.approx(policy, abs=1e-4)


def test_at_the_memory_cap_it_goes_on() -> None:
    state = last_turn(ENDLESS)
    sampler = learned(state, 3_000, 1 << 16)
    assert sampler.iterations == 3_000
    assert sampler.nodes < learned(state, 3_000).nodes


def test_it_is_asked_at_the_beginning_of_the_last_turn_only() -> None:
    state = last_turn(ENDLESS)
    assert is_last_turn(state)
    assert not is_last_turn(state.view(PUBLIC).fill(Stream(1)).after(state.legal()[0]).after(state.legal()[1]))
    assert not is_last_turn(dealt("tomahawk", 3))
    assert not is_last_turn(dealt("goofspiel", cards=4))
    middle = Search(state.after(state.legal()[0]), 0, Limits(iterations=FEWEST_TABLES), seed=1, settings=SAMPLED)
    middle.run()
    assert not any(isinstance(sampler, MatrixCfr) for sampler in middle.samplers)


def test_the_same_question_has_the_same_answer_whatever_the_others_hold() -> None:
    view = last_turn(ENDLESS).view(1)
    worlds, limits = [view.fill(Stream(n)) for n in range(3)], Limits(iterations=FEWEST_TABLES)
    found = [advise(world, 1, limits, seed=1, settings=SAMPLED) for world in worlds]
    assert all(each == found[0] for each in found)
    assert found[0].method == "regret"
