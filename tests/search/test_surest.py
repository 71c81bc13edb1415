"""The move whose value is surest to be best is played, if it was visited often enough to be compared."""

from hunch.search.advice import AdviceOptions, Limits, Search, Settings
from hunch.search.plan import mixes
from hunch.search.results import merged_lookup, surest_first
from hunch.search.settings import UcbParams
from tests.support.planted import Read, Row
from tests.support.signature import position


def shares(doubt: float, *rows: Row) -> dict[int, int]:
    """Shares in percent, by move."""
    return {
        stats.move: round(100 * stats.probability) for stats in surest_first(merged_lookup([Read(*rows)]), doubt)(1)
    }


def test_a_move_that_is_surely_better_takes_the_place_of_the_most_visited() -> None:
    most, better = (1, 60, 60.0, 0.566, 0.006), (2, 35, 35.0, 0.797, 0.006)
    other = (3, 5, 5.0, 0.9, 0.01)
    assert shares(2.0, most, better, other) == {1: 35, 2: 60, 3: 5}


def test_a_lead_within_the_errors_and_a_move_hardly_visited_change_nothing() -> None:
    most = (1, 60, 60.0, 0.50, 0.01)
    assert shares(2.0, most, (2, 40, 40.0, 0.54, 0.05)) == {1: 60, 2: 40}
    assert shares(2.0, most, (2, 5, 5.0, 0.90, 0.01)) == {1: 60, 2: 5} | {1: 92, 2: 8}
    assert shares(2.0, (1, 0, 1.0, 0.0, 1.0), (2, 0, 1.0, 0.0, 1.0)) == {1: 50, 2: 50}


def test_a_turn_that_is_drawn_keeps_its_shares() -> None:
    state = position("goofspiel", {})
    told = []
    for doubt in (0.0, 2.0):
        settings = Settings(method="ucb", exact=False, ucb=UcbParams(doubt=doubt))
        search = Search(
            state,
            state.to_move,
            Limits(iterations=10_000),
            seed=1,
            options=AdviceOptions(candidates=13),
            settings=settings,
        )
        told.append(search.run())
    assert mixes(state.view(state.to_move), state.to_move, 10_000)
    assert told[0] == told[1]
