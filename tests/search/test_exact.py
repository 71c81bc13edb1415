"""Exact ends: known values, plans that best responses cannot beat, and refusal of what does not fit."""

from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from bench.arena.last_turn import positions
from hunch.engines import CHANCE, PUBLIC, BadState, Stream, load
from hunch.search.exact import TooLarge, attempt, solve
from hunch.search.limits import Limits, SubgameLimits
from hunch.search.question import Record, Viewpoint
from hunch.search.stop import Stop
from hunch.search.subgame import Subgame
from hunch.search.worlds import key_of_view
from tests.support.questions import dealt

KNOWN: list[tuple[str, dict[str, Any], float, float]] = [
    ("kuhn", {}, -1 / 18, 1e-6),
    ("leduc", {}, -0.0856, 1e-4),
    ("goofspiel", {"cards": 4, "prizes": "descending", "payoff": "margin"}, 0.0, 1e-4),
    ("goofspiel", {"cards": 4}, 0.0, 1e-5),
]


@pytest.mark.parametrize(("name", "options", "value", "near"), KNOWN)
def test_the_value_of_a_game_is_the_known_one(name: str, options: dict[str, Any], value: float, near: float) -> None:
    state = dealt(name, **options)
    found = solve(state, 0, target=1e-6, time_ms=600_000)
    assert found.exploitability <= 1e-6
    assert found.value * state.game.unit == pytest.approx(value, abs=near)


def test_kuhns_jack_bets_a_third_as_often_as_the_king() -> None:
    chances: dict[str, dict[int, float]] = {}
    for card, letter in ((1, "jack"), (2, "queen"), (3, "king")):
        state = load("kuhn").new()
        state = state.after(next(move for move, _ in state.chances() if move & 15 == card))
        state = state.after(state.chances()[0][0])
        found = solve(state, 0, target=1e-7)
        chances[letter] = {answer.turn[0]: answer.probability for answer in found.turns}
    bet = max(move for odds in chances.values() for move in odds)
    assert chances["queen"][bet] == pytest.approx(0.0, abs=1e-3)
    assert chances["king"][bet] == pytest.approx(3 * chances["jack"][bet], abs=0.01)


def test_probabilities_add_up_and_no_turn_is_better_than_the_ones_played() -> None:
    state = dealt("goofspiel", decisions=2, cards=5)
    found = solve(state, 0, target=1e-6)
    assert sum(answer.probability for answer in found.turns) == pytest.approx(1.0)
    best = max(answer.value for answer in found.turns)
    assert all(answer.value > best - 1e-3 for answer in found.turns if answer.probability > 0.01)


def test_the_same_question_has_the_same_answer_whatever_is_pending_or_sent_along() -> None:
    state = dealt("goofspiel", decisions=2, cards=4)
    bids = [solve(state.after(move), 1, target=1e-4, time_ms=600_000) for move in state.legal()]
    assert all(found == bids[0] for found in bids)
    assert solve(state.after(state.legal()[0]).view(1), 1, target=1e-4, time_ms=600_000) == bids[0]


def test_what_does_not_fit_is_handed_back() -> None:
    with pytest.raises(TooLarge):
        solve(dealt("goofspiel"), 0, most_ends=1000)
    with pytest.raises(TooLarge):
        solve(dealt("goofspiel"), 0, time_ms=20)
    stop = Stop()
    stop.set()
    with pytest.raises(TooLarge):
        solve(dealt("goofspiel", cards=6), 0, stop=stop)


@pytest.mark.parametrize(("seed", "merging"), [(3, 6), (41, 2), (19, 1)])
def test_worlds_that_differ_in_nothing_that_matters_are_merged(seed: int, merging: int) -> None:
    """In the middle of a turn they are not, and the value is the same. Each player knows a special that they did not
    keep, which says something about the other's specials unless all of these have been seen."""
    state = next(islice(positions(load("tomahawk"), seed + 1), seed, None))
    whole = solve(state, 0, target=1e-4, time_ms=600_000)
    apart = solve(state.after(state.legal()[0]), 0, target=1e-4, time_ms=600_000)
    assert whole.worlds == apart.worlds
    assert whole.ends * merging == apart.ends
    assert whole.value == pytest.approx(apart.value, abs=3e-4)


