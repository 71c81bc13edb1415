"""What a hint says of two turns rests on enough samples of both, and says how far it can be off."""

import pytest

from hunch.engines import GAMES, State, Stream, load
from hunch.search import comparison, difference
from hunch.search.advice import Advice, AdviceOptions, Limits, Search, Turn
from hunch.search.comparison import Comparison
from hunch.search.plan import chooses_at_once
from hunch.search.results import merged_lookup
from hunch.search.sample import Sampler
from hunch.search.settings import Settings
from tests.support.only_moves import asked, cases
from tests.support.planted import Read
from tests.support.questions import positions, walk

FEW = difference.FEWEST


def planted(rows: dict[int, tuple[int, float, float]]) -> tuple[Search, Turn, Turn]:
    """A finished search that found this of the legal moves, by number: visits, value and error. Its first two turns."""
    state = load("goofspiel", prizes="descending").new()
    search = Search(state, 0, Limits(iterations=50), seed=1)
    search.run()
    assert search.findings is not None
    moves = search.plan.view.legal()
    read = Read(*((moves[at], visits, max(visits, 1.0), value, error) for at, (visits, value, error) in rows.items()))
    search.findings.lookup = merged_lookup([read])
    return search, (moves[0],), (moves[1],)


def run(search: Search) -> Advice:
    return search.run()


@pytest.mark.parametrize(
    ("best", "rival"),
    [
        ((60, 0.5, 0.1), (0, 0.0, 1.0)),
        ((0, 0.0, 1.0), (60, 0.5, 0.1)),
        ((60, 0.5, 0.1), (FEW - 1, -0.9, 0.1)),
        ((1, 1.0, 0.7), (1, -1.0, 0.7)),
    ],
    ids=["rival not tried", "best not tried", "rival hardly tried", "one sample each"],
)
def test_nothing_is_said_of_a_turn_that_was_hardly_tried(
    best: tuple[int, float, float], rival: tuple[int, float, float]
) -> None:
    search, turn, other = planted({0: best, 1: rival})
    assert search.difference(turn, other) is None
    assert [search.is_known(each) for each in (turn, other)] == [best[0] >= FEW, rival[0] >= FEW]


def test_a_difference_of_turns_that_were_tried_has_its_error() -> None:
    search, turn, other = planted({0: (400, 0.3, 0.03), 1: (400, -0.1, 0.04)})
    apart = search.difference(turn, other)
    assert apart is not None
    assert 0.2 < apart.margin < 0.8
    assert apart.standard_error > 0.03
    assert apart.sigmas == apart.margin / apart.standard_error


def test_samples_that_are_all_alike_are_not_taken_for_sure() -> None:
    alike = (1 / 17 / 16) ** 0.5  # the least error that a sampler reports of 16 samples
    search, turn, other = planted({0: (16, 1.0, alike), 1: (400, 0.0, 0.05)})
    assert search.findings is not None
    found = difference.estimates(search.findings, turn, other)
    assert found is not None
    assert found[0].error == difference.ALIKE / 16 > 2 * alike


@pytest.mark.parametrize("name", GAMES)
def test_both_turns_have_their_share_however_good_they_look(name: str) -> None:
    for state in positions(load(name), 21, 2):
        view = state.view(state.to_move)
        for idea in view.legal()[:2] + view.legal()[-2:]:
            known, second = compared(state, (idea,), 20, 400)
            if known.rival is None or second.findings is None or second.findings.method == "exact":
                continue
            assert idea in (known.best.turn[0], known.rival.turn[0])
            assert known.difference is not None
            assert known.difference.standard_error > 0.0
            found = difference.estimates(second.findings, known.best.turn, known.rival.turn)
            assert found is not None
            share = second.findings.iterations // 4
            assert min(found[0].visits, found[1].visits) >= share - len(known.rival.turn) - 2


def compared(state: State, idea: Turn, first: int, second: int) -> tuple[Comparison, Search]:
    """A hint's comparison after searches of so many iterations."""
    search = Search(state, state.to_move, Limits(iterations=first), seed=3, options=AdviceOptions(candidates=20))
    return comparison.searched(search, search.run(), idea, Limits(iterations=second), run)


def test_a_best_turn_that_nobody_tried_has_a_value_of_its_own() -> None:
    """Four placements are not all tried by the first iterations."""
    seen = 0
    for state in positions(load("tomahawk"), 5, 12):
        search = Search(state, state.to_move, Limits(iterations=3), seed=1)
        advice = search.run()
        if advice.method != "ucb" or advice.candidates[0].visits:
            continue
        seen += 1
        known, second = comparison.searched(search, advice, (), Limits(iterations=300), run)
        assert known.best.visits >= FEW
        assert 0.0 < known.best.standard_error < 1.0
        assert known.best.value != advice.candidates[0].value
        assert second.is_known(known.best.turn)
    assert seen


def test_one_search_at_a_time_uses_the_memory() -> None:
    state = positions(load("tomahawk"), 5, 1)[0]
    first, alive = Search(state, state.to_move, Limits(iterations=50), seed=1), list[list[Sampler]]()
    advice = first.run()

    def looked_on(search: Search) -> Advice:
        alive.append(list(first.samplers))
        return search.run()

    comparison.searched(first, advice, (), Limits(iterations=50), looked_on)
    assert alive
    assert not any(alive)
    assert first.findings is None


