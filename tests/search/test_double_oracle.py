"""Double oracle: the same values as the whole solution, less walked through, and handing over in time."""

from typing import Any

import pytest

from hunch.engines import NOTHING, State, load
from hunch.search.double_oracle import DoubleOracle
from hunch.search.exact import TooLarge, solve
from hunch.search.limits import SubgameLimits
from hunch.search.question import Record, Viewpoint
from hunch.search.stop import Stop
from hunch.search.subgame import Subgame
from tests.support.questions import ENDLESS, MANY, TOO_MANY, dealt, last_turn

MINUTE = 60 * 10**9
SMALL: list[tuple[str, dict[str, Any]]] = [
    ("kuhn", {}),
    ("leduc", {}),
    ("goofspiel", {"cards": 4}),
    ("goofspiel", {"cards": 4, "bids": "revealed"}),
    ("goofspiel", {"cards": 5, "prizes": "descending", "payoff": "margin"}),
]


def solved(kind: type[Subgame], state: State, target: float) -> Subgame:
    question = Viewpoint(state.view(state.to_move), state.to_move, None)
    subgame = kind(question, Stop(), SubgameLimits(nanoseconds=MINUTE))
    subgame.build()
    subgame.run(Stop(), target, 1 << 40, MINUTE)
    subgame.evaluate()
    return subgame


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_the_value_is_that_of_the_whole_solution(name: str, options: dict[str, Any]) -> None:
    state = dealt(name, **options)
    whole, walked = solved(Subgame, state, 1e-5), solved(DoubleOracle, state, 1e-5)
    assert walked.exploitability <= 1e-5
    assert walked.value == pytest.approx(whole.value, abs=3e-5)
    assert sum(share for _, share, _ in walked.turns()) == pytest.approx(1.0)


def test_in_a_turn_with_many_hands_little_is_built() -> None:
    state = last_turn(MANY)
    whole, walked = solved(Subgame, state, 1e-3), solved(DoubleOracle, state, 1e-3)
    assert walked.exploitability <= 1e-3
    assert walked.value == pytest.approx(whole.value, abs=4e-3)
    assert walked.leaf_count * 10 < whole.leaf_count


def test_what_is_too_large_to_build_is_solved_all_the_same() -> None:
    state = last_turn(TOO_MANY)
    with pytest.raises(TooLarge):
        solved(Subgame, state, 1e-2)
    found = solve(state, state.to_move, target=1e-2, time_ms=600_000)
    assert found.exploitability <= 1e-2


def test_what_does_not_fit_is_handed_back() -> None:
    with pytest.raises(TooLarge):
        solve(last_turn(ENDLESS), 0)
    with pytest.raises(TooLarge):
        solve(last_turn(TOO_MANY), 0, time_ms=1)


LEADS = {1: True, 2: False, 3: False, 4: True}
"""Whether the plan that double oracle finds makes a bid in the first of four rounds."""


@pytest.mark.parametrize("own", LEADS)
@pytest.mark.parametrize("other", LEADS)
def test_with_a_record_it_answers_only_if_its_plan_leads_there(own: int, other: int) -> None:
    """What it has learned nothing of is handed back; elsewhere it plays as the whole solution."""
    start = state = load("goofspiel", cards=4, prizes="descending").new()
    seen = list[int]()
    for bid in (own, other, None):
        move = state.chances()[0][0] if bid is None else state.legal()[bid - 1]
        seen += [token for token in (state.seen(move, 0),) if token != NOTHING]
        state = state.after(move)
    record = Record(start.view(0), tuple(seen))
    if not LEADS[own]:
        with pytest.raises(TooLarge, match="lead"):
            solve(state, 0, time_ms=600_000, record=record, most_ends=400)
        return
    whole, walked = (
        {
            answer.turn: answer.probability
            for answer in solve(state, 0, time_ms=600_000, record=record, most_ends=ends).turns
        }
        for ends in (1_000_000, 400)
    )
    assert walked == pytest.approx(whole, abs=0.05)
