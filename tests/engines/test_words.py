"""Every game speaks: each move has a notation of its own, each event a sentence in each language."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import pytest

from hunch import cli, engines, server
from hunch.engines import CHANCE, GAMES, NOTHING, Game, Stream, load, words
from hunch.engines.registry import part
from tests.support.play import all_variants, label, steps, walk, watchers

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
def test_what_people_read_in_any_language_is_typed_and_read_as_that_move(game: Game) -> None:
    for step in steps(game, 60):
        moves, read = step.state.legal(), dict[str, int]()
        for language in ("", *words.LANGUAGES):
            written = [words.write(game, move, language) for move in moves]
            for move, text in zip(moves, written, strict=True):
                assert read.setdefault(words.plain(text), move) == move, f"{text!r} is two moves: {step}"
            for move, text in zip(moves[-5:], written[-5:], strict=True):
                assert words.parse(step.state, f" {text.upper()} ") == move
            assert len({words.plain(text) for text in written}) == len(moves)


def test_accents_ligatures_and_apostrophes_need_not_be_typed() -> None:
    assert words.plain("Éclaireur  de CÔTÉ") == "eclaireur de cote"
    assert words.plain("cœur l’aigle") == "coeur l'aigle"


NOTATIONS = {
    "kuhn": {"check": "parole", "bet": "miser"},
    "leduc": {"check": "parole", "bet": "miser"},
    "manitou": {"select 1": "choisir 1"},
    "comancheria": {"set 1": "série 1"},
}


@pytest.mark.parametrize("name", NOTATIONS)
def test_moves_are_written_in_french(name: str) -> None:
    stream, state = Stream(1), load(name).new()
    while state.to_move == CHANCE:
        state = state.after(state.roll(stream))
    written = {words.write(state.game, move): words.write(state.game, move, "fr") for move in state.legal()}
    assert NOTATIONS[name].items() <= written.items()


def test_specials_have_the_letters_of_their_names_in_each_language() -> None:
    game = load("tomahawk")
    state = next(step.state for step in walk(game.new(), Stream(1)) if step.state.to_move == 0)
    letters = {words.write(game, move, "fr").split("/")[0] for move in state.legal()}
    assert letters <= {"GM", "EM", "CS", "DC", "CV", "PC", "NT"}
    shown = words.board(state.view(0), "fr").split("spéciales reçues ")[1].split("\u00a0;")[0]
    assert letters <= set(shown.split())


def test_people_name_a_hand_of_pow_wow_by_its_player() -> None:
    for players, whom in ((2, ("player 2", "the dummy")), (3, ("player 2", "player 3"))):
        game = load("powwow", players=players)
        for seed in range(20):
            step = next((s for s in walk(game.new(), Stream(seed)) if s.state.to_move == 0 and _gives(s)), None)
            if step is not None:
                break
        assert step is not None
        local = {words.write(game, move, "en").split(" to ")[1] for move in step.state.legal()}
        assert local == set(whom)
        french = {words.write(game, move, "fr").split(" au ")[1] for move in step.state.legal()}
        assert french == {"joueur 2", "mort" if players == 2 else "joueur 3"}
        assert {words.write(game, move).split(" to ")[1] for move in step.state.legal()} == {"1", "2"}


def _gives(step: Any) -> bool:
    return any(" to " in words.write(step.state.game, move) for move in step.state.legal())


@pytest.mark.parametrize("name", GAMES)
def test_texts_for_people_count_players_from_1(name: str) -> None:
    """No text names a seat by its number in messages."""
    counted = re.compile(r"\b([Ss]eat|la place|La place) \d|\b([Pp]layer|[Jj]oueur) 0")
    game = load(name)
    for step in steps(game, 200):
        for language in words.LANGUAGES:
            board = words.board(step.state, language)
            said = words.say_all(step.state, step.move, step.state.after(step.move), language)
            assert name == "comancheria" or not counted.search("\n".join([board, *said])), board


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
SIGN = re.compile(r"^!$|(?:^|(?<=[ (:]))\?(?= \+|\)| est|$)")
"""A sign as it stands on a board."""
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
    bare = {(name, text): HOLE.sub("x", HOLE.sub("x", SIGN.sub("x", text))) for name, text in found}
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
    assert "Le joueur 1 reçoit Grand Manitou (GM), Esprit mouvant (EM), Cœur de séquoia (CS)." in said


MANY = re.compile(r"(?<![\d.,])1 (tours|tuiles|aigles|bisons|caribous|pierres|turns|tiles|eagles|stones)\b(?! \d)")
ONE = re.compile(r"\b([2-9]|\d\d) (tour|tuile|aigle|caribou|pierre|turn|tile|eagle|stone)\b(?! (?:à|au|to) )")


@games
def test_nouns_agree_with_their_numbers(game: Game) -> None:
    for step in steps(game, 150):
        for language in words.LANGUAGES:
            after = step.state.after(step.move)
            said = [words.board(step.state, language), *words.say_all(step.state, step.move, after, language)]
            for text in said:
                assert not MANY.search(text), text
                if not (language == "en" and "caribou" in text):
                    assert not ONE.search(text), text
