"""Positions in which one turn alone is good: it is found, and that it is the only one is proved without a search."""

import json
from typing import Any

import pytest

from hunch.engines import GAMES, load, questions
from hunch.search.advice import Limits, advise
from tests.support import proofs
from tests.support.only_moves import FOLDER, asked, cases
from tests.support.questions import positions

ITERATIONS = 2_000


@pytest.mark.parametrize("case", cases())
def test_the_only_good_turn_is_found(case: dict[str, Any]) -> None:
    view, seat, turn = asked(case)
    likeliest = advise(view, seat, Limits(iterations=ITERATIONS), seed=1).candidates[0]
    assert likeliest.turn[: len(turn)] == turn, case["why"]


@pytest.mark.parametrize("case", cases())
def test_it_is_the_only_good_turn(case: dict[str, Any]) -> None:
    assert proofs.holds(case["proof"], *asked(case)), case["why"]


@pytest.mark.parametrize("case", cases())
def test_another_turn_is_not_proved_good(case: dict[str, Any]) -> None:
    view, seat, turn = asked(case)
    other = next(other for other in proofs.turns(view, seat, len(turn)) if other != turn)
    assert not proofs.holds(case["proof"], view, seat, other)


@pytest.mark.parametrize(("name", "seed"), [("kuhn", 1), ("leduc", 1), ("goofspiel", 1), ("powwow", 1), ("manitou", 1)])
def test_domination_proves_nothing_where_more_is_to_come(name: str, seed: int) -> None:
    """The others answer, or something is drawn: what comes of two turns cannot be paired."""
    state = positions(load(name), 4, seed)[-1]
    view, seat = state.view(state.to_move), state.to_move
    for turn in proofs.turns(view, seat, 1):
        assert not proofs.holds("dominates", view, seat, turn)


@pytest.mark.parametrize("name", [name for name in GAMES if questions(name).only_moves])
def test_a_game_has_as_many_positions_as_it_says(name: str) -> None:
    found = json.loads((FOLDER / f"{name}.json").read_text())
    assert len(found) >= questions(name).only_moves
    assert len({json.dumps(case["state"]) for case in found}) == len(found)
    assert all(case["why"].endswith(".") for case in found)
