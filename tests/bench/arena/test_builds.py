"""A search of another build plays in the rig, under a name that changes with the build."""

from pathlib import Path

import click
import pytest

import hunch.search
from bench.arena import builds
from bench.arena.block import found
from bench.arena.game import play
from bench.arena.matches import match
from bench.arena.players import named, player
from bench.arena.task import Task
from hunch.engines import load

HERE = Path(str(hunch.search.__file__)).absolute().parents[2]
"""The folder of the build that runs."""
WORDS = f"build:{HERE}:search:40"


def test_this_build_plays_in_a_process_of_its_own_as_it_would_play_here() -> None:
    for name in ("kuhn", "powwow"):
        game = load(name)
        others = [player("random", game)] * (game.seats - 1)
        assert play(game, [player(WORDS, game), *others], 1) == play(game, [player(WORDS, game), *others], 1)
    question = {
        "game": ("kuhn", {}, load("kuhn").version, load("kuhn").data_hash),
        "words": "40",
        "seat": 0,
        "seed": 5,
        "events": (),
    }
    state = load("kuhn").new()
    while state.to_move < 0:
        state = state.after(state.chances()[0][0])
    question |= {"view": bytes(state.view(0)), "start": bytes(state.view(0))}
    assert builds.Process(HERE).ask(question) == builds.answer(question)


def test_a_block_names_the_build_that_played() -> None:
    words = named(WORDS)
    assert named(words) == words == f"build:{HERE}@{builds.digest(HERE)}:search:40"
    case = match("kuhn", {}, WORDS, "random")
    assert case.players[0] == words
    assert found(Task(case, 1, 0)) == found(Task(case, 1, 0))


def test_another_build_than_the_one_that_is_to_play_is_refused() -> None:
    with pytest.raises(click.BadParameter, match="is not the build 00000000"):
        player(f"build:{HERE}@00000000:search:40", load("kuhn"))
    for words in (f"build:{HERE}", "build:/nowhere:search:40"):
        with pytest.raises(click.BadParameter, match="package hunch"):
            player(words, load("kuhn"))


def test_a_build_with_other_rules_says_so() -> None:
    with pytest.raises(ValueError, match="other rules"):
        builds.same_game("kuhn", {}, load("kuhn").version + 1, load("kuhn").data_hash)
