"""Tables and lines: nothing typed is markup, nothing is cut, and all of it is in the language asked for."""

import io
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from hunch.cli import render, terminal, texts
from hunch.engines import GAMES
from hunch.v1 import advice_pb2, dice_pb2, enemy_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2
from tests.support.commands import MAIN, Hunch
from tests.support.servers import EXAMPLES


def test_the_name_of_a_key_is_shown_as_it_was_typed(hunch: Hunch, tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    hunch("keys", "make", file, "--scope", "dice", "--name", "[/prod] :bee:")
    assert "[/prod] :bee:" in hunch("keys", "list", file)
    hunch("keys", "revoke", file, json.loads(hunch("keys", "list", file, "--json"))[0]["id"])
    assert hunch("keys", "list", file) == "no keys\n"


def test_a_narrow_terminal_cuts_nothing(hunch: Hunch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal.out, "width", 60)
    output = hunch("games")
    assert "…" not in output
    assert "Comanchería" in output
    assert all(f"│ {name} " in output for name in GAMES)
    monkeypatch.setattr(terminal.out, "width", 40)
    assert "10,000" in hunch("suggest", EXAMPLES / "tomahawk.json", "--iterations", 10_000, "--level", 10)


SEATS = {"kuhn": "2", "comancheria": "1", "manitou": "2–5", "powwow": "2–6"}


@pytest.mark.parametrize(("name", "seats"), SEATS.items())
def test_the_seats_are_those_that_the_options_allow(hunch: Hunch, name: str, seats: str) -> None:
    row = next(line for line in hunch("games").splitlines() if line.startswith(f"│ {name} "))
    assert row.split("│")[2].strip() == seats


def printed(part: RenderableType) -> str:
    shown = io.StringIO()
    Console(file=shown, width=200, markup=False).print(part)
    return shown.getvalue()


FELL = dice_pb2.GetRollStatisticsResponse(
    dice=[
        dice_pb2.FaceStatistics(faces=6, rolled=30, chi_square=2, p_value=0.849),
        dice_pb2.FaceStatistics(faces=20, rolled=99, chi_square=2, p_value=1),
    ]
)
TURN = enemy_pb2.AdvanceEnemyResponse(
    wanted=[rules_pb2.ChanceOutcome(sentence="Un six.")],
    happenings=[rules_pb2.Happening(sentence="Oui.", dice_counter=3)],
)
CHECKS = dice_pb2.VerifyTranscriptResponse(checks=[dice_pb2.TranscriptCheck(name="chain", passed=True)])
QUEUE = operations_pb2.GetQueueStatusResponse(draining=True, classes=[operations_pb2.ClassStatus(name="opponent")])


@pytest.mark.parametrize(
    ("shown", "says"),
    [
        (lambda tongue: render.statistics(FELL, tongue), ["dé", "lancés", "décompte"]),
        (lambda tongue: render.checks(CHECKS, tongue), ["vérification", "juste", "problème"]),
        (lambda tongue: render.enemy(TURN, tongue), ["issue", "ce qui s’est passé", "(dé 3)"]),
        (
            lambda tongue: render.status(operations_pb2.GetServerInfoResponse(), QUEUE, tongue),
            ["recherche", "en attente", "en cours d’arrêt", "cœurs utilisés"],
        ),
    ],
)
def test_all_is_shown_in_french_or_all_in_english(shown: Callable[[str], RenderableType], says: Sequence[str]) -> None:
    french, english = printed(shown("fr")), printed(shown("en"))
    assert [word for word in says if word not in french] == []
    assert [word for word in says if word in english] == []


def test_the_checks_of_a_transcript_have_names_in_french(hunch: Hunch, tmp_path: Path) -> None:
    game, file = json.loads(hunch("dice", "commit", "--json")), tmp_path / "transcript.json"
    file.write_text(hunch("dice", "reveal", "--game", game["gameId"], "--token", game["ownerToken"]))
    record = tmp_path / "record.json"
    record.write_text(json.dumps({"start": json.loads(hunch("new", "kuhn", "--first", "-w", "-"))}))
    words = "dice", "verify", file, "--record", record
    names = [check["name"] for check in json.loads(hunch(*words, "--json"))["checks"]]
    assert set(names) == texts.CHECKS["fr"].keys()
    output = hunch(*words, "--language", "fr")
    rows = [row for row in output.splitlines() if row.startswith("│")]
    assert [row.split("│")[1].strip() for row in rows] == [texts.CHECKS["fr"][name] for name in names]
    assert "Non prouvé :" in output.replace("\xa0", " ")


def test_both_languages_have_the_same_texts() -> None:
    for said in (texts.ANSWERS, texts.GAME):
        assert list(said["en"]) == list(said["fr"])


def test_games_are_listed_in_french(hunch: Hunch) -> None:
    output = hunch("games", "--language", "fr") + hunch("games", "goofspiel", "--language", "fr")
    says = "jeu", "places", "caché", "oui", "ce qu’elle fait", "page et options en anglais", "règles 1"
    assert [word for word in says if word not in output] == []


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", ["0 worlds", "1 decision ", "1,000"]), ("fr", ["0 monde ", "1 décision ", "1\xa0000"])],
)
def test_a_noun_takes_the_number_of_its_figure(language: str, says: Sequence[str]) -> None:
    solved = printed(render.solution(solver_pb2.Solution(worlds=0, decisions=1), language))
    made = opponent_pb2.SuggestMoveResponse(advice=advice_pb2.Advice(iterations=1))
    output = solved + printed(render.suggestion(made, language))
    made.advice.iterations = 1_000
    output += printed(render.suggestion(made, language))
    iteration = {"en": " iteration", "fr": " itération"}[language]
    assert [text for text in (*says[:2], f"1{iteration} ", f"{says[2]}{iteration}s ") if text not in output] == []


def test_no_line_ends_at_a_no_break_space() -> None:
    shown, text = io.StringIO(), "dans un cas sur 100\xa0%"
    narrow = terminal.Terminal(file=shown, width=20, markup=False)
    listed = render.new_table("mot")
    listed.add_row(text)
    for part in (text, Text(text), listed):
        narrow.print(part)
    assert shown.getvalue().count("100\xa0%") == 3


def test_p_is_shown_if_it_means_anything() -> None:
    rows = printed(render.statistics(FELL)).splitlines()
    assert [row.split("│")[4].strip() for row in rows if row.startswith("│ d")] == ["0.849", "–"]


def test_a_table_without_rows_is_left_out(hunch: Hunch, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    hunch("new", "kuhn", "--seed", 1, "-w", file)
    output = hunch("moves", file, "--seat", 1)
    assert "player 2 has nothing to choose" in output
    assert "┏" not in output
    assert "┏" not in hunch("games", "kuhn")
    game = json.loads(hunch("dice", "commit", "--json"))
    own = "--game", game["gameId"], "--token", game["ownerToken"]
    assert hunch("dice", "statistics", *own) == "nothing was rolled\n"


def test_a_terminal_that_is_not_of_utf_8_shows_what_it_can() -> None:
    run = [sys.executable, "-c", MAIN, "--language", "fr", "suggest", str(EXAMPLES / "kuhn.json")]
    output = subprocess.run(
        run, capture_output=True, env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)}
    )
    assert (output.returncode, output.stderr) == (0, b"")
    assert b"?" in output.stdout
