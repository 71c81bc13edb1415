"""`hunch dice verify`: its exit code is 0 only if the transcript is proved, and it says what else to give."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hunch.server.dice.keys import SIGNING_KEY, Signer
from tests.support.commands import Hunch

EARLIER = Path(__file__).parents[1] / "releases/0.1.0/dice/transcript.json"
"""Of another home than the one that tests use."""
KEY = "9d86d3c0d0e9ecde3af4d0c5d3a4c1d1a0e5b9d2c4b3a1908172635445362718"
SMALL = "01" + "00" * 31
HILL = "ab" * 32


@pytest.fixture
def game(hunch: Hunch, tmp_path: Path) -> dict[str, Any]:
    """A game of dice with a deal, and its files."""
    game: dict[str, Any] = json.loads(hunch("dice", "commit", "--json"))
    hunch("new", "comancheria", "--first", "-w", tmp_path / "start.json")
    words = "--dice", game["gameId"], game["ownerToken"], "--json"
    played = json.loads(hunch("enemy", tmp_path / "start.json", *words))
    events = [happening["event"] for happening in played["happenings"]]
    start = json.loads((tmp_path / "start.json").read_text())
    (tmp_path / "record.json").write_text(json.dumps({"start": start, "events": events}))
    (tmp_path / "short.json").write_text(json.dumps({"start": start}))
    own = "--game", game["gameId"], "--token", game["ownerToken"]
    game["rolled"] = [hunch("dice", "roll", 6, *own, "--position", HILL, "--purpose", "attack") for _ in range(2)]
    (tmp_path / "transcript.json").write_text(hunch("dice", "reveal", *own))
    return game


def plain(output: str) -> str:
    """What stands in tables, without their lines and breaks."""
    return " ".join(output.replace("│", " ").split())


def test_a_position_is_rolled_once_by_command(hunch: Hunch, game: dict[str, Any], tmp_path: Path) -> None:
    assert game["rolled"][0] == game["rolled"][1]
    transcript = json.loads((tmp_path / "transcript.json").read_text())
    assert [roll["purpose"] for roll in transcript["rolls"]].count("attack") == 1
    output = hunch("dice", "verify", tmp_path / "transcript.json", "--rolls")
    assert HILL[:24] in output  # the rest of it stands below
    assert "comancheria: " in output
    hunch("dice", "roll", 6, "--game", game["gameId"], "--position", "ab", code=2)


def test_all_that_is_known_is_compared(hunch: Hunch, game: dict[str, Any], tmp_path: Path) -> None:
    words = "dice", "verify", tmp_path / "transcript.json", "--commitment", game["commitment"]
    answer = json.loads(hunch(*words, "--record", tmp_path / "record.json", "--json"))
    assert answer["valid"]
    assert answer["signedHere"]
    assert [sentence for sentence in answer["unproved"] if "app named" not in sentence] == []
    short = hunch(*words, "--record", tmp_path / "short.json", code=1)
    assert "for positions that are not in the record" in plain(short)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ([], 1, "no key is known here: which server rolled is not proved"),
        (["--public-key", KEY], 1, "it is none of the keys that are known here"),
        (["--any-key"], 0, "Which server signed it: any key was accepted."),
        (
            ["--any-key", "--commitment", "0" * 64],
            1,
            "not the one that the players were shown: this is another game of dice",
        ),
        (["--any-key", "--commitment", "0"], 2, "--commitment: not 64 hexadecimal digits"),
        (["--public-key", "0"], 2, "--public-key: not 64 hexadecimal digits"),
        (["--any-key", "--record", EARLIER], 3, ""),
    ],
)
def test_without_a_proof_the_exit_code_is_not_0(hunch: Hunch, words: Sequence[object], code: int, says: str) -> None:
    output = hunch("dice", "verify", EARLIER, *words, code=code)
    assert says in plain(output)


@pytest.mark.parametrize("words", [["--any-key"], ["--public-key", SMALL]])
def test_a_key_that_anybody_signs_for_never_gives_0(hunch: Hunch, tmp_path: Path, words: Sequence[str]) -> None:
    file = tmp_path / "transcript.json"
    forged = {"signature": "AQ" + "A" * 84 + "==", "publicKey": "AQ" + "A" * 41 + "="}
    file.write_text(json.dumps({**json.loads(EARLIER.read_text()), **forged}))
    output = hunch("dice", "verify", file, *words, code=1)
    assert "the public key is of small order: anybody can sign for it" in plain(output)


def test_the_keys_of_a_named_server_are_known(served: Callable[..., Any], hunch: Hunch, tmp_path: Path) -> None:
    async def talk(house: Any) -> None:
        game = json.loads(await asyncio.to_thread(hunch, "--server", house.address, "dice", "commit", "--json"))
        own = "--game", game["gameId"], "--token", game["ownerToken"]
        file = tmp_path / "transcript.json"
        file.write_text(await asyncio.to_thread(hunch, "--server", house.address, "dice", "reveal", *own))
        await asyncio.to_thread(hunch, "dice", "verify", file, "--server", house.address)
        await asyncio.to_thread(hunch, "dice", "verify", file, code=1)

    served(talk)


def test_no_key_is_made_to_check_a_transcript(hunch: Hunch, tmp_path: Path) -> None:
    hunch("dice", "verify", EARLIER, code=1)
    home = tmp_path / "home"
    assert not (home / SIGNING_KEY).exists()
    Signer(home / SIGNING_KEY)
    (home / SIGNING_KEY).chmod(0o644)
    assert "chmod 600" in hunch("dice", "verify", EARLIER, code=1)
