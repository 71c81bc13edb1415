"""A file of results can be cut, extended and merged, and other code's lines do not count."""

from pathlib import Path
from typing import Any

from bench.arena.matches import match
from bench.arena.results import Results, line, merged
from bench.arena.task import Task, as_entry, from_entry

CASE = match("goofspiel", {"cards": 4}, "random", "greedy:none")
TASKS = [Task(CASE, 1, number) for number in range(6)]


def written(file: Path, tasks: list[Task], signature: str = "one") -> Path:
    Results(file, signature).add([(task, {"payoffs": [[0.0, task.block]]}) for task in tasks])
    return file


def test_a_task_survives_its_line() -> None:
    assert from_entry(as_entry(TASKS[3], "one")) == TASKS[3]


def test_merged_halves_equal_the_whole_byte_for_byte(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole", TASKS)
    halves = [written(tmp_path / "a", TASKS[3:]), written(tmp_path / "b", TASKS[:4])]
    assert merged(halves) == merged(halves[::-1]) == whole.read_text() == merged([whole])


def test_a_file_that_was_cut_within_a_line_goes_on(tmp_path: Path) -> None:
    file = written(tmp_path / "file", TASKS)
    text = file.read_text()
    file.write_text(text[:-9])
    results = Results(file, "one")
    assert results.missing(TASKS) == TASKS[5:]
    results.add([(TASKS[5], {"payoffs": [[0.0, 5]]})])
    assert file.read_text() == text
    assert Results(file, "one").missing(TASKS) == []


def test_lines_of_other_code_stay_and_do_not_count(tmp_path: Path) -> None:
    file = written(tmp_path / "file", TASKS, "other")
    assert Results(file, "one").missing(TASKS) == TASKS
    written(file, TASKS[:2])
    assert len(Results(file, "one").of(CASE)) == 2
    assert len(Results(file, "other").of(CASE)) == 6
    assert len(merged([file]).splitlines()) == 8


def test_a_block_counts_once_even_if_two_runs_played_it(tmp_path: Path) -> None:
    file = written(tmp_path / "file", TASKS)
    with file.open("a") as end:
        end.write(line(TASKS[0], "one", {"payoffs": [[9.0, 9.0]]}))
    found: list[Any] = Results(file, "one").of(CASE)
    assert len(found) == 6
    assert found[0] == {"payoffs": [[0.0, 0]]}


def test_two_runs_may_share_a_file(tmp_path: Path) -> None:
    file = written(tmp_path / "file", TASKS[:1])
    first, second = Results(file, "one"), Results(file, "one")
    first.add([(TASKS[1], {})])
    second.add([(TASKS[2], {})])
    Results(file, "one")  # begins while the others go on
    first.add([(TASKS[3], {})])
    assert Results(file, "one").missing(TASKS) == TASKS[4:]


def test_blocks_are_read_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    file = written(tmp_path / "file", TASKS[::-1])
    assert [each["payoffs"][0][1] for each in Results(file, "one").of(CASE)] == list(range(6))
