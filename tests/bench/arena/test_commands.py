"""Each command of the rig does what it says, on a file that the next one goes on with."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bench.arena import rig, strength
from bench.arena.__main__ import main
from bench.arena.matches import match
from bench.arena.worker import Answer, Batch, answer


class Here:
    """A worker in this process, so that a command is quick."""

    count = 1

    def __init__(self) -> None:
        self._given: list[Batch] = []

    @property
    def busy(self) -> int:
        return len(self._given)

    def give(self, batch: Batch) -> None:
        self._given.append(batch)

    def ended(self) -> list[tuple[Batch, Answer]]:
        batch = self._given.pop()
        return [(batch, answer(batch))]

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rig, "opened", lambda on, jobs: Here())


def run(*words: str, code: int = 0) -> Result:
    said = CliRunner().invoke(main, list(words), catch_exceptions=False)
    assert said.exit_code == code, said.output
    return said


GAME = ("goofspiel", "--option", "cards=4")


def test_a_match_goes_on_in_its_file_and_is_shown_and_merged(tmp_path: Path) -> None:
    file, half = tmp_path / "all", tmp_path / "half"
    run("match", *GAME, "search:20", "random", "--games", "8", "--out", str(half))
    assert len(half.read_text().splitlines()) == 4
    run("match", *GAME, "search:20", "random", "--games", "12", "--out", str(half))
    said = run("match", *GAME, "search:20", "random", "--games", "12", "--out", str(file))
    assert file.read_text() == half.read_text()
    assert " 12 " in said.output
    merged, figures = tmp_path / "merged", tmp_path / "figures"
    run("merge", str(merged), str(half), str(file))
    assert merged.read_text() == file.read_text()
    said = run("show", str(merged), "--json", str(figures))
    (row,) = json.loads(figures.read_text())
    assert (row["players"], row["games"]) == (["search:20", "random"], 12)
    assert "What one scale leaves" in said.output


def test_a_test_ends_as_soon_as_it_is_clear(tmp_path: Path) -> None:
    words = (*GAME, "cheat:30", "random", "--out", str(tmp_path / "file"))
    assert "yes, after " in run("decide", *words, "--bounds", "0,100", "--jobs", "1").output
    assert "play on, after 2 blocks" in run("decide", *GAME, "random", "random", "--most", "4", "--jobs", "1").output


def test_bounds_that_are_none_are_refused() -> None:
    for words in ("more", "5,1", "1"):
        said = run("decide", *GAME, "random", "random", "--bounds", words, code=2)
        assert words in said.output


def test_an_option_that_a_game_lacks_is_refused() -> None:
    assert "no option colour" in run("match", "kuhn", "random", "--option", "colour=red", code=2).output


def test_a_league_rates_all_players() -> None:
    said = run("league", *GAME, "cheat:30", "search:30", "random", "--games", "20", "--anchor", "random").output
    assert said.count("random") == 4
    assert "Ratings, goofspiel cards=4" in said


def test_luck_is_reported() -> None:
    assert (
        "a game instead of" in run("luck", "kuhn", "search:20", "random", "--games", "20", "--judge", "leaf:4").output
    )


def test_honesty_keeps_its_samples(tmp_path: Path) -> None:
    file = tmp_path / "file"
    said = run("honesty", "--quick", "--only", "goofspiel", "--out", str(file)).output
    assert "As reported" in said
    lines = file.read_text()
    run("honesty", "--quick", "--only", "goofspiel", "--out", str(file))
    assert file.read_text() == lines
    assert lines.count('"kind": "honesty"') == 10


def test_the_targets_are_shown_and_decide_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    for floor, code in ((0.1, 0), (0.999, 1)):
        row = strength.Row("trial", match("kuhn", {}, "random", "random"), floor, ceiling=False)
        monkeypatch.setattr(strength, "table", lambda row=row: [row])
        assert "kuhn" in run("strength", "--games", "40", code=code).output


def test_the_last_turn_has_a_row_for_each_stratum() -> None:
    said = run("last-turn", "--positions", "2", "--time-ms", "300", "--bounded", "0").output
    assert [name for name in ("nothing hidden", "at most 2 a side", "more") if name in said] != []
