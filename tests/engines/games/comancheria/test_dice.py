"""What a die of Comanchería comes to is what the game then plays."""

from collections.abc import Iterator
from typing import Any

import pytest

from hunch.engines import CHANCE, Stream, load
from hunch.engines.games.comancheria.codes.components import BISON_HERD, CELL, MAHIMIANA
from hunch.engines.games.comancheria.codes.moves import (
    D_CUP_ROW,
    D_DEATH,
    D_DISCONTENT,
    D_ENCROACH,
    D_ENEMY,
    D_HEADMAN,
    D_HUNT,
    D_ROW,
    K_HUNT,
    Q_TRIBE_SPACE,
    V_DIE,
)
from hunch.engines.games.comancheria.codes.steps import (
    S_A_ROW,
    S_ASK,
    S_B_ENEMY,
    S_B_ROW,
    S_CLEAN_UNREST,
    S_PLAN_MORE_ACTED,
)
from hunch.engines.games.comancheria.data.steps import arguments_of

ENOUGH = 12


def dice(purpose: Any) -> Any:
    """Positions in which a die of this purpose is final as soon as it is rolled, with whose it is."""
    found = 0
    for seed in range(400):
        game = load("comancheria", scenario=("storm_from_the_east", "rise_and_fall", "empire")[seed % 3])
        stream, state = Stream(seed), game.new()
        while not state.over:
            event = state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream)
            if event >> 16 == V_DIE << 8 | purpose:
                fields = state.fields()
                yield state, fields, arguments_of(fields["frame"][fields["depth"] - 1])["whose"]
                found += 1
                if found == ENOUGH:
                    return
            state = state.after(event)
    pytest.fail("too few such dice")


def each_value(purpose: Any) -> Iterator[Any]:
    for state, fields, whose in dice(purpose):
        for value in range(1, 7):
            new = state.after(V_DIE << 24 | purpose << 16 | whose << 8 | value).fields()
            top = new["frame"][new["depth"] - 1] if new["depth"] else None
            yield fields, new, top, whose, value, state.game.die_comes_to(state, purpose, whose, value)


def steps(fields: dict[str, Any]) -> Any:
    return [frame["step"] for frame in fields["frame"]]


def test_the_enemy_that_acts_is_the_one_whose_row_is_rolled() -> None:
    for _, new, _, _, _, enemy in each_value(D_ENEMY):
        rolling = next(frame for frame in new["frame"] if frame["step"] in (S_A_ROW, S_B_ROW))
        assert rolling["a"] == enemy


def test_the_counter_of_a_row_is_the_one_that_lies_there() -> None:
    for purpose in (D_ROW, D_CUP_ROW):
        for old, _, _, enemy, value, counter in each_value(purpose):
            row = CELL + 6 * enemy + value - 1
            assert counter == (old["where"].index(row) if row in old["where"] else -1)


def test_a_hunt_takes_bison_of_the_territory() -> None:
    for old, new, top, _, _, land in each_value(D_HUNT):
        spaces = range(6 * land + 1, 6 * land + 7)
        gone = any(old["piece"][at] == BISON_HERD != new["piece"][at] for at in spaces)
        assert gone or arguments_of(top) == {"purpose": K_HUNT, "whose": land, "start": 0}


def test_an_encroaching_tribe_is_asked_into_the_territory() -> None:
    asked = 0
    for _, _, top, _, _, land in each_value(D_ENCROACH):
        if top["step"] == S_ASK and arguments_of(top)["question"] == Q_TRIBE_SPACE:
            assert arguments_of(top)["about"] == land
            asked += 1
    assert asked


def test_a_headman_has_as_many_actions() -> None:
    for _, new, _, camp, _, actions in each_value(D_HEADMAN):
        acting = [frame for frame in new["frame"] if frame["step"] == S_PLAN_MORE_ACTED and frame["a"] == camp]
        assert not acting or acting[0]["b"] == actions
        assert actions or not acting


def test_a_headman_has_the_medicine_that_the_die_leaves() -> None:
    for _, new, _, headman, _, medicine in each_value(D_DEATH):
        if headman < MAHIMIANA:
            assert new["paraibo"][headman] == medicine


def test_a_discontent_that_is_noticed_lets_the_enemy_act() -> None:
    for _, new, _, _, _, noticed in each_value(D_DISCONTENT):
        assert (S_CLEAN_UNREST in steps(new) and S_B_ENEMY in steps(new)) == noticed
