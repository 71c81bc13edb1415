"""Comanchería's estimate: what it sees of a game with several periods to come, and what hints say of the objective."""

import statistics

import pytest

from hunch.engines import State, Stream, load
from hunch.engines.explain import say, traits
from hunch.search.explain import Reason
from tests.support.comancheria import positions

LANGUAGES = {"en": "(control Upper Arkansas (UA), a Ranchería in another territory)", "fr": "(contrôler Haut-Arkansas"}


def some_positions(count: int) -> list[State]:
    """Of the first scenario, spread over its games."""
    stream = Stream(5)
    return [state for state in positions("onto_the_plains", 20, 5) if stream.below(40) == 0][:count]


@pytest.mark.parametrize("scenario", ["lords_of_the_south", "rise_and_fall"])
def test_the_first_period_counts_however_many_are_to_come(scenario: str) -> None:
    """Positions that are better in the scenario of one period are better in a longer one, and far enough apart."""
    alone = some_positions(200)
    longer = [load("comancheria", scenario=scenario).from_bytes(bytes(state)) for state in alone]
    values = sorted((state.estimate()[0], later.estimate()[0]) for state, later in zip(alone, longer, strict=True))
    assert statistics.correlation(*zip(*values, strict=True)) > 0.8
    spread, of_longer = values[-1][0] - values[0][0], values[-1][1] - values[0][1]
    assert spread > 1
    assert of_longer > 0.25 * spread


def test_each_step_towards_the_objective_counts_and_so_do_steps_towards_a_later_one() -> None:
    """Three territories are asked for in the second period: each Ranchería in another territory helps before its check,
    and a little in the first period."""
    first = load("comancheria", scenario="lords_of_the_south").new().fields()
    game = load("comancheria", scenario="lords_of_the_south")
    for period, least in ((2, 0.05), (1, 0.01)):
        values = []
        for camps in (1, 2, 3):
            at, medicine, piece = list(first["camp_at"]), list(first["paraibo"]), list(first["piece"])
            for camp in range(1, camps):
                at[camp], medicine[camp], piece[6 * camp + 1] = 6 * camp + 1, 2, 0
            fields = first | {"camp_at": at, "paraibo": medicine, "piece": piece, "period": period}
            values.append(game.state(fields).estimate()[0])
        assert values[1] - values[0] > least
        assert values[2] - values[1] > least


@pytest.mark.parametrize("scenario", ["lords_of_the_south", "rise_and_fall"])
def test_an_estimate_is_lower_if_more_periods_are_to_come(scenario: str) -> None:
    for state in some_positions(50):
        assert load("comancheria", scenario=scenario).from_bytes(bytes(state)).estimate() < state.estimate()


def test_a_reason_names_the_objective_of_the_period() -> None:
    """Upper Arkansas is controlled from the start; a second Ranchería elsewhere meets the objective."""
    before = load("comancheria").new()
    fields = before.fields()
    camps, medicine, piece = fields["camp_at"], fields["paraibo"], fields["piece"]
    camps[1], medicine[1], piece[7] = 7, 2, 0
    after = before.game.state(fields | {"camp_at": camps, "paraibo": medicine, "piece": piece})
    told = {trait.code: trait for trait in traits(before, after, 0, ())}
    assert "objective" not in {trait.code for trait in traits(before, before, 0, ())}
    for language, objective in LANGUAGES.items():
        assert objective in say(before.game, Reason("for", told["objective"], 0.75, 0.25, 0.05), language)
