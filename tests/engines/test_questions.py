"""Every game says in its questions.json what the house asks it, and all of that can be asked."""

import json
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import GAMES, load, package, questions
from hunch.engines.registry import Questions


@pytest.mark.parametrize("name", GAMES)
def test_the_questions_of_a_game_can_be_asked(name: str) -> None:
    found = questions(name)
    assert isinstance(found, Questions)
    assert found.signature
    for question in (*found.signature, *found.searches, *found.latency):
        assert load(name, **dict[str, Any](question.options)).name == name
        assert question.method in ("", "ucb", "regret", "solitaire")
    assert found.speed is None or found.speed.unit in ("decisions", "steps")


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_asked_that_nobody_reads(name: str) -> None:
    written = json.loads((Path(package(name).__path__[0]) / "questions.json").read_text())
    assert set(written) <= set(Questions.__slots__)
