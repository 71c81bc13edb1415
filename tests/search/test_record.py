"""A record changes what is believed, and so the advice; advice without a record says so."""

import pytest

from hunch.engines import CHANCE, NOTHING, Game, State, load
from hunch.search.advice import Advice, Limits, Record, Search, Settings, advise
from hunch.search.replay import find_position
from hunch.search.stop import Stop
from tests.support.questions import SEAT, facing_a_bet, with_records


def calls(advice: Advice) -> float:
    """How likely the queen calls, which is the dearer of its moves."""
    return next((one.probability for one in advice.candidates if one.turn[0] & 15 == calling(advice)), 0.0)


def calling(advice: Advice) -> int:
    return max(one.turn[0] & 15 for one in advice.candidates)


@pytest.mark.parametrize("exact", [True, False])
def test_a_queen_calls_a_bet_less_often_when_it_knows_how_it_came_about(exact: bool) -> None:
    state, record = facing_a_bet()
    settings, limits = Settings(exact=exact), Limits(iterations=50_000)
    blind = advise(state, 1, limits, seed=1, settings=settings)
    told = advise(state, 1, limits, seed=1, settings=settings, record=record)
    assert (blind.beliefs, told.beliefs) == ("prior", "record")
    assert calls(blind) > 0.9  # king or jack alike: calling is right
    assert 0.2 < calls(told) < 0.8  # a third to two thirds, by what the caller thinks of jacks that bet


def method(state: State, iterations: int) -> str:
    return advise(state, 0, Limits(iterations=iterations), seed=1, settings=Settings(exact=False)).method


def test_regret_is_used_if_turns_or_all_histories_can_be_learned_and_else_ucb() -> None:
    small, middle, large = (load("goofspiel", cards=cards, prizes="descending").new() for cards in (4, 5, 13))
    assert method(small, 8_000) == "regret"  # three for each of some 2,400 histories
    assert method(middle, 50_000) == "regret"  # 10,000 for each turn
    assert method(small, 6_000) == method(middle, 49_999) == method(large, 130_000) == "ucb"


def test_what_may_come_counts_in_all_worlds() -> None:
    few, many = (late(cards) for cards in (4, 13))
    assert method(few, 1_000) == "regret"  # two cards are left in both, in some more hands than one
    assert method(many, 1_000) == "ucb"


def test_however_many_iterations_there_are_worlds_are_not_listed_without_end() -> None:
    state = late(13)
    search = Search(state, 0, Limits(iterations=1 << 40), seed=1, settings=Settings(exact=False))
    search.stop()
    assert search.run().stop_reason == "stopped"


def late(cards: int) -> State:
    """Two cards before the end; the bids are hidden."""
    state = load("goofspiel", cards=cards, prizes="descending", bids="hidden").new()
    for _ in range(cards - 2):
        state = state.after(state.chances()[0][0]) if state.to_move == CHANCE else state
        for bid in (0, 1):
            state = state.after(state.legal()[bid])
        while state.to_move == CHANCE:
            state = state.after(state.chances()[0][0])
    return state


def test_a_turn_chosen_at_the_same_time_is_drawn_if_each_was_tried_often() -> None:
    state = load("goofspiel", cards=8, prizes="descending").new()

    def unlikely(iterations: int) -> int:
        """How many of some searches play another turn than the one they tried most."""
        settings, limits = Settings(method="ucb", exact=False), Limits(iterations=iterations)
        found = [advise(state, 0, limits, seed=seed, settings=settings) for seed in range(12)]
        return sum(one.play != one.candidates[0].turn for one in found)

    assert unlikely(3_999) == 0
    assert unlikely(4_000) > 0


class Soon(Stop):
    """A flag that is raised once it was looked at so often."""

    def __init__(self, often: int) -> None:
        self.often = often

    def is_set(self) -> bool:
        self.often -= 1
        return self.often < 0


def test_a_stop_is_heard_while_a_history_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """High cards against low ones, and then what never happens: no history fits, and many are looked at."""
    monkeypatch.setattr("hunch.search.replay.STOPPED_S", -1.0)
    start = state = load("goofspiel", cards=9, prizes="descending").new()
    seen: list[int] = []
    while not state.over:
        move = state.legal()[-1 if state.to_move == 0 else 0] if state.to_move >= 0 else state.chances()[0][0]
        token = state.seen(move, 0)
        seen += [token] if token != NOTHING else []
        state = state.after(move)
    record = Record(start.view(0), (*seen, seen[0]))
    patient, hasty = Soon(1 << 40), Soon(100)
    assert find_position(record, 0, patient) is None
    assert find_position(record, 0, hasty) is None
    assert (1 << 40) - patient.often > 1_000
    assert hasty.often == -1


def test_threads_add_up() -> None:
    state = load("goofspiel", prizes="descending").new()
    for method in ("ucb", "regret"):
        settings = Settings(method=method, exact=False)
        found = advise(state, 0, Limits(iterations=1001, threads=3), seed=1, settings=settings)
        assert found.iterations == 1001


def apart(state: State, record: Record) -> float:
    """How far exact advice with a record is from exact advice without: half the sum of the differences."""
    told, blind = (advise(state, SEAT, Limits(iterations=20_000), seed=1, record=one) for one in (record, None))
    assert (told.method, told.beliefs, blind.method, blind.beliefs) == ("exact", "record", "exact", "prior")
    shares, others = ({one.turn: one.probability for one in given.candidates} for given in (told, blind))
    return sum(abs(shares.get(turn, 0.0) - others.get(turn, 0.0)) for turn in shares | others) / 2


@pytest.mark.parametrize("game", [load("leduc"), load("goofspiel", cards=4, prizes="descending")], ids=str)
def test_advice_differs_if_the_record_says_what_the_other_may_hold(game: Game) -> None:
    """Before anybody has chosen, a record says nothing; later the other's moves speak of their cards."""
    found = [[apart(state, record) for state, record in with_records(game, seed)] for seed in range(6)]
    assert max(one[0] for one in found) < 0.02
    assert max(max(one[1:], default=0.0) for one in found) > 0.2


def test_the_last_turn_is_solved_even_if_a_record_is_too_long_to_replay() -> None:
    solved = 0
    for seed in range(12):
        *_, (state, record) = (
            (state, record)
            for state, record in with_records(load("tomahawk"), seed)
            if state.payoff_matrix() is not None
        )
        alone, told = (advise(state, SEAT, Limits(iterations=3_000), seed=1, record=one) for one in (None, record))
        if alone.method == "exact":
            assert told == alone
            solved += 1
    assert solved > 0
