"""Every game speaks: each move has a notation of its own, each event a sentence in each language."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import pytest

from hunch import cli, engines, server
from hunch.engines import CHANCE, GAMES, NOTHING, Game, load, words
from hunch.engines.registry import part
from tests.support.play import all_variants, label, steps, watchers

games = pytest.mark.parametrize("game", [pytest.param(game, id=label(game)) for game in all_variants()])


@games
def test_a_move_is_read_as_it_is_written(game: Game) -> None:
    for step in steps(game, 60):
        moves = step.state.legal()
        written = [words.write(game, move) for move in moves]
        assert len(set(written)) == len(moves), f"two moves are written alike: {sorted(written)}"
        assert all(text == " ".join(text.split()) != "" for text in written)
        for move, text in zip(moves[:5], written[:5], strict=True):
            assert words.parse(step.state, f" {text.upper()} ") == move


@games
def test_each_event_has_a_sentence_in_each_language(game: Game) -> None:
    for step in steps(game, 120):
        for seen in {step.state.seen(step.move, seat) for seat in watchers(game)} - {NOTHING}:
            for language in words.LANGUAGES:
                said = words.say(game, seen, language)
                assert said.strip(), f"{seen:#x} is silent in {language}"
                assert "{" not in said, f"a hole in {said!r}"


@games
def test_no_two_outcomes_have_the_same_sentence(game: Game) -> None:
    for step in steps(game, 400):
        for language in words.LANGUAGES if step.state.to_move == CHANCE else ():
            said = [words.say(game, outcome, language) for outcome, _ in step.state.chances()]
            assert len(set(said)) == len(said), f"told twice: {sorted(said)}"


@games
def test_each_position_and_each_view_has_a_board_in_each_language(game: Game) -> None:
    for step in steps(game, 12):
        for state in (step.state, *(step.state.view(seat) for seat in watchers(game))):
            for language in words.LANGUAGES:
                assert words.board(state, language).strip()


@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_is_missing_in_a_language(name: str) -> None:
    sentences = part(name, "words").SENTENCES
    assert set(sentences) == set(words.LANGUAGES)
    for language in words.LANGUAGES:
        assert sentences[language].keys() == sentences["en"].keys()
        for code, text in sentences[language].items():
            holes = [piece.split("}")[0].split(":")[0] for piece in text.split("{")[1:]]
            others = [piece.split("}")[0].split(":")[0] for piece in sentences["en"][code].split("{")[1:]]
            assert set(holes) <= set(others) | {""}, f"{code} in {language} tells what it does not in English"


MISSET = re.compile(r"'|«(?!\xa0)|(?<!\xa0)([?!»%]|[:;](?=\s|$))|[ \u202f][:;?!»%]")
HOLE = re.compile(r"\{[^{}]*\}")
QUOTED = re.compile(r"«\xa0[^»]*\xa0»")
"""Titles of cards are as the data has them."""


def texts(found: Any) -> Iterator[str]:
    """All texts in what a module holds."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, (dict, tuple, list)):
        for one in found.values() if isinstance(found, dict) else found:
            yield from texts(one)


def written_in_french() -> Iterator[Any]:
    """All texts that stand in a module under "fr", with the module's name."""
    for room in (engines, server, cli):
        for info in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            for found in vars(importlib.import_module(info.name)).values():
                if isinstance(found, dict) and "fr" in found:
                    yield from ((info.name, text) for text in texts(found["fr"]))


def test_french_has_its_own_apostrophe_and_blanks_that_no_line_ends_at() -> None:
    found = set(written_in_french())
    assert {"hunch.engines.games.powwow.words", "hunch.server.services.hints", "hunch.cli.texts"} < dict(found).keys()
    bare = {(name, text): HOLE.sub("x", HOLE.sub("x", text)) for name, text in found}
    assert [where for where, text in bare.items() if MISSET.search(text)] == []


@games
def test_french_sentences_have_french_typography(game: Game) -> None:
    for step in steps(game, 120):
        said = [words.say(game, seen, "fr") for seat in watchers(game) if (seen := step.state.seen(step.move, seat))]
        assert [text for text in said if MISSET.search(QUOTED.sub("", text))] == []
        assert not re.search(r"(?<!\xa0)[:;](\s|$)", words.board(step.state, "fr"))


def test_an_unknown_language_falls_back_to_english() -> None:
    assert [words.known(tag) for tag in ("fr-CA", "FR_fr", "en-GB", "xx", "")] == ["fr", "fr", "en", "en", "en"]


def test_tomahawks_specials_are_called_by_name_beside_their_letters() -> None:
    start = load("tomahawk").new()
    said = {words.say(start.game, event, "fr") for event, _ in start.chances()}
    assert "La place 0 reçoit Grand Manitou (GM), Esprit mouvant (SS), Cœur de séquoia (RH)." in said
