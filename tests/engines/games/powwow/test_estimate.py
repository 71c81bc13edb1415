"""What Pow Wow foresees beside whole rollouts, which it stands for in a search."""

from typing import Any

import pytest

from hunch.engines import Stream, load
from tests.support.play import steps

COUNT, ROLLING, LATE = 300, 1, 24


def errors(players: int, shown: Any) -> Any:
    """Mean squared differences of what is shown as late rounds begin, and of naught, from the payoffs of rollouts."""
    stream, squares, naught, count = Stream(5), 0.0, 0.0, 0
    for step in steps(load("powwow", players=players), 400):
        fields = step.state.fields()
        if fields["step"] != ROLLING or max(fields["place"]) < LATE:  # before that all have nearly equal chances
            continue
        paid = step.state.rollouts(COUNT, stream)[1]
        for got, told in zip(paid, shown(step.state, stream), strict=True):
            squares, naught, count = squares + (got - told) ** 2, naught + got**2, count + 1
    return squares / count, naught / count


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_foreseen_explains_more_than_half_of_what_rollouts_pay_and_takes_a_third_of_the_steps(
    players: int,
) -> None:
    squares, naught = errors(players, lambda state, stream: state.leaf_values(COUNT, stream)[1])
    assert squares < 0.4 * naught
    start, stream = load("powwow", players=players).new(), Stream(6)
    assert 3 * start.leaf_values(COUNT, stream)[0] < start.rollouts(COUNT, stream)[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_estimate_as_a_late_round_begins_explains_a_quarter_of_what_rollouts_pay(players: int) -> None:
    squares, naught = errors(players, lambda state, _: state.estimate())
    assert squares < 0.75 * naught


def test_who_has_left_the_track_decides() -> None:
    state, stream = load("powwow").new(), Stream(1)
    while not state.over:
        before, state = state, state.after(state.roll(stream) if state.to_move < 0 else state.rollout_move(stream))
    assert before.estimate() == pytest.approx(state.returns())
