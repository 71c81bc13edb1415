"""Advice: equal questions get equal answers, only what is allowed is advised, and limits hold."""
import os
import threading

import pytest

from hunch.engines import GAMES, BadState, load
from hunch.search.advice import Limits, Record, Search, advise
from tests.search.asked import positions

SHORT = Limits(iterations=300)


@pytest.mark.parametrize("name", GAMES)
def test_equal_questions_get_equal_advice(name: str) -> None:
    for state in positions(load(name), 1, 3):
        first, second = (advise(state, state.to_move, SHORT, seed=7, threads=2) for _ in range(2))
        assert first == second
        assert first.iterations == 300 or first.method in ("exact", "only_move")


@pytest.mark.parametrize("name", GAMES)
def test_probabilities_of_all_turns_add_up_to_one_and_fall(name: str) -> None:
    for state in positions(load(name), 4, 2):
        advice = advise(state, state.to_move, SHORT, seed=1, candidates=5_000)
        shares = [candidate.probability for candidate in advice.candidates]
        assert sum(shares) == pytest.approx(1.0)
        assert shares == sorted(shares, reverse=True)
        assert advice.play in [candidate.turn for candidate in advice.candidates]


@pytest.mark.parametrize("name", GAMES)
def test_turns_that_were_not_tried_have_no_expected_line(name: str) -> None:
    for state in positions(load(name), 6, 2):
        for candidate in advise(state, state.to_move, Limits(iterations=5), seed=1, candidates=50).candidates:
            assert candidate.visits or candidate.line == ()


def test_an_exact_end_is_tried_where_the_iterations_asked_for_pay_for_it() -> None:
    kuhn, leduc = (positions(load(name), 1, 1)[0] for name in ("kuhn", "leduc"))
    methods = [advise(state, state.to_move, Limits(iterations=n), seed=1).method for state, n in
               ((kuhn, 1), (leduc, 1), (leduc, 1_000))]  # fmt: skip
    assert methods == ["exact", "ucb", "exact"]


def test_only_allowed_turns_are_advised() -> None:
    state = load("goofspiel", cards=5, prizes="descending").new()
    first, second, *rest = ((move,) for move in state.legal())
    advice = advise(state, 0, SHORT, seed=1, allow=[first, second])
    assert {candidate.turn for candidate in advice.candidates} == {first, second}
    assert sum(candidate.probability for candidate in advice.candidates) == pytest.approx(1.0)
    assert advise(state, 0, SHORT, seed=1, allow=[first, second], candidates=1).candidates == advice.candidates[:1]
    advice = advise(state, 0, SHORT, seed=1, avoid=[first, *rest])
    assert (advice.play, advice.stop_reason) == (second, "only_move")
    with pytest.raises(BadState):
        advise(state, 0, SHORT, seed=1, avoid=[first, second, *rest])


def test_a_seat_that_owes_no_choice_is_refused() -> None:
    state = load("goofspiel", prizes="descending").new()
    with pytest.raises(BadState, match="seat"):
        advise(state.apply(state.legal()[0]), 0, SHORT, seed=1)


def test_a_record_must_end_in_the_state() -> None:
    start = load("goofspiel", cards=5, prizes="descending").new()
    with pytest.raises(BadState, match="record"):
        advise(start, 1, SHORT, seed=1, record=Record(start, (start.legal()[0],)))


def test_a_stopped_search_answers_with_what_it_has() -> None:
    search = Search(load("goofspiel", prizes="descending").new(), 0, Limits(iterations=1 << 40), seed=1, threads=2)
    found = []
    thread = threading.Thread(target=lambda: found.append(search.run()))
    thread.start()
    while search.snapshot() is None:
        os.sched_yield()
    search.stop()
    thread.join(10)
    assert found[0].stop_reason == "stopped"
    assert found[0].iterations > 0


def test_time_ends_a_search() -> None:
    state = load("goofspiel", prizes="descending").new()
    advice = advise(state, 0, Limits(time_ms=5), seed=1)
    assert advice.stop_reason == "time"
