"""Levels: ten, each with more effort and a sharper judgement than the one before; none blunders at random."""

import math

import pytest

from hunch.engines import GAMES, State, load
from hunch.search.advice import Limits, Search, Settings, advise
from hunch.search.levels import ALONE, LEVELS, SENSIBLE, Level, levels
from tests.search.test_advice import drawn_again
from tests.support.asked import positions


@pytest.mark.parametrize("table", [LEVELS, ALONE])
def test_each_level_makes_more_of_it_than_the_one_before(table: tuple[Level, ...]) -> None:
    efforts, blurs = [level.iterations or math.inf for level in table], [level.blur for level in table]
    assert len(table) == 10
    assert efforts == sorted(set(efforts))
    assert blurs == sorted(blurs, reverse=True)
    assert (table[-1].iterations, table[-1].horizon, table[-1].blur) == (0, 0, 0.0)


@pytest.mark.parametrize("name", GAMES)
def test_a_level_sets_the_effort_and_limits_cap_it(name: str) -> None:
    game = load(name)
    assert levels(game) == (ALONE if game.solitaire else LEVELS)
    for state in positions(game, 1, 2):
        for number, limit in ((1, 10_000), (4, 10_000), (4, 3), (10, 50)):
            most = min(levels(game)[number - 1].iterations or limit, limit)
            found = advise(
                state, state.to_move, Limits(iterations=limit), seed=1, level=number, settings=Settings(exact=False)
            )
            assert found.method == "only_move" or (found.iterations, found.level) == (most, number)


@pytest.mark.parametrize("name", ["goofspiel", "comancheria"])
def test_what_the_lowest_level_plays_is_sensible(name: str) -> None:
    for state in positions(load(name), 2, 3):
        for seed in range(20):
            found = advise(state, state.to_move, Limits(iterations=2_000), seed=seed, level=1, candidates=100)
            shares = {one.turn: one.probability for one in found.candidates}
            assert shares[found.play] >= SENSIBLE * max(shares.values())


def test_the_lowest_level_takes_what_is_nearly_as_good_now_and_then_and_the_highest_never() -> None:
    def played(state: State, level: int) -> int:
        """How many turns come up in many draws from one search."""
        search = Search(state, state.to_move, Limits(iterations=300), seed=1, level=level)
        search.run()
        return len({drawn_again(search, seed) for seed in range(40)})

    lowest = 0
    for state in positions(load("powwow"), 2, 6):
        assert played(state, 10) == 1
        lowest += played(state, 1) > 1
    assert lowest > 1
