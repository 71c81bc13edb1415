"""The greedy player of Pow Wow plays legal moves by its view alone. It and the rollout policy beat random play."""

import pytest

from bench.arena.greedy.powwow import choose
from bench.expected import policy, uniform, won
from hunch.engines import Stream, load
from tests.support.play import steps


@pytest.mark.parametrize("players", [2, 3, 6])
def test_it_plays_what_is_legal_and_the_same_in_all_worlds_it_cannot_distinguish(players: int) -> None:
    stream = Stream(1)
    for step in steps(load("powwow", players=players, dark="back"), 60):
        seat = step.state.to_move
        if seat >= 0:
            view = step.state.view(seat)
            move = choose(view, seat, Stream(2))
            assert move in step.state.legal()
            assert move == choose(view.fill(stream).view(seat), seat, Stream(2))


def test_it_wins_more_than_its_share() -> None:
    game, stream = load("powwow"), Stream(3)
    assert sum(won(game, number % 4, choose, uniform, stream) for number in range(40)) > 24


def test_the_rollout_policy_wins_more_than_its_share() -> None:
    game, stream = load("powwow"), Stream(3)
    assert sum(won(game, number % 4, policy, uniform, stream) for number in range(100)) > 45
