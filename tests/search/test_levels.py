"""Levels: ten, each with more effort and a sharper judgement than the one before; none blunders at random."""

import math

import pytest

from hunch.engines import GAMES, State, load
from hunch.search.advice import AdviceOptions, Limits, Search, Settings, advise, resolve
from hunch.search.levels import ALONE, LEVELS, SENSIBLE, Level, levels
from hunch.search.limits import DEFAULT_MIB, DEFAULT_MS, HIGHEST
from tests.support.questions import drawn_again, positions


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
            options, settings = AdviceOptions(level=number), Settings(exact=False)
            found = advise(state, state.to_move, Limits(iterations=limit), seed=1, options=options, settings=settings)
            assert found.method == "only_move" or (found.iterations, found.level) == (most, number)


@pytest.mark.parametrize("name", ["goofspiel", "comancheria"])
def test_what_the_lowest_level_plays_is_sensible(name: str) -> None:
    for state in positions(load(name), 2, 3):
        for seed in range(20):
            found = advise(state, state.to_move, Limits(iterations=2_000), seed=seed, options=AdviceOptions(1, 100))
            shares = {one.turn: one.probability for one in found.candidates}
            assert shares[found.play] >= SENSIBLE * max(shares.values())


def test_the_lowest_level_takes_what_is_nearly_as_good_now_and_then_and_the_highest_never() -> None:
    def played(state: State, level: int) -> int:
        """How many turns come up in many draws from one search."""
        limits = resolve(Limits(iterations=300), state.game, level)
        search = Search(state, state.to_move, limits, seed=1, options=AdviceOptions(level))
        search.run()
        return len({drawn_again(search, seed) for seed in range(40)})

    lowest = 0
    for state in positions(load("powwow"), 2, 6):
        assert played(state, 10) == 1
        lowest += played(state, 1) > 1
    assert lowest > 1


@pytest.mark.parametrize(
    ("wanted", "level", "most", "complete"),
    [
        (Limits(), 10, HIGHEST, Limits(0, DEFAULT_MS, DEFAULT_MIB, 1)),
        (Limits(0, 0, 0, 0), 10, HIGHEST, Limits(0, DEFAULT_MS, DEFAULT_MIB, 1)),
        (Limits(0, 0, 0, 0), 10, Limits(9, 100, 32, 4), Limits(0, 100, 32, 1)),
        (Limits(0, 0, 0, 0), 1, HIGHEST, Limits(LEVELS[0].iterations, 0, DEFAULT_MIB, 1)),
        (Limits(10_000, 7, 8, 2), 4, HIGHEST, Limits(LEVELS[3].iterations, 7, 8, 2)),
        (Limits(3, 0, 8, 2), 4, HIGHEST, Limits(3, 0, 8, 2)),
    ],
)
def test_limits_are_completed_by_the_level_and_the_defaults(
    wanted: Limits, level: int, most: Limits, complete: Limits
) -> None:
    assert resolve(wanted, load("goofspiel"), level, most) == complete
