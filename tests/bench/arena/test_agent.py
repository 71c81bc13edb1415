"""An agent of a Python file plays any game in the rig, and a changed one is another player."""

from pathlib import Path

import click
import pytest

from bench.arena.block import found
from bench.arena.game import play
from bench.arena.matches import blocks, match, scores
from bench.arena.players import named, player
from bench.arena.results import Results
from bench.arena.scores import two_errors
from bench.arena.task import Task
from hunch.engines import GAMES, load

FILE = Path(__file__).parents[3] / "examples" / "agent.py"
WORDS = f"agent:{FILE}"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_example_plays_every_game(name: str) -> None:
    game = load(name)
    players = [player(WORDS, game), *[player("random", game)] * (game.seats - 1)]
    assert len(play(game, players, 1)) == game.seats


def test_the_example_beats_random_play_in_thirty_lines() -> None:
    assert len(FILE.read_text().splitlines()) <= 30
    case, results = match("goofspiel", {"cards": 5}, WORDS, "random"), Results(None, "one")
    results.add([(task, found(task)) for task in blocks(case, 80, 1)])
    won = scores(results, case)
    assert sum(won) / len(won) - two_errors(won) > 0.5


def test_a_changed_agent_is_another_player(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text("def first(view, seat, stream):\n    return view.legal()[0]\n")
    words = named(f"agent:{file}:first")
    assert named(words) == words != f"agent:{file}:first"
    found(Task(match("kuhn", {}, words, "random"), 1, 0))
    file.write_text("def first(view, seat, stream):\n    return view.legal()[-1]\n")
    assert named(words) != words
    with pytest.raises(click.BadParameter, match="is not the version"):
        player(f"agent:{file}:first@00000000", load("kuhn"))


def test_a_function_that_is_not_there_is_refused() -> None:
    with pytest.raises(click.BadParameter, match="no function play"):
        player(f"{WORDS}:play", load("kuhn"))
