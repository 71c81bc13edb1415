"""The jobs that wait, by key and by class. Knows whose they are and how long they take, not who is next."""

import itertools
import math
from collections import deque
from collections.abc import Iterator
from typing import Any

from hunch.server.jobs import Job, Rank


class WaitingJobs:
    """Queues, one for each class of each key. Used on one event loop; any thread may call `queued`."""

    def __init__(self) -> None:
        self._queues: dict[str, dict[Rank, deque[Job[Any]]]] = {}  # holds no empty key and no empty class
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, key: str) -> bool:
        return key in self._queues

    def __iter__(self) -> Iterator[Job[Any]]:
        return itertools.chain.from_iterable(map(self.of, self._queues))

    def of(self, key: str) -> Iterator[Job[Any]]:
        """The jobs of a key."""
        return itertools.chain.from_iterable(self._queues.get(key, {}).values())

    def ms_of(self, key: str) -> float:
        """The core time that the jobs of a key take at least."""
        return math.fsum(job.least_ms for job in self.of(key))

    def others(self, key: str) -> Iterator[str]:
        """The keys that wait, except one."""
        return (other for other in self._queues if other != key)

    def heads(self) -> list[list[Job[Any]]]:
        """For each key, the first job of each class."""
        return [[queue[0] for queue in ranks.values()] for ranks in self._queues.values()]

    def crowd(self, key: str) -> int:
        """How many jobs wait, of each other key at most one more than of this."""
        counts = {other: sum(map(len, ranks.values())) for other, ranks in self._queues.items()}
        own = counts.pop(key, 0)
        return own + sum(min(count, own + 1) for count in counts.values())

    def heaviest(self, newcomer: Job[Any]) -> Job[Any] | None:
        """The last job in the lowest class of the key that has most waiting, if that is more than the newcomer's key
        would have."""
        weights = {key: self.ms_of(key) for key in self._queues}
        key = max(weights, key=lambda key: weights[key])
        if weights[key] <= weights.get(newcomer.key, 0.0) + newcomer.least_ms:
            return None
        return self._queues[key][max(self._queues[key])][-1]

    def put(self, job: Job[Any], again: bool = False) -> None:
        """Puts a new job behind those that are due before it, and one that goes on at the head of its queue."""
        queue = self._queues.setdefault(job.key, {}).setdefault(job.rank, deque())
        later = itertools.takewhile(lambda other: other.due_at > job.due_at, reversed(queue))
        queue.insert(0 if again else len(queue) - sum(1 for _ in later), job)
        self._count += 1

    def remove(self, job: Job[Any]) -> None:
        """Takes a job out, if it waits."""
        ranks = self._queues.get(job.key, {})
        queue = ranks.get(job.rank)
        if queue is None or job not in queue:
            return
        queue.remove(job)
        self._count -= 1
        if not queue:
            del ranks[job.rank]
        if not ranks:
            del self._queues[job.key]

    def queued(self, now: float) -> tuple[dict[Rank, int], dict[Rank, float]]:
        """How many wait in each class, and for how many ms the first to come. It copies at once what it reads."""
        counts, oldest_ms = dict.fromkeys(Rank, 0), dict.fromkeys(Rank, 0.0)
        for ranks in list(self._queues.values()):
            for rank, queue in list(ranks.items()):
                jobs = list(queue)
                counts[rank] += len(jobs)
                oldest_ms[rank] = max([oldest_ms[rank], *((now - job.queued_at) * 1000 for job in jobs)])
        return counts, oldest_ms
