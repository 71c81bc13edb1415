"""The sentences of a hint say no more than is known, in both languages."""

import pytest

from hunch.engines import words
from hunch.engines.words import LANGUAGES
from hunch.search import comparison
from hunch.search.answer import Advice, Candidate
from hunch.search.comparison import Comparison
from hunch.search.difference import Difference
from hunch.search.limits import Limits
from hunch.search.question import Turn, Viewpoint
from hunch.server.question import Question, Reader
from hunch.server.search_jobs import SearchResult
from hunch.server.services import hints
from hunch.v1 import opponent_pb2
from tests.support.positions import some_position

MOVE = opponent_pb2.HINT_GRADE_MOVE


def question(name: str, language: str, idea: Turn = ()) -> Question:
    """A question for a hint in some position."""
    state = some_position(name)
    viewpoint = Viewpoint(state.view(state.to_move), state.to_move, None)
    return Question(viewpoint, Limits(100), 10, 1, 20, Reader("", language), reasons=True, idea=idea)


def spaced(text: str) -> str:
    """The text with ordinary blanks."""
    return text.replace("\u00a0", " ")


SAID = [
    (0.3, 0.05, "ucb", "clearly_better", "about 15 ± 5 more wins in", "environ 15 ± 5 victoires de plus"),
    (0.04, 0.01, "ucb", "slightly_better", "about 2 ± 1 more wins in", "environ 2 ± 1 victoires de plus"),
    (0.12, 0.08, "ucb", "probably_better", "a chance of 93%: about 6 ± 8", "de 93 % : environ 6 ± 8 victoires"),
    (0.01, 0.01, "ucb", "as_good_as", "at most 2 wins apart", "au plus 2 victoires d’écart"),
    (0.0, 0.0, "exact", "as_good_as", "It is about as good as “?”.", "Cela vaut à peu près autant que « ? »."),
    (0.02, 0.15, "ucb", "undecided", "14 fewer wins and 16 more wins", "14 victoires de moins et 16 victoires de plus"),
    (-0.1, 0.1, "ucb", "undecided", "15 fewer wins and 5 more wins", "15 victoires de moins et 5 victoires de plus"),
    (-0.1, 0.01, "exact", "seen_through", "brings more against this plan", "rapporte plus contre ce plan"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("margin", "error", "method", "code", "english", "french"), SAID)
def test_a_difference_is_said_with_how_far_it_can_be_off(
    language: str, margin: float, error: float, method: str, code: str, english: str, french: str
) -> None:
    asked = question("goofspiel", language)
    move = asked.viewpoint.view.legal()[1]
    said = hints._compared(Difference(margin, error), (move,), asked, method)
    assert said.code == code
    expected = {"en": english, "fr": french}[language].replace("?", words.write(asked.game, move, language))
    assert expected in spaced(said.sentence)
    figures = {argument.name: argument.real for argument in said.arguments if argument.name != "rival"}
    assert (figures["margin"], figures["standard_error"]) == (margin, error)


@pytest.mark.parametrize(
    ("language", "says"), [("en", "about 0.6 ± 0.4 points more"), ("fr", "0,6 ± 0,4 point de plus")]
)
def test_points_have_an_error_too(language: str, says: str) -> None:
    asked = question("kuhn", language)
    said = hints._compared(Difference(0.3, 0.1), tuple(asked.viewpoint.view.legal()[:1]), asked, "regret")
    assert says in spaced(said.sentence)


def candidate(turn: Turn, value: float, error: float, visits: int = 100) -> Candidate:
    """A turn with what was found of it."""
    return Candidate(turn, 0.5, visits, value, error, value, error, (), "other")


def hint(compared: Comparison, language: str, method: str = "ucb") -> opponent_pb2.GetHintResponse:
    """The hint of a comparison."""
    asked = question("goofspiel", language)
    asked = asked._replace(idea=compared.rival.turn if compared.rival else ())
    game = asked.game
    best = (compared.best,)
    advice = Advice(
        best[0].turn,
        best,
        "other",
        "prior",
        method,
        None,
        100,
        100,
        "iterations",
        1,
        10,
        1,
        game.name,
        1,
        game.data_hash,
    )
    return hints.hint(SearchResult(asked, advice, compared, 0.0, 0.0), MOVE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_is_known_no_figure_is_said(language: str) -> None:
    first, second, *_ = question("goofspiel", language).viewpoint.view.legal()
    best, rival = candidate((first,), 0.0, 1.0, 0), candidate((second,), 0.9, 0.1, 1)
    compared = comparison.alone(best)._replace(runner_up=rival, rival=rival, tried=(second,))
    told = hint(compared, language)
    assert [reason.code for reason in told.reasons] == ["not_compared", "not_known"]
    assert not any(character in "0123456789%" for character in told.reasons[1].sentence)
    assert (told.rival.value, told.rival.standard_error) == (0.0, 1.0)
    assert (told.nudge.code, [argument.name for argument in told.reasons[0].arguments]) == ("open", ["rival"])


def test_values_of_both_turns_differ_by_what_is_said() -> None:
    first, second, *_ = question("goofspiel", "en").viewpoint.view.legal()
    best, rival = candidate((first,), 0.2, 0.1), candidate((second,), 0.9, 0.1, 1)
    compared = comparison.alone(best)._replace(
        runner_up=rival, rival=rival, tried=(second,), difference=Difference(0.3, 0.05)
    )
    told = hint(compared, "en")
    assert told.best.value - told.rival.value == pytest.approx(0.3)
    assert told.rival.standard_error > told.best.standard_error
    assert told.reasons[-1].sentence == "You win about 60 ± 10% of games from here."


@pytest.mark.parametrize(
    ("lead", "code"),
    [
        (None, "open"),
        (Difference(0.3, 0.2), "open"),
        (Difference(0.3, 0.05), "clear"),
        (Difference(0.01, 0.01), "close"),
    ],
)
def test_a_nudge_says_that_it_is_close_only_if_that_is_known(lead: Difference | None, code: str) -> None:
    first, second, *_ = question("goofspiel", "en").viewpoint.view.legal()
    rival = candidate((second,), 0.0, 0.1)
    compared = comparison.alone(candidate((first,), 0.0, 0.1))._replace(runner_up=rival, rival=rival, lead=lead)
    assert hint(compared, "en").nudge.code == code
