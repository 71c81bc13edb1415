"""The positions that tests ask about are ones in which somebody must choose."""

import pytest

from hunch.engines import CHANCE, GAMES, OVER
from tests.support import positions
from tests.support.positions import some_position


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("most_steps", [1, 6, 100_000])
def test_somebody_must_choose(name, most_steps):
    assert all(some_position(name, seed, most_steps).to_move >= 0 for seed in range(3))


class Told:
    """A position of a game whose last choice is followed by chance alone."""

    turns = (CHANCE, 0, CHANCE, OVER)

    def __init__(self, at=0):
        self.at, self.to_move, self.over = at, self.turns[at], self.turns[at] == OVER

    def roll(self, stream):
        return 1

    rollout_move = roll

    def apply(self, move):
        return Told(self.at + 1)

    def new(self):
        return Told()


@pytest.mark.parametrize("most_steps", [1, 2, 3, 6])
def test_the_end_that_comes_by_chance_alone_is_not_asked_about(monkeypatch, most_steps):
    monkeypatch.setattr(positions, "load", lambda name: Told())
    assert some_position("told", most_steps=most_steps).at == 1
