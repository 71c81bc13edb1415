"""Advice: equal questions get equal answers, only what is allowed is advised, and limits hold."""

import gc
import math
import sys
import threading

import pytest

from hunch.engines import GAMES, BadState, State, Stream, load
from hunch.search.advice import Advice, AdviceOptions, Limits, Record, Search, Settings, Turn, advise, resolve
from hunch.search.levels import SENSIBLE
from hunch.search.results import merged_lookup
from hunch.search.sample import key_after
from hunch.search.settings import DEFAULT
from tests.support.questions import drawn_again, positions, walk
from tests.support.waiting import wait_for

SHORT = Limits(iterations=300)
USUAL, MANY = AdviceOptions(), AdviceOptions(candidates=50)
DRAWN = 400


@pytest.mark.parametrize("name", GAMES)
def test_equal_questions_get_equal_advice(name: str) -> None:
    for state in positions(load(name), 1, 3):
        first, second = (advise(state, state.to_move, Limits(300, threads=2), seed=7) for _ in range(2))
        assert first == second
        assert first.iterations == 300 or first.method in ("exact", "only_move")


@pytest.mark.parametrize("name", GAMES)
def test_probabilities_of_all_turns_add_up_to_one_and_fall(name: str) -> None:
    for state in positions(load(name), 4, 2):
        advice = advise(state, state.to_move, SHORT, seed=1, options=AdviceOptions(candidates=5_000))
        shares = [candidate.probability for candidate in advice.candidates]
        assert sum(shares) == pytest.approx(1.0)
        assert shares == sorted(shares, reverse=True)
        assert advice.play in [candidate.turn for candidate in advice.candidates]


@pytest.mark.parametrize("name", GAMES)
def test_turns_that_were_not_tried_have_no_expected_line(name: str) -> None:
    for state in positions(load(name), 6, 2):
        for candidate in advise(state, state.to_move, Limits(5), seed=1, options=MANY).candidates:
            assert candidate.visits or candidate.line == ()


def test_an_exact_answer_is_tried_if_the_iterations_pay_for_it() -> None:
    kuhn, leduc = (positions(load(name), 1, 1)[0] for name in ("kuhn", "leduc"))
    methods = [
        advise(state, state.to_move, Limits(iterations=n), seed=1).method
        for state, n in ((kuhn, 1), (leduc, 1), (leduc, 1_000))
    ]
    assert methods == ["exact", "ucb", "exact"]


def test_only_allowed_turns_are_advised() -> None:
    state = load("goofspiel", cards=5, prizes="descending").new()
    first, second, *rest = ((move,) for move in state.legal())
    advice = advise(state, 0, SHORT, seed=1, options=AdviceOptions(allow=[first, second]))
    assert {candidate.turn for candidate in advice.candidates} == {first, second}
    assert sum(candidate.probability for candidate in advice.candidates) == pytest.approx(1.0)
    one = AdviceOptions(candidates=1, allow=[first, second])
    assert advise(state, 0, SHORT, seed=1, options=one).candidates == advice.candidates[:1]
    advice = advise(state, 0, SHORT, seed=1, options=AdviceOptions(avoid=[first, *rest]))
    assert (advice.play, advice.stop_reason) == (second, "only_move")
    with pytest.raises(BadState):
        advise(state, 0, SHORT, seed=1, options=AdviceOptions(avoid=[first, second, *rest]))


def narrowed(state: State, iterations: int, options: AdviceOptions, settings: Settings = DEFAULT) -> Advice:
    """Advice on some turns alone, with all of them as candidates."""
    options = options._replace(candidates=5_000)
    advice = advise(state, state.to_move, Limits(iterations=iterations), seed=1, options=options, settings=settings)
    shares = {candidate.turn: candidate.probability for candidate in advice.candidates}
    assert sum(shares.values()) == pytest.approx(1.0)
    assert shares[advice.play] > 0.0
    return advice


@pytest.mark.parametrize("name", GAMES)
def test_probabilities_of_allowed_turns_add_up_to_one_even_if_the_search_plays_none_of_them(name: str) -> None:
    for state in positions(load(name), 4, 2):
        for iterations in (1, 20, 300):
            played = advise(state, state.to_move, Limits(iterations=iterations), seed=1).play
            others = [(move,) for move in state.legal() if move != played[0]]
            narrowed(state, iterations, AdviceOptions(avoid=[played[:1]]))
            allowed = narrowed(state, iterations, AdviceOptions(allow=others))
            assert {candidate.turn[:1] for candidate in allowed.candidates} <= set(others)


@pytest.mark.parametrize(
    ("name", "method"),
    [(name, method) for name in GAMES for method in (("", "ucb", "regret") if load(name).seats == 2 else ("",))],
)
def test_iterations_are_spent_on_what_may_be_advised(name: str, method: str) -> None:
    game = load(name)
    settings = Settings(method=method, exact=False, tables=False)
    for state in positions(game, 4, 3):
        few = state.legal()[:2]
        allow, avoid = [(move,) for move in few], [(move,) for move in state.legal()[2:]]
        for options in (AdviceOptions(allow=allow), AdviceOptions(avoid=avoid)):
            search = Search(state, state.to_move, SHORT, seed=1, settings=settings, options=options)
            if search.run().method != "only_move":
                sampler = search.samplers[0]
                assert {row[0] for row in sampler.rows_at(sampler.asker_key)} == set(few)


