"""Reasons: the same for all worlds that look alike, about what two turns differ in, with beliefs from the record."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from bench.arena.last_turn import positions as last_turns
from hunch.engines import GAMES, State, Stream, load
from hunch.engines.explain import Trait
from hunch.search import explain
from hunch.search.advice import Limits, Record, Search
from hunch.search.cursor import Cursor
from hunch.search.explain import FEWEST, PairedLines, Reason
from hunch.search.question import Turn
from hunch.search.results import MoveStats
from tests.support.questions import facing_a_bet, positions, with_records

WORLDS = 12


def told(
    state: State, seat: int, iterations: int = 200, record: Record | None = None, time_ms: int = 0
) -> tuple[Reason, ...]:
    """Why the likeliest turn rather than the best that begins otherwise."""
    search = Search(state, seat, Limits(iterations, time_ms), seed=5, record=record)
    best = search.run().candidates[0].turn
    rival = search.candidate(avoid=[best[:1]])
    return () if rival is None else search.reasons(best, rival.turn)


@pytest.mark.parametrize("name", GAMES)
def test_reasons_do_not_depend_on_what_the_seat_cannot_see(name: str) -> None:
    found = set()
    for state in positions(load(name), 12, 3):
        view, stream = state.view(state.to_move), Stream(1)
        same = {told(view.fill(stream), state.to_move) for _ in range(WORLDS)}
        assert len(same) == 1
        found |= same
    assert found != {()}


@pytest.mark.parametrize("name", GAMES)
def test_reasons_for_a_turn_come_first_and_the_weightiest_of_them_first(name: str) -> None:
    for state in positions(load(name), 13, 4):
        signs = told(state, state.to_move)
        kinds = [sign.kind for sign in signs]
        assert kinds == sorted(kinds, key=("for", "against", "belief").index)
        weights = [(sign.mean - sign.instead) * sign.trait.worth for sign in signs if sign.kind == "for"]
        assert weights == sorted(weights, reverse=True)
        assert all(weight > 0 for weight in weights)


def test_a_reason_to_call_with_the_best_card_is_what_it_brings() -> None:
    game, state = load("kuhn"), load("kuhn").new()
    king = [next(move for move, _ in state.chances() if move & 15 == 3)]
    state = state.after(king[0])
    state = state.after(state.chances()[0][0])
    for written in ("check", "bet"):
        state = state.after(next(move for move in state.legal() if move & 15 == ("check", "bet").index(written) + 1))
    signs = {sign.trait.code: sign for sign in told(state, 0)}
    assert (signs["chips"].mean, signs["chips"].instead) == (2.0, -1.0)
    assert game.unit == 2.0


def test_beliefs_heed_the_record() -> None:
    state, record = facing_a_bet()

    def jack(record: Record | None, iterations: int = 50_000, time_ms: int = 0) -> float:
        signs = told(state, 1, iterations, record, time_ms)
        return next(sign.mean for sign in signs if dict(sign.trait.arguments).get("card") == "1")

    assert jack(None) == pytest.approx(0.5, abs=0.01)
    assert jack(record) == pytest.approx(0.25, abs=0.05)  # a jack bluffs one time for three bets of a king
    assert jack(record, 0, 600_000) == pytest.approx(0.25, abs=0.05)


def test_beliefs_heed_a_record_that_is_only_weighed() -> None:
    def held(state: State, record: Record | None) -> list[tuple[object, float]]:
        return [(sign.trait, sign.mean) for sign in told(state, 0, 400, record) if sign.trait.code == "seat"]

    asks = list(with_records(load("powwow", players=4), 5))
    assert sum(held(state, record) != held(state, None) for state, record in asks) > 3


def test_no_reasons_are_looked_for_once_the_time_is_over() -> None:
    state = positions(load("manitou"), 13, 1)[0]
    search = Search(state, state.to_move, Limits(iterations=200), seed=5)
    best = search.run().candidates[0].turn
    rival = search.candidate(avoid=[best[:1]])
    assert rival is not None
    assert search.reasons(best, rival.turn)
    assert search.reasons(best, rival.turn, until=0.0) == ()


@pytest.mark.parametrize(("share", "lines"), [(1.0, 128), (0.5, 64), (0.001, 32)])
def test_a_share_of_the_lines_is_played_but_enough_for_a_reason(
    share: float, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = positions(load("manitou"), 13, 1)[0]
    search = Search(state, state.to_move, Limits(iterations=200), seed=5)
    best = search.run().candidates[0].turn
    rival = search.candidate(avoid=[best[:1]])
    assert rival is not None
    turns, play = list[Turn](), explain.played

    def noted(start: Cursor, seat: int, turn: Turn, *more: Any) -> tuple[State, State]:
        turns.append(turn)
        return play(start, seat, turn, *more)

    monkeypatch.setattr(explain, "played", noted)
    assert search.reasons(best, rival.turn, share=share)
    assert len(turns) == 2 * lines


@pytest.mark.parametrize("recorded", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_solution_knows_all_that_is_played_even_if_worlds_were_merged(seat: int, recorded: bool) -> None:
    state = next(islice(last_turns(load("tomahawk"), 4), 3, None))
    record = Record(state.view(seat), ()) if recorded else None
    search = Search(state, seat, Limits(iterations=100_000), seed=1, record=record)
    best = search.run()
    rival = search.candidate(avoid=[best.play])
    assert (best.method, best.beliefs, rival is None) == ("exact", "record" if recorded else "prior", False)
    assert search.findings is not None
    lookup, known = search.findings.lookup, list[bool]()

    def noted(key: int) -> Sequence[MoveStats]:
        known.append(bool(lookup(key)))
        return lookup(key)

    search.findings.lookup = noted
    assert rival is not None
    assert search.reasons(best.play, rival.turn)
    assert known
    assert all(known)


def test_what_only_speaks_against_a_turn_is_not_its_reason() -> None:
    """A price beside a gain is said, the weightiest of all; alone it explains no choice."""
    price, gain, believed = Trait("price", (), -1.0), Trait("gain", (), 1.0), Trait("seen", (), 1.0)
    for extra, kinds in (({}, ["belief"]), ({gain: 0.5}, ["for", "against", "belief"])):
        pairs = PairedLines()
        for _ in range(FEWEST):
            pairs.add({price: 1.0, **extra}, {}, {believed: 1.0})
        assert [reason.kind for reason in pairs.reasons()] == kinds
