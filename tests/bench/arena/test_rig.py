"""The rig loses at most the batch of a worker that is killed, bounds what is given out, and refuses other code."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.arena import rig, signature
from bench.arena.batches import MOST_LOST, SPAN, Batches, BatchLost
from bench.arena.block import found
from bench.arena.matches import match
from bench.arena.processes import Processes, WorkerFailed
from bench.arena.results import Results
from bench.arena.rig import Rig, answers, opened
from bench.arena.task import Task
from bench.arena.worker import Answer, Batch, answer

CASE = match("goofspiel", {"cards": 4}, "search:20", "random")
TASKS = [Task(CASE, 1, number) for number in range(12)]


class Script:
    """Workers whose batches end, or are lost, as a test says."""

    def __init__(self, count: int, lost: set[int]) -> None:
        self.count, self.most = count, 0
        self._lost, self._given, self._number = lost, list[Batch](), 0

    @property
    def busy(self) -> int:
        return len(self._given)

    def give(self, batch: Batch) -> None:
        self._given.append(batch)
        self.most = max(self.most, self.busy)

    def ended(self) -> Iterator[tuple[Batch, Answer | None]]:
        batch, self._number = self._given.pop(), self._number + 1
        if self._number in self._lost:
            yield batch, None
        else:
            yield batch, Answer(batch, [(task, task.block) for task in batch.tasks], 0.5 * len(batch.tasks), 0.0)

    def close(self) -> None:
        pass


def done(workers: Script, count: int) -> list[int]:
    batches = Batches([Task(CASE, 1, number) for number in range(count)], workers.count, "")
    return sorted(block for each in answers(batches, workers) for _, block in each.found)


@pytest.mark.parametrize("lost", [set(), {1}, {2, 5}])
def test_each_task_is_done_once_whatever_is_lost(lost: set[int]) -> None:
    workers = Script(3, lost)
    assert done(workers, 100) == list(range(100))
    assert workers.most == 3


def test_a_batch_that_always_ends_its_worker_ends_the_run() -> None:
    with pytest.raises(BatchLost, match="block 0"):
        done(Script(1, set(range(1, MOST_LOST + 2))), 5)


def test_batches_take_some_seconds_and_leave_work_for_all() -> None:
    batches = Batches([Task(CASE, 1, number) for number in range(1000)], 2, "")
    first = batches.next()
    assert first is not None
    assert len(first.tasks) == 1
    batches.measured(first, 0.1)
    second = batches.next()
    assert second is not None
    assert len(second.tasks) * 0.1 == pytest.approx(SPAN)
    batches.measured(second, SPAN)
    assert batches.seconds_left() == pytest.approx((999 - len(second.tasks)) * 0.1 / 2)
    for _ in range(100):
        batch = batches.next()
        if batch is None:
            break
        assert len(batch.tasks) <= 1 + SPAN / 0.1
    assert batches.next() is None


def test_two_processes_find_what_one_finds(tmp_path: Path) -> None:
    results = Results(tmp_path / "file", "one")
    Rig(results, jobs=2).do(TASKS)
    assert results.of(CASE) == [found(task) for task in TASKS]


def test_a_killed_worker_costs_no_block() -> None:
    workers = opened("processes", 2)
    assert isinstance(workers, Processes)
    try:
        batches = Batches(TASKS, 2, signature.golden())
        first = batches.next()
        assert first is not None
        workers.give(first)
        os.kill(workers.pids()[0], signal.SIGKILL)
        ((batch, said),) = workers.ended()
        assert (batch, said) == (first, None)
        batches.lost(batch)
        finished = [block for each in answers(batches, workers) for block in each.found]
        assert sorted((task.block for task, _ in finished)) == list(range(12))
        assert all(found(task) == result for task, result in finished)
    finally:
        workers.close()


def test_a_worker_of_other_code_does_not_play() -> None:
    batch = Batch((TASKS[0],), signature.golden().replace("kuhn ucb", "kuhn umb"))
    signature.prove.cache_clear()
    with pytest.raises(signature.SignatureDiffers, match="kuhn ucb"):
        answer(batch)
    workers = opened("processes", 1)
    try:
        workers.give(batch)
        with pytest.raises(WorkerFailed, match="SignatureDiffers"):
            list(workers.ended())
    finally:
        workers.close()


def test_an_interrupt_of_the_terminal_is_left_to_the_process_that_asks() -> None:
    workers = opened("processes", 1)
    assert isinstance(workers, Processes)
    try:
        workers.give(Batch((TASKS[0],), signature.golden()))
        list(workers.ended())  # so that it has begun to listen
        workers.give(Batch((TASKS[1],), signature.golden()))
        os.kill(workers.pids()[0], signal.SIGINT)
        ((_, said),) = workers.ended()
        assert said is not None
        assert said.found == [(TASKS[1], found(TASKS[1]))]
    finally:
        workers.close()


class Interrupted(Script):
    """Workers whose asker is interrupted after three batches."""

    def ended(self) -> Iterator[tuple[Batch, Answer | None]]:
        if self._number == 3:
            raise KeyboardInterrupt
        yield from super().ended()


def test_an_interrupt_keeps_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    monkeypatch.setattr(rig, "opened", lambda on, jobs: Interrupted(2, set()))
    with pytest.raises(KeyboardInterrupt):
        Rig(Results(file, "one")).do([Task(CASE, 1, number) for number in range(100)])
    played = len(Results(file, "one").of(CASE))
    assert 3 <= played < 100
    monkeypatch.setattr(rig, "opened", lambda on, jobs: Script(2, set()))
    results = Results(file, "one")
    Rig(results).do([Task(CASE, 1, number) for number in range(100)])
    assert results.of(CASE) == list(range(100))
    assert len(file.read_text().splitlines()) == 100
