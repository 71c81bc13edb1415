"""What is told of lines of play: in every game and language, about what happened, in sentences without a hole."""
import re
from dataclasses import dataclass

import pytest

from hunch.engines import CHANCE, GAMES, State, Stream, load
from hunch.engines.reasons import Trait, beliefs, say, traits
from hunch.engines.registry import part
from hunch.engines.words import LANGUAGES
from tests.engines.play import steps


@dataclass(frozen=True)
class Told:
    kind: str
    trait: Trait
    mean: float = 0.75
    instead: float = 0.25


def lines(name: str, count: int) -> list[tuple[State, State, int, tuple[int, ...], dict[Trait, float]]]:
    """Choices in random games, what was settled after them, and what is told of it."""
    found = []
    for step in steps(load(name), count):
        if step.state.to_move != CHANCE:
            seat, turn = step.state.to_move, (step.move,)
            after = step.state.after(step.move).played_on(Stream(len(found)), step.state)
            told = {**traits(step.state, after, seat, turn), **beliefs(step.state, after, seat, turn)}
            found.append((step.state, after, seat, turn, told))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_told_has_a_sentence_in_every_language(name: str) -> None:
    game, told = load(name), {trait for *_, found in lines(name, 800) for trait in found}
    assert len({trait.code for trait in told}) > 1
    for trait in told:
        for language in LANGUAGES:
            for kind in ("for", "against", "belief"):
                sentence = say(game, Told(kind, trait), language)
                assert sentence[0].isupper() or sentence[0].isdigit()
                assert sentence[-1] == "."
                assert not re.search(r"[{}_]", sentence)


@pytest.mark.parametrize("name", GAMES)
def test_languages_say_the_same_with_the_same_figures(name: str) -> None:
    sentences = part(name, "reasons").SENTENCES
    assert set(sentences) == set(LANGUAGES)
    fields = [{code: set(re.findall(r"{(\w+)}", text)) for code, text in sentences[lang].items()} for lang in LANGUAGES]
    assert fields[0] == fields[1]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_is_settled(name: str) -> None:
    for before, after, *_ in lines(name, 300):
        assert after.over or after.settled(before)
        assert not before.settled(before)


def test_a_won_territory_and_a_lost_scalp_are_told() -> None:
    found = {trait.code: trait for *_, told in lines("tomahawk", 3000) for trait in told}
    assert dict(found["wins"].arguments)["animals"] == found["wins"].worth > 0
    assert dict(found["scalped"].arguments)["hair"] == -found["scalped"].worth > 0


def test_numbers_are_written_as_the_language_does() -> None:
    game = load("comancheria")
    horses = Told("for", Trait("horses", (), 0.6), 1.26, 0.0)
    assert "1.3 on average instead of 0." in say(game, horses, "en")
    assert "1,3 en moyenne au lieu de 0." in say(game, horses, "fr")
