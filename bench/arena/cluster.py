"""Workers of a Ray cluster: the one at an address, or one on this machine alone. Needs the group `cluster`.

Each node needs this repository, built, as the folder that Ray was started in or on its `PYTHONPATH`.
"""

import os
from collections.abc import Iterator
from typing import Any

from bench.arena.signature import ROOT
from bench.arena.worker import Answer, Batch, answer

NEW = "local"
"""Ray's word for a cluster of its own, even if another runs on this machine."""
STORE = 100 << 20
"""Bytes of the object store of a cluster on this machine. By default it is a share of the memory of the whole machine,
which a container does not have."""
RECYCLED = 100
"""Batches after which Ray replaces a worker, so that no memory grows without end."""


def search_path() -> str:
    """Where the workers of this machine find the rig and the build that this process uses."""
    given = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    return os.pathsep.join([str(ROOT), *map(os.path.abspath, given)])


class Cluster:
    """As many batches at once as the cluster has processors, so that little waits and little is lost."""

    def __init__(self, address: str | None, count: int) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if not address:
            os.environ["PYTHONPATH"] = search_path()  # inherited; an environment of Ray's own needs one more server
        import ray

        self._ray = ray
        here: dict[str, Any] = {
            "num_cpus": count,
            "include_dashboard": False,
            "object_store_memory": STORE,
        }
        ray.init(address or NEW, log_to_driver=False, logging_level="ERROR", **({} if address else here))
        self._answer = ray.remote(num_cpus=1, max_calls=RECYCLED, max_retries=0)(answer)
        self._given: dict[Any, Batch] = {}

    @property
    def count(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    @property
    def busy(self) -> int:
        """How many batches are given out."""
        return len(self._given)

    def give(self, batch: Batch) -> None:
        """Gives a batch to whichever node is free."""
        self._given[self._answer.remote(batch)] = batch

    def ended(self) -> Iterator[tuple[Batch, Answer | None]]:
        """Waits until a batch ends, and yields each that has: None in place of an answer if its worker was lost."""
        ready, _ = self._ray.wait(list(self._given), num_returns=1)
        for each in ready:
            batch = self._given.pop(each)
            try:
                yield batch, self._ray.get(each)
            except self._ray.exceptions.RayTaskError:
                raise  # an error of the task itself
            except self._ray.exceptions.RayError:
                yield batch, None

    def close(self) -> None:
        """Leaves the cluster; its own ends."""
        for each in self._given:
            self._ray.cancel(each, force=True)
        self._ray.shutdown()
