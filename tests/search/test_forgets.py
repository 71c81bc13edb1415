"""Nothing of a view outlasts the call that drew worlds of it: the next asker in the same thread finds no trace."""

from collections.abc import Callable

import pytest

from hunch.engines import GAMES, State, Stream, load
from hunch.search.advice import AdviceOptions, Limits, Search
from hunch.search.settings import Settings
from hunch.search.stop import Stop
from tests.support.play import all_variants, walk
from tests.support.questions import with_records

LIMITS = Limits(iterations=200, memory_mib=16)
GAME = load("powwow", players=5)
"""A game that keeps something of a view while a search draws worlds of it."""


def late_views(seed: int) -> list[State]:
    """Views late in a random game, in which a seat chooses."""
    states = [step.state for step in walk(GAME.new(), Stream(seed))]
    return [state.view(state.to_move) for state in states if state.to_move >= 0][-3:]


@pytest.mark.parametrize("draws", [State.sound, State.worlds, lambda view: view.fill(Stream(1))])
def test_who_draws_worlds_of_a_view_leaves_nothing_in_the_thread(draws: Callable[[State], object]) -> None:
    for game in {game.name: game for game in all_variants()}.values():
        for step in list(walk(game.new(), Stream(1)))[::10]:
            draws(step.state.view(max(step.state.to_move, 0)))
            assert not game.forgets()
    for view in late_views(1):
        draws(view)
        assert not GAME.forgets()


@pytest.mark.parametrize("method", ["", "ucb", "regret"])
@pytest.mark.parametrize("with_record", [False, True])
def test_a_search_leaves_nothing_in_its_thread(method: str, with_record: bool) -> None:
    searched = 0
    for view, record in list(with_records(GAME, 3))[-3:]:
        search = Search(
            view,
            view.to_move,
            LIMITS,
            seed=1,
            options=AdviceOptions(),
            settings=Settings(method=method),
            record=record if with_record else None,
        )
        searched += search.run().iterations > 0
        assert not GAME.forgets()
        for sampler in search.samplers:  # what follows them in a search forgets too
            sampler.run(Stop(), 2 * LIMITS.iterations)
            assert not GAME.forgets()
    assert searched


def test_every_game_has_a_search_that_leaves_nothing_in_its_thread() -> None:
    for name in GAMES:
        game = load(name)
        state = [step.state for step in walk(game.new(), Stream(2)) if step.state.to_move >= 0][-1]
        Search(state.view(state.to_move), state.to_move, LIMITS, seed=1).run()
        assert not game.forgets()
