"""A search draws its turn with the probabilities that it shows."""

from collections import Counter

import pytest

from hunch.engines import GAMES, Stream, load
from hunch.search.advice import AdviceOptions, Limits, Search, resolve
from tests.support.questions import positions


def searched(name: str, level: int, seed: int) -> Search:
    game = load(name)
    (state,) = positions(game, seed, 1)
    limits = resolve(Limits(iterations=60), game, level)
    return Search(state, state.to_move, limits, seed=seed, options=AdviceOptions(level))


@pytest.mark.parametrize("level", [1, 7, 10])
@pytest.mark.parametrize("name", GAMES)
def test_the_same_numbers_draw_the_turn_to_play(name: str, level: int) -> None:
    for seed in range(1, 6):
        search = searched(name, level, seed)
        advice, steps = search.run(), search.mixed(Stream(seed))
        assert tuple(move for move, _ in steps) == (advice.play if advice.method != "only_move" else ())
        for move, odds in steps:
            assert odds[move] > 0.0
            assert sum(odds.values()) == pytest.approx(1.0)


def test_moves_come_as_often_as_their_probabilities_say() -> None:
    search = searched("goofspiel", 4, 3)
    search.run()
    stream, count = Stream(9), 4000
    ((_, odds),) = search.mixed(stream)
    came = Counter(search.mixed(stream)[0][0] for _ in range(count))
    assert len(came) > 2
    for move, share in odds.items():
        assert came[move] / count == pytest.approx(share, abs=0.03)
