"""A cluster gets no more batches than it has processors, and a batch whose node is lost is played again.

Ray itself is no part of the tests' installation. What stands for it here answers like its functions of these names.
"""

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from bench.arena.batches import Batches
from bench.arena.matches import match
from bench.arena.rig import answers, opened
from bench.arena.task import Task
from bench.arena.worker import Answer, Batch

TASKS = [Task(match("kuhn", {}, "random", "random"), 1, number) for number in range(40)]


class RayError(Exception):
    """Something went wrong in the cluster."""


class RayTaskError(RayError):
    """Something went wrong in the task."""


class Stand(ModuleType):
    """Answers in place of Ray; the nodes of the batches with these numbers are lost."""

    exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def __init__(self, lost: set[int], fails: bool = False) -> None:
        super().__init__("ray")
        self.lost, self.fails, self.given, self.open, self.most = lost, fails, 0, 0, 0
        self.began: dict[str, Any] = {}
        self.options: dict[str, Any] = {}

    def init(self, address: str, **options: Any) -> None:
        self.began = {"address": address, **options}

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def remote(self, **options: Any) -> Callable[[Any], Any]:
        self.options = options
        return lambda _: SimpleNamespace(remote=self._give)

    def _give(self, batch: Batch) -> tuple[int, Batch]:
        self.given, self.open = self.given + 1, self.open + 1
        self.most = max(self.most, self.open)
        return self.given, batch

    def wait(self, given: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        return given[:num_returns], given[num_returns:]

    def get(self, given: tuple[int, Batch]) -> Answer:
        number, batch = given
        self.open -= 1
        if self.fails:
            raise RayTaskError("the task failed")
        if number in self.lost:
            raise RayError("the node is gone")
        return Answer(batch, [(task, task.block) for task in batch.tasks], 3.0 * len(batch.tasks), 0.0)

    def cancel(self, given: Any, force: bool) -> None:
        self.open -= 1

    def shutdown(self) -> None:
        self.began = {}


def standing(monkeypatch: pytest.MonkeyPatch, stand: Stand) -> Stand:
    monkeypatch.setitem(sys.modules, "ray", stand)
    return stand


@pytest.mark.parametrize("lost", [set(), {1}, {2, 3, 9}])
def test_a_lost_node_costs_no_block(monkeypatch: pytest.MonkeyPatch, lost: set[int]) -> None:
    stand = standing(monkeypatch, Stand(lost))
    workers = opened("ray", 2)
    found = [block for answer in answers(Batches(TASKS, workers.count, ""), workers) for _, block in answer.found]
    assert sorted(found) == list(range(40))
    assert stand.most == workers.count == 3
    workers.close()
    assert stand.began == {}


def test_an_error_of_a_task_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    standing(monkeypatch, Stand(set(), fails=True))
    workers = opened("ray", 2)
    with pytest.raises(RayTaskError):
        list(answers(Batches(TASKS, workers.count, ""), workers))
    workers.close()


def test_a_cluster_here_is_small_and_recycles_its_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    stand = standing(monkeypatch, Stand(set()))
    opened("ray", 2)
    assert (stand.began["address"], stand.began["num_cpus"]) == ("local", 2)
    assert stand.began["object_store_memory"] <= 100 << 20
    assert 0 < stand.options["max_calls"] <= 1000
    assert stand.options["max_retries"] == 0  # the rig gives a lost batch out itself
    opened("ray://host:10001", 2)
    assert stand.began["address"] == "ray://host:10001"
    assert "num_cpus" not in stand.began


def test_a_place_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="neither processes, ray"):
        opened("moon", 1)
