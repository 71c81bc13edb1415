"""The examples work against a server, and on the command line without one."""

import asyncio
import runpy
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hunch.cli import main
from hunch.engines import GAMES, load, messages, words
from hunch.v1 import opponent_pb2
from tests.support.servers import EXAMPLES, House

Run = Callable[..., str]
"""Runs an example against a server, and returns what it printed."""


@pytest.fixture
def run(served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def with_server(name: str, *arguments: object, after: Sequence[str] = ()) -> str:
        async def talk(house: House) -> str:
            monkeypatch.setattr(sys, "argv", [name, *map(str, arguments), house.address, *after])
            await asyncio.to_thread(runpy.run_path, str(EXAMPLES / name), run_name="__main__")
            return capsys.readouterr().out

        return str(served(talk))

    return with_server


@pytest.mark.parametrize("name", GAMES)
def test_there_is_an_example_of_every_game_and_it_is_a_seats_own_view(name: str) -> None:
    request = messages.from_json((EXAMPLES / f"{name}.json").read_text(), opponent_pb2.SuggestMoveRequest())
    position = messages.decode(request.position.state)
    assert position.game.name == name
    assert messages.redact(position, request.position.seat) == position


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_move(run: Run, name: str) -> None:
    request = messages.from_json((EXAMPLES / f"{name}.json").read_text(), opponent_pb2.SuggestMoveRequest())
    position = messages.decode(request.position.state)
    first, sentence = run("move.py", EXAMPLES / f"{name}.json").splitlines()[0].split(" - ", 1)
    assert first in [words.write(position.game, move) for move in position.legal()]
    assert sentence


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hint_in_three_steps(run: Run, language: str) -> None:
    output = run("hint.py", EXAMPLES / "goofspiel.json", after=[language])
    assert output.count("nudge:") == 3
    assert output.count("region:") == 2
    assert output.count("move:") == 1


@pytest.mark.parametrize("name", [name for name in GAMES if load(name).solitaire] or ["goofspiel"])
def test_an_enemys_turn_with_real_dice(run: Run, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("builtins.input", lambda question: "1")
    assert "your decision" in run("enemy.py", name)


def test_a_transcript_that_is_verified_offline(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "transcript.json"
    *output, command = run("dice.py", file).splitlines()
    assert [line for line in output if line.startswith("attack")]
    assert [line for line in output if line.startswith(("form", "commitment", "signature", "key")) and "right" in line]
    program, *words = command.split()
    assert (program, CliRunner().invoke(main, words).exit_code) == ("hunch", 0)
    text = file.read_text()
    file.write_text(text.replace('"counter": "1"', '"counter": "3"'))
    assert CliRunner().invoke(main, words).exit_code == 1


def test_a_sealed_game_to_its_end(run: Run) -> None:
    assert "payoffs: " in run("sealed_game.py")


NOBODY = "127.0.0.1:1"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        *(([f"{name}.py"], "usage: python examples/") for name in ("dice", "enemy", "hint", "move")),
        *(([f"{name}.py", EXAMPLES / "kuhn.json", NOBODY], "UNAVAILABLE: ") for name in ("dice", "hint", "move")),
        (["enemy.py", "comancheria", NOBODY], "UNAVAILABLE: "),
        (["sealed_game.py", NOBODY], "UNAVAILABLE: "),
        (["enemy.py", "chess", NOBODY], "Protocol message GameOptions has no "),
        *(([f"{name}.py", "/none/x"], "[Errno 2] No such file or directory: '/none/x'") for name in ("hint", "move")),
        *(([f"{name}.py", EXAMPLES / "move.py"], "Failed to load JSON") for name in ("hint", "move")),
    ],
)
def test_an_example_that_cannot_go_on_says_why_in_a_line(words: Sequence[object], says: str) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLES / str(words[0]), *map(str, words[1:])],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith(says)
