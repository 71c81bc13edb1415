"""The responder answers what the other would play, and tries only turns that it may play."""

import pytest

from bench.arena.block import found
from bench.arena.matches import blocks, match
from bench.arena.responder import after, changed, policy_model, respond
from hunch.engines import CHANCE, State, Stream, load
from hunch.engines.games.goofspiel.state import BID
from hunch.search.question import Turn


def highest(world: State, seat: int, stream: Stream) -> Turn:
    """The other always bids its highest card."""
    return (max(world.view(seat).legal()),)


def lowest(world: State, seat: int, stream: Stream) -> Turn:
    """The other always bids its lowest card."""
    return (min(world.view(seat).legal()),)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bid_that_is_known_is_beaten_cheaply_tied_or_left(seat: int) -> None:
    state = load("goofspiel", cards=6, prizes="descending", payoff="margin").new()
    (against_lowest,), (against_highest,) = (
        respond(state.view(seat), seat, model, Stream(1)) for model in (lowest, highest)
    )
    assert against_lowest in (BID + 2, BID + 3)
    assert against_highest in (BID + 1, BID + 2, BID + 6)


def test_a_changed_turn_is_a_turn_that_the_seat_may_play() -> None:
    stream, state = Stream(3), load("tomahawk").new()
    for _ in range(40):
        state = state.after(state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream))
    while state.to_move != 0:
        state = state.after(state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream))
    turn, view = policy_model(state, 0, stream), state.view(0)
    others = {changed(view, 0, turn, stream) for _ in range(20)}
    assert others - {turn}
    for other in others:
        left = view
        for move in other:
            left = left.apply(move)
        assert left.to_move != 0


def test_turns_of_both_are_played_in_the_order_of_play() -> None:
    state = load("goofspiel", cards=4, prizes="descending").new()
    assert after(state, {0: (BID + 2,), 1: (BID + 3,)}) == state.apply(BID + 2).apply(BID + 3)
    assert after(state, {0: (BID + 2,), 1: ()}) == state.apply(BID + 2)


def test_a_responder_plays_matches() -> None:
    task = blocks(match("goofspiel", {"cards": 4}, "responder:0", "random"), 4, seed=1)[0]
    assert len(found(task)["payoffs"]) == 2
