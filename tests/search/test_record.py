"""A record changes what is believed, and so what is advised; who is asked without one is told so."""
import pytest

from hunch.engines import CHANCE, NOTHING, State, load
from hunch.search.advice import Advice, Limits, Record, Settings, advise

JACK, QUEEN, KING = 1, 2, 3


def facing_a_bet() -> tuple[State, Record]:
    """Kuhn poker: the king has bet, the queen is asked; her record from the first event on."""
    game = load("kuhn")
    start = state = game.new()
    seen: list[int] = []

    def step(move: int) -> None:
        nonlocal state
        token = state.seen(move, 1)
        seen.extend([token] if token != NOTHING else [])
        state = state.after(move)

    for card in (KING, QUEEN):
        step(next(move for move, _ in state.chances() if move & 15 == card))
    while state.to_move == CHANCE:
        step(state.chances()[0][0])
    step(max(state.legal()))
    return state, Record(start.view(1), tuple(seen))


def calls(advice: Advice) -> float:
    """How likely the queen calls, which is the dearer of her moves."""
    return next((one.probability for one in advice.candidates if one.turn[0] & 15 == calling(advice)), 0.0)


def calling(advice: Advice) -> int:
    return max(one.turn[0] & 15 for one in advice.candidates)


@pytest.mark.parametrize("exact", [True, False])
def test_a_queen_calls_a_bet_less_often_when_she_knows_how_it_came_about(exact: bool) -> None:
    state, record = facing_a_bet()
    settings, limits = Settings(exact=exact), Limits(iterations=50_000)
    blind = advise(state, 1, limits, seed=1, settings=settings)
    told = advise(state, 1, limits, seed=1, settings=settings, record=record)
    assert (blind.beliefs, told.beliefs) == ("prior", "record")
    assert calls(blind) > 0.9                       # king or jack alike: calling is right
    assert 0.2 < calls(told) < 0.8                  # a third to two thirds, by what she thinks of jacks that bet


def test_regret_is_used_where_turns_can_be_learned_and_ucb_where_not() -> None:
    state = load("goofspiel", prizes="descending").new()
    settings = Settings(exact=False)
    assert advise(state, 0, Limits(iterations=130_000), seed=1, settings=settings).method == "regret"
    assert advise(state, 0, Limits(iterations=129_999), seed=1, settings=settings).method == "ucb"


def test_threads_add_up() -> None:
    state = load("goofspiel", prizes="descending").new()
    for method in ("ucb", "regret"):
        settings = Settings(method=method, exact=False)
        found = advise(state, 0, Limits(iterations=1001), seed=1, threads=3, settings=settings)
        assert found.iterations == 1001
