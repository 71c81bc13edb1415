"""A test in the rig counts blocks in their order, whatever order they come in, and plays no more than it needs."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from bench.arena.decision import decided, leading
from bench.arena.matches import match
from bench.arena.results import Results
from bench.arena.rig import Rig
from bench.arena.sprt import ACCEPTED, CONTINUE, REFUSED, Bounds
from bench.arena.task import Task

CASE = match("kuhn", {}, "random", "greedy:none")
WIDE = Bounds(0.0, 60.0)


def outcome(number: int, chance: float) -> dict[str, list[list[float]]]:
    """Two games of a block, won with this probability."""
    luck = np.random.default_rng(number)
    won = [1.0 if luck.random() < chance else -1.0 for _ in range(2)]
    return {"payoffs": [[each, -each] for each in won]}


class Planted(Rig):
    """A rig that plays as planted, in batches of ten that come in another order."""

    def do(self, tasks: Sequence[Task], title: str = "", is_clear: Callable[[], bool] | None = None) -> float:
        missing = self.results.missing(tasks)
        for first in range(0, len(missing), 30):
            for at in (20, 10, 0):
                batch = missing[first + at : first + at + 10]
                self.results.add([(task, outcome(task.block, float(self.on))) for task in batch])
                if is_clear is not None and is_clear():
                    return 0.0
        return 0.0


@pytest.mark.parametrize(("chance", "says"), [(0.65, ACCEPTED), (0.42, REFUSED)])
def test_the_verdict_does_not_depend_on_the_order_in_which_blocks_come(chance: float, says: str) -> None:
    rig = Planted(Results(None, "one"), str(chance))
    found = decided(rig, CASE, WIDE, 3000, 1)
    assert found.says == says
    ordered = Results(None, "one")
    ordered.add([(Task(CASE, 1, number), outcome(number, chance)) for number in range(3000)])
    assert decided(Rig(ordered), CASE, WIDE, 3000, 1) == found
    assert found.blocks <= len(rig.results.of(CASE)) <= found.blocks + 60


def test_it_ends_with_the_blocks_that_are_allowed() -> None:
    rig = Planted(Results(None, "one"), "0.5")
    found = decided(rig, CASE, Bounds(-5.0, 5.0), 100, 1)
    assert (found.says, found.blocks) == (CONTINUE, 100)
    assert len(rig.results.of(CASE)) == 100


def test_blocks_count_up_to_the_first_that_is_missing() -> None:
    results = Results(None, "one")
    results.add([(Task(CASE, seed, number), outcome(number, 1.0)) for seed, number in ((1, 0), (1, 1), (1, 3), (2, 2))])
    assert leading(results, CASE, 1) == [1.0, 1.0]
    assert leading(results, CASE, 2) == []