def test_without_samples_no_value_is_said() -> None:
    state = positions(load("tomahawk"), 5, 1)[0]
    known, _ = compared(state, (), 2, 2)
    assert known.difference is None
    assert (known.best.value, known.best.standard_error) == (0.0, 1.0)


@pytest.mark.parametrize("case", [case for case in cases() if "manitou" in str(case.id) or "powwow" in str(case.id)])
def test_a_turn_that_only_looked_best_gives_way_to_the_better_one(case: dict[str, object]) -> None:
    view, seat, turn = asked(case)
    search = Search(view, seat, Limits(iterations=2_000), seed=1, options=AdviceOptions(candidates=100))
    advice = search.run()
    good = next(each for each in advice.candidates if each.turn[: len(turn)] == turn)
    worse = next((each for each in advice.candidates if each.turn[0] != turn[0]), None)
    if advice.method != "ucb" or worse is None:
        return
    misled = advice._replace(candidates=(worse, good))
    known, _ = comparison.searched(search, misled, turn[:1], Limits(iterations=2_000), run)
    assert known.best.turn[0] == turn[0]
    assert known.rival is not None
    assert known.rival.turn == worse.turn
    assert known.difference is not None
    assert known.difference.sigmas >= 2.0
    assert known.lead is None


def test_an_idea_of_one_move_goes_on_as_a_search_of_it_finds() -> None:
    state = next(state for state in positions(load("tomahawk"), 3, 30) if state.fields()["turn"] > 1)
    view = state.view(state.to_move)
    for move in view.legal():
        known, _ = compared(state, (move,), 40, 600)
        if known.rival is not None and known.rival.turn[0] == move:
            assert view.game.name == "tomahawk"
            after = view
            for made in known.rival.turn:
                after = after.after(made)
            assert after.to_move != state.to_move


@pytest.mark.parametrize("name", ["goofspiel", "tomahawk", "manitou", "powwow"])
def test_a_named_turn_has_half_of_the_iterations_if_both_choose_at_once_else_all(name: str) -> None:
    for state in positions(load(name), 31, 4):
        view, seat = state.view(state.to_move), state.to_move
        named = (view.legal()[0],)
        options = AdviceOptions(named=[named])
        settings = Settings(method="ucb", exact=False)
        search = Search(state, seat, Limits(iterations=400), seed=1, options=options, settings=settings)
        search.run()
        sampler = search.samplers[0]
        visits = {row[0]: row[1] for row in sampler.rows_at(sampler.asker_key)}
        share = 200 if chooses_at_once(view, seat) else 400
        assert visits[named[0]] >= share - 2
        others = sum(visits.values()) - visits[named[0]]
        assert (others == 0) == (share == 400)


@pytest.mark.parametrize("name", GAMES)
def test_one_allowed_turn_is_searched_and_has_a_value(name: str) -> None:
    told = 0
    for state in positions(load(name), 41, 3):
        view = state.view(state.to_move)
        for turn in [turn for move in view.legal()[:3] if len(turn := whole(view, move)) < 20]:
            options = AdviceOptions(allow=[turn])
            advice = Search(state, state.to_move, Limits(iterations=300), seed=1, options=options).run()
            (candidate,) = advice.candidates
            assert (candidate.turn, candidate.probability) == (turn, 1.0)
            assert advice.play == turn
            assert advice.method != "only_move"
            assert candidate.visits >= FEW
            assert 0.0 <= candidate.standard_error < 1.0
            told += candidate.value != 0.0
    assert told


def whole(view: State, move: int) -> Turn:
    """A whole turn that begins so."""
    seat, turn, view = view.to_move, [move], view.after(move)
    while view.to_move == seat and len(turn) < 20:
        turn.append(view.legal()[0])
        view = view.after(turn[-1])
    return tuple(turn)


def test_the_only_legal_turn_is_not_searched_even_if_it_is_named() -> None:
    state = next(state for state in walk(load("powwow"), Stream(1)) if state.to_move >= 0 and len(state.legal()) == 1)
    for options in (AdviceOptions(), AdviceOptions(allow=[(state.legal()[0],)])):
        search = Search(state, state.to_move, Limits(iterations=50), seed=1, options=options)
        assert search.run().method == "only_move"


def test_the_worth_of_one_turn_is_that_of_the_turn_beside_others() -> None:
    """With as many visits, not as if the other knew that it is the only one."""
    state = load("goofspiel", cards=6).new()
    while state.to_move < 0:
        state = state.after(state.chances()[0][0])
    limits = Limits(iterations=20_000)
    usual = Search(state, 0, limits, seed=1, options=AdviceOptions(candidates=6)).run()
    for candidate in usual.candidates[:2]:
        alone = Search(state, 0, limits, seed=1, options=AdviceOptions(allow=[candidate.turn])).run().candidates[0]
        assert alone.value == pytest.approx(candidate.value, abs=0.1)