def test_iterations_are_spent_on_longer_beginnings_that_may_be_advised() -> None:
    state, best, longer = placing()
    search = Search(state, 0, SHORT, seed=1, options=AdviceOptions(allow=longer[:2]), settings=Settings(exact=False))
    search.run()
    sampler = search.samplers[0]
    assert [row[0] for row in sampler.rows_at(sampler.asker_key)] == [best]
    assert {row[0] for row in sampler.rows_at(key_after(sampler.asker_key, best))} == {turn[1] for turn in longer[:2]}


@pytest.mark.parametrize("name", ["manitou", "comancheria"])
def test_nothing_of_a_search_is_kept_once_it_is_let_go(name: str) -> None:
    state = positions(load(name), 3, 1)[0]
    gc.collect()
    gc.disable()
    try:
        for options in (AdviceOptions(), AdviceOptions(allow=[(move,) for move in state.legal()[:2]])):
            search = Search(state, state.to_move, SHORT, seed=1, options=options)
            search.run()
            tried = search.samplers[0]
            del search
            assert sys.getrefcount(tried) == 2  # this name and the question itself
    finally:
        gc.enable()


def test_a_lone_player_whose_first_move_is_given_is_advised_on_those_behind_it() -> None:
    asked = 0
    for state in walk(load("comancheria"), Stream(5)):
        moves = state.legal() if state.to_move == 0 else []
        move = moves[-1] if len(moves) > 1 else 0
        if not move or state.after(move).to_move != 0 or len(state.after(move).legal()) < 2:
            continue
        avoid = [(other,) for other in moves[:-1]]
        for options in (AdviceOptions(allow=[(move,)]), AdviceOptions(avoid=avoid)):
            search = Search(state, 0, Limits(iterations=600), seed=1, options=options)
            seen = search.run()
            assert seen == search.snapshot()
            assert seen.play[0] == move
            assert seen.candidates[0].turn == seen.play
            assert seen.candidates[0].visits
            there = state
            for made in seen.play:
                there = there.apply(made)
        asked += 1
        if asked == 3:
            return
    raise AssertionError("no such positions")


@pytest.mark.parametrize(("level", "least"), [(10, 1.0), (1, SENSIBLE)])
@pytest.mark.parametrize("name", ["manitou", "powwow", "tomahawk"])
def test_where_nobody_has_been_a_turn_goes_on_as_the_game_rates_moves(name: str, level: int, least: float) -> None:
    for state in positions(load(name), 4, 5):
        for seed in range(8):
            limits, options = resolve(SHORT, state.game, level), AdviceOptions(level)
            search = Search(state, state.to_move, limits, seed=seed, options=options, settings=Settings(exact=False))
            search.stop()
            view = state.view(state.to_move)
            for move in search.run().play:
                shares = view.prior()
                assert shares[move] >= least * max(shares.values())
                view = view.after(move)


@pytest.mark.parametrize("name", GAMES)
def test_the_best_candidate_is_the_same_whoever_asks_for_it(name: str) -> None:
    for state in positions(load(name), 9, 4):
        search = Search(state, state.to_move, SHORT, seed=2)
        found = search.run()
        if found.method != "only_move":
            assert search.candidate() == found.candidates[0]


def placing() -> tuple[State, int, list[Turn]]:
    """A position whose turns have several moves; the first move of the best turn; the first two of all that begin
    so."""
    state = next(state for state in walk(load("tomahawk"), Stream(3)) if state.to_move == 0 and state.fields()["turn"])
    best = advise(state, 0, SHORT, seed=1).play[0]
    return state, best, [(best, move) for move in state.after(best).legal()]


def test_a_beginning_from_which_no_allowed_turn_goes_on_is_not_played() -> None:
    state, best, longer = placing()
    other = next(move for move in state.legal() if move != best)
    for options in (AdviceOptions(avoid=longer), AdviceOptions(allow=[(best, 1), (other,)])):
        assert narrowed(state, 300, options).play[0] != best
    for options in (AdviceOptions(allow=[(best, 1)]), AdviceOptions(allow=longer, avoid=longer)):
        with pytest.raises(BadState, match="allow"):
            advise(state, 0, SHORT, seed=1, options=options)


def test_no_turn_begins_as_an_entry_of_more_moves_than_it_has() -> None:
    state = load("goofspiel", cards=6, prizes="descending").new()
    first, second, *_ = state.legal()
    for exact in (True, False):
        settings = Settings(exact=exact)
        with pytest.raises(BadState, match="allow"):
            advise(state, 0, SHORT, seed=1, options=AdviceOptions(allow=[(first, 99)]), settings=settings)
        options = AdviceOptions(allow=[(first, 99), (second,)])
        assert advise(state, 0, SHORT, seed=1, options=options, settings=settings).play == (second,)
        search = Search(state, 0, SHORT, seed=1, settings=settings)
        best = search.run().candidates[0]
        assert search.candidate(allow=[(*best.turn, 99)]) is None
        assert search.candidate(allow=[best.turn]) == best
        assert search.candidate(avoid=[(*best.turn, 99)]) == best


