"""The root decides: what exact solutions lose that start from the wrong worlds. `roots.py` says what is compared."""

import pytest

from tests.support.roots import GAMES, ROOTS, exploited

# Where a root has many solutions, the one that is found moves the figure by some thousandths.
LOST = {
    "the whole game": {"Kuhn": 0.0, "goofspiel4": 0.0},
    "drawn from the asker's view": {"Kuhn": 1 / 6, "goofspiel4": 0.885},
    "the same, others' pending bids taken back": {"Kuhn": 1 / 6, "goofspiel4": 0.0},
    "public view, both hands drawn, pending taken back": {"Kuhn": 0.093, "goofspiel4": 0.956},
}
NEAR = {0.0: 0.001, 1 / 6: 0.001}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("root", ROOTS)
def test_the_root_decides(root: str, game: str) -> None:
    figure = LOST[root][game]
    assert exploited(GAMES[game], ROOTS[root]) == pytest.approx(figure, abs=NEAR.get(figure, 0.005))
