"""What a command writes, another reads; options and files that cannot be used are named."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.support.commands import Hunch
from tests.support.servers import EXAMPLES, House, Served

Piped = Callable[..., str]
"""Runs a command with the answer of another as its input: `piped(first, then)`."""


@pytest.fixture
def piped(hunch: Hunch) -> Piped:

    def run(first: Sequence[object], then: Sequence[object]) -> str:
        return hunch(*then, input=hunch(*first))

    return run


SEEN = ("show", EXAMPLES / "goofspiel.json", "--seat", 0, "--json")
QUICK = ("suggest", "-", "--iterations", 50, "--json")


@pytest.mark.parametrize(
    "first", [("new", "kuhn", "--seed", 1, "--json"), ("new", "kuhn", "--seed", 1, "-w", "-"), SEEN]
)
def test_a_position_in_an_answer_is_read(piped: Piped, first: Sequence[object]) -> None:
    assert json.loads(piped(first, QUICK))["advice"]["play"]["moves"]


@pytest.mark.parametrize("how", [("--json",), ("-w", "-")])
def test_the_enemy_goes_on_from_its_own_answer(piped: Piped, tmp_path: Path, how: Sequence[str], hunch: Hunch) -> None:
    file = tmp_path / "position.json"
    hunch("new", "comancheria", "--seed", 1, "--first", "-w", file, code=2)
    hunch("new", "comancheria", "--first", "-w", file)
    assert json.loads(piped(("enemy", file, "--seed", 1, *how), ("enemy", "-", "--json")))["stage"] == {"seat": 0}


@pytest.mark.parametrize("command", [("new", "kuhn"), ("enemy", EXAMPLES / "comancheria.json")])
def test_a_position_on_standard_output_is_there_alone(
    hunch: Hunch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Sequence[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "rulesVersion" in json.loads(hunch(*command, "-w", "-"))
    assert not (tmp_path / "-").exists()
    hunch(*command, "-w", "-", "--json", code=2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"state": 7}', "state: there is no such field"),
        ('{"state": {"chess": {}}}', "chess: there is no such field"),
        ('{"state": {}, "state": []}', "the key 'state' comes twice"),
    ],
)
def test_an_answer_without_a_position_is_refused(hunch: Hunch, text: str, says: str) -> None:
    assert says in hunch("suggest", "-", input=text, code=3)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["show", EXAMPLES / "kuhn.json", "--seat", 1, "--public"], 2, "--seat and --public"),
        (["enemy", EXAMPLES / "comancheria.json", "--seed", 1, "--request-id", "a"], 2, "--request-id and --player"),
        (["enemy", EXAMPLES / "comancheria.json", "--player-seed", "a"], 2, "--player-seed go with --dice"),
        (["enemy", EXAMPLES / "kuhn.json"], 3, "kuhn has no enemy to run"),
        (["new", "goofspiel", "-o", "cards=4", "-o", "cards=5"], 2, "-o cards: given twice"),
        (["new", "kuhn", "--first", "--seed", 1], 2, "--first comes before any chance event, and"),
        (["games", "--language", "de"], 2, "'de' is not one of 'en', 'fr'"),
        (["--language", "de", "games"], 2, "'de' is not one of 'en', 'fr'"),
        (["hint", EXAMPLES / "kuhn.json", "--idea", "raise"], 3, "--idea: 'raise' is not one of"),
        (["--server", "127.0.0.1:1", "--roots", EXAMPLES / "kuhn.json", "games"], 1, "kuhn.json: not a PEM file"),
        (["serve", "--keys", "/none/x", "--listen", "127.0.0.1:0"], 1, "Error: /none/x: No such file or directory"),
        (["--server", "localhost", "games"], 2, "'localhost' has no port; the default port of `hunch serve` is 50051"),
        (["games", "--server", "[::1]"], 2, "--server: '[::1]' has no port"),
        (["--server", "127.0.0.1:99999", "games"], 2, "--server: port 99999 is not in"),
        (["serve", "--home", EXAMPLES / "kuhn.json", "--listen", "127.0.0.1:0"], 1, "kuhn.json is not a folder; name"),
        (["serve", "--home", EXAMPLES / "kuhn.json" / "x", "--listen", "127.0.0.1:0"], 1, "kuhn.json is not a folder"),
        (["serve", "--ledger", f"sqlite:///{EXAMPLES}/kuhn.json/x"], 1, "ledger: "),
        (["serve", "--ledger", f"sqlite:///{EXAMPLES}", "--listen", "127.0.0.1:0"], 1, "name a file in it"),
        (["serve", "--config", "/none/x"], 1, "Error: /none/x: No such file or directory"),
        (["dice", "verify", EXAMPLES / "kuhn.json", "--public-key", "00"], 2, "not 64 hexadecimal digits"),
    ],
)
def test_what_cannot_be_used_is_named(hunch: Hunch, words: Sequence[object], code: int, says: str) -> None:
    output = hunch(*words, code=code)
    assert says in output
    assert "Traceback" not in output


def test_a_caller_without_a_key_learns_how_to_give_one(hunch: Hunch, served: Served, tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    hunch("keys", "make", keys)

    async def talk(house: House) -> str:
        return await asyncio.to_thread(hunch, "--server", house.address, "games", code=4)

    assert "(--key, or HUNCH_KEY)" in served(talk, keys=str(keys))