def test_turns_are_drawn_as_likely_as_they_are_said_to_be() -> None:
    """One move is allowed with few of the turns that begin with it, and another with all of them."""
    state, best, longer = placing()
    other = next(move for move in state.legal() if move != best)
    options, settings = AdviceOptions(allow=[longer[0], (other,)]), Settings(method="regret", exact=False)
    advice = narrowed(state, 300, options, settings)
    said = math.fsum(candidate.probability for candidate in advice.candidates if candidate.turn[0] == best)
    search = Search(state, 0, SHORT, seed=1, options=options, settings=settings)
    search.run()
    drawn = [drawn_again(search, seed) for seed in range(DRAWN)]
    spread = 4 * math.sqrt(said * (1 - said) / DRAWN)
    assert sum(turn[0] == best for turn in drawn) / DRAWN == pytest.approx(said, abs=spread)


@pytest.mark.parametrize(
    ("name", "limits", "seed", "options"),
    [
        ("seed", SHORT, -1, USUAL),
        ("seed", SHORT, 1 << 32, USUAL),
        ("level", SHORT, 1, AdviceOptions(level=0)),
        ("level", SHORT, 1, AdviceOptions(level=11)),
        ("threads", Limits(threads=-1), 1, USUAL),
        ("threads", Limits(threads=65), 1, USUAL),
        ("limits", Limits(-1), 1, USUAL),
        ("limits", Limits(1 << 60), 1, USUAL),
        ("limits", Limits(0, 1 << 60), 1, USUAL),
        ("limits", Limits(memory_mib=-1), 1, USUAL),
        ("candidates", SHORT, 1, AdviceOptions(candidates=-1)),
        ("avoid", SHORT, 1, AdviceOptions(avoid=[()])),
    ],
)
def test_what_cannot_be_asked_for_is_refused_by_its_name(
    name: str, limits: Limits, seed: int, options: AdviceOptions
) -> None:
    with pytest.raises(BadState, match=name):
        advise(load("goofspiel", prizes="descending").new(), 0, limits, seed=seed, options=options)


@pytest.mark.parametrize("limits", [Limits(), Limits(1, memory_mib=0), Limits(1, threads=0), Limits(1, 0, -1)])
def test_a_search_refuses_limits_that_are_not_complete(limits: Limits) -> None:
    with pytest.raises(BadState, match=r"limits|threads"):
        Search(load("goofspiel", prizes="descending").new(), 0, limits, seed=1)


def test_a_seat_that_owes_no_choice_is_refused() -> None:
    state = load("goofspiel", prizes="descending").new()
    with pytest.raises(BadState, match="seat"):
        advise(state.apply(state.legal()[0]), 0, SHORT, seed=1)


def test_a_record_must_end_in_the_state() -> None:
    start = load("goofspiel", cards=5, prizes="descending").new()
    with pytest.raises(BadState, match="record"):
        advise(start, 1, SHORT, seed=1, record=Record(start, (start.legal()[0],)))


def test_a_stopped_search_answers_with_what_it_has() -> None:
    search = Search(load("goofspiel", prizes="descending").new(), 0, Limits(iterations=1 << 40, threads=2), seed=1)
    found = []
    thread = threading.Thread(target=lambda: found.append(search.run()))
    thread.start()
    wait_for(search.snapshot, "there is something to see")
    search.stop()
    thread.join()
    assert found[0].stop_reason == "stopped"
    assert found[0].iterations > 0


def test_what_one_thread_found_is_reported_even_if_another_found_nothing() -> None:
    state = load("goofspiel", cards=5, prizes="descending").new()
    for record in (None, Record(state.view(0), ())):
        settings = Settings(method="regret", exact=False)
        search = Search(state, 0, Limits(300, threads=2), seed=1, record=record, settings=settings)
        search.run()
        search.samplers[0] = search.plan.sampler(0, 1)
        seen = search.snapshot()
        assert seen is not None
        assert seen.candidates[0].visits
        assert search.running


class Growing:
    """Sums that already count what the visits, read a moment before, do not."""

    def rows_at(self, key: int) -> list[tuple[int, int, float, float, float]]:
        return [(1, 10, 10.0, -1.1, 0.1), (2, 10, 10.0, 1.1, 0.1)]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_value_that_is_read_while_it_grows_is_a_payoff(threads: int) -> None:
    assert [row.value for row in merged_lookup([Growing()] * threads)(1)] == [-1.0, 1.0]


def test_time_ends_a_search() -> None:
    state = load("goofspiel", prizes="descending").new()
    advice = advise(state, 0, Limits(time_ms=5), seed=1)
    assert advice.stop_reason == "time"
