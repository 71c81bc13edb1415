"""Which tasks a worker gets next: enough for some seconds, by what earlier tasks of their case took. Knows no clock."""

import math
from collections import Counter, deque
from collections.abc import Iterable

from bench.arena.task import Case, Task
from bench.arena.worker import Batch

SPAN = 6.0
"""Seconds that a batch should take: from five on, handing it out costs next to nothing."""
MOST_LOST = 2
"""How often a worker may end within the same batch. Then the batch is the reason, not the machine."""


class BatchLost(Exception):
    """Workers end within a batch, again and again."""


class Batches:
    """The tasks of a run that nobody has yet, and the pace of each case."""

    def __init__(self, tasks: Iterable[Task], workers: int, golden: str) -> None:
        self._left: dict[Case, deque[Task]] = {}
        for task in tasks:
            self._left.setdefault(task.case, deque()).append(task)
        self._workers, self._golden = workers, golden
        self._done, self._lost = Counter[Case](), Counter[Task]()
        self._seconds: dict[Case, float] = {}

    def next(self) -> Batch | None:
        """The next batch; None if all tasks are given out."""
        case = next((case for case, left in self._left.items() if left), None)
        if case is None:
            return None
        left = self._left[case]
        size = min(self._size(case), math.ceil(len(left) / self._workers))
        return Batch(tuple(left.popleft() for _ in range(size)), self._golden)

    def _size(self, case: Case) -> int:
        pace = self.pace(case)
        return 1 if pace is None else max(1, math.ceil(SPAN / max(pace, 1e-6)))

    def pace(self, case: Case) -> float | None:
        """Seconds of a task of this case; None before one was done."""
        return self._seconds[case] / self._done[case] if self._done[case] else None

    def measured(self, batch: Batch, seconds: float) -> None:
        """A batch took so long."""
        self._done[batch.tasks[0].case] += len(batch.tasks)
        case = batch.tasks[0].case
        self._seconds[case] = self._seconds.get(case, 0.0) + seconds

    def lost(self, batch: Batch) -> None:
        """Takes a batch back whose worker ended; BatchLost if that happens each time."""
        first = batch.tasks[0]
        self._lost[first] += 1
        if self._lost[first] > MOST_LOST:
            raise BatchLost(f"workers end within block {first.block} of {first.case.words}, {first.case.players}")
        self._left[first.case].extendleft(reversed(batch.tasks))

    def seconds_left(self) -> float | None:
        """How long all workers together need for what is not given out; None before anything was done."""
        known = [pace for case in self._left if (pace := self.pace(case)) is not None]
        if not known:
            return None
        usual = sum(known) / len(known)
        needed = sum(len(left) * (self.pace(case) or usual) for case, left in self._left.items())
        return needed / self._workers