def test_equivalent_types_find_the_same_plan() -> None:
    state = next(islice(positions(load("tomahawk"), 4), 3, None))
    subgame = Subgame(Viewpoint(state.view(0), 0, None), Stop())
    subgame.build()
    subgame.run(Stop(), 1e-4)
    subgame.evaluate()
    keys = {key_of_view(world.view(1), 1) for world, _ in state.view(PUBLIC).worlds() or ()}
    assert len(keys) == 3
    assert len({subgame.merged_key(key) for key in keys}) == 1
    assert all(subgame.rows_at(subgame.merged_key(key)) for key in keys)


def test_a_seat_that_owes_no_choice_is_refused() -> None:
    with pytest.raises(BadState, match="owes no choice"):
        solve(dealt("kuhn"), 1)


def test_rounding_makes_no_exploitability_negative() -> None:
    game, stream = load("goofspiel", cards=4), Stream(16)
    state = game.new()
    while not state.over:
        if state.to_move == CHANCE:
            state = state.after(state.roll(stream))
            continue
        assert solve(state, state.to_move).exploitability >= 0.0
        state = state.after(stream.choice(state.legal()))


def test_what_cannot_be_solved_for_is_refused_by_its_name() -> None:
    start, state = load("kuhn").new(), dealt("kuhn")
    with pytest.raises(BadState, match="seat"):
        solve(start, PUBLIC)  # the code of chance, who is to move
    with pytest.raises(BadState, match="record"):
        solve(state, 0, record=Record(start, ()))
    for time_ms, most_ends in ((0, 1), (1 << 60, 1), (1, 0), (1, 1 << 40)):
        with pytest.raises(BadState, match="limits"):
            solve(state, 0, time_ms=time_ms, most_ends=most_ends)


def test_worlds_are_not_merged_once_the_flag_is_raised_or_the_time_is_over() -> None:
    question, raised = Viewpoint(next(islice(positions(load("tomahawk"), 4), 3, None)).view(0), 0, None), Stop()
    raised.set()
    assert Subgame(question, Stop()).worlds > 1
    for stop, limits in ((raised, SubgameLimits()), (Stop(), SubgameLimits(nanoseconds=1))):
        with pytest.raises(TooLarge, match="time"):
            Subgame(question, stop, limits)


@pytest.mark.parametrize(("taken_ms", "tried"), [(10, ["Subgame", "DoubleOracle"]), (1_001, ["Subgame"])])
def test_double_oracle_is_not_begun_if_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch, taken_ms: int, tried: list[str]
) -> None:
    now, begun = [0], list[str]()

    def built(kind: type[Subgame], *given: object) -> Subgame:
        begun.append(kind.__name__)
        now[0] += taken_ms * 1_000_000
        raise TooLarge("so")

    monkeypatch.setattr("hunch.search.exact._built", built)
    monkeypatch.setattr("hunch.search.exact.time", SimpleNamespace(monotonic_ns=lambda: now[0]))
    view = dealt("kuhn").view(0)
    with pytest.raises(TooLarge):
        solve(view, 0, time_ms=1_000)
    assert begun == tried
    begun.clear()
    assert attempt(Viewpoint(view, 0, None), Limits(time_ms=1_000), Stop()) is None
    assert begun == tried


@pytest.mark.parametrize("abandoned", [False, True])
def test_a_stopped_solution_is_answered_and_an_abandoned_one_is_not(
    monkeypatch: pytest.MonkeyPatch, abandoned: bool
) -> None:
    stop = Stop()

    class Disturbed(Subgame):
        def run(self, stop: Stop, target: float = 0.0, iterations: int = 0, nanoseconds: int = 0) -> None:
            super().run(stop, target, iterations, nanoseconds)
            if abandoned:
                stop.abandon()
            else:
                stop.set()

    monkeypatch.setattr("hunch.search.exact.Subgame", Disturbed)
    if not abandoned:
        assert solve(dealt("kuhn"), 0, stop=stop).turns
        return
    with pytest.raises(TooLarge, match="time"):
        solve(dealt("kuhn"), 0, stop=stop)


def test_a_stop_that_was_abandoned_stays_so() -> None:
    stop = Stop()
    assert (stop.is_set(), stop.is_abandoned()) == (False, False)
    stop.set()
    assert (stop.is_set(), stop.is_abandoned()) == (True, False)
    stop.abandon()
    stop.set()
    assert (stop.is_set(), stop.is_abandoned()) == (True, True)
