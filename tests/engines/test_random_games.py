"""Every position of many random games is sound."""

import pytest

from hunch.engines import GAMES
from hunch.engines.contract import DEBUG
from hunch.engines.random_games import random_games
from tests.support.play import variants

COUNT = 10_000 if DEBUG else 500  # games of each kind; `make test-debug` plays many
LONG = 1_000_000


def play(name: str, count: int, seed: int) -> None:
    games = variants(name)
    for number, game in enumerate(games):
        some = count // len(games) + 1
        steps, decisions, longest, _ = random_games(game, some, seed + number, uniform=number % 3 != 2)
        assert 0 < decisions <= steps
        assert longest <= game.most_plies


@pytest.mark.parametrize("name", GAMES)
def test_no_random_game_breaks_a_promise(name: str) -> None:
    play(name, COUNT, 1)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_no_game_of_a_million_breaks_a_promise(name: str) -> None:
    play(name, LONG, 1_000)
