"""Workers in processes of this machine. If one is killed, its batch is lost, and a new one takes its place."""

import multiprocessing
import signal
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait

from bench.arena.worker import Answer, Batch, answer

SPAWN = multiprocessing.get_context("spawn")
"""A new process knows nothing of this one, so none inherits a thread or the pipe of another."""
RECYCLED = 100
"""Batches after which a worker is replaced, so that no memory grows without end."""


class WorkerFailed(Exception):
    """A task raised an error, whose text this is."""


class Worker:
    """A process and the batch that it has."""

    def __init__(self) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()  # so that the pipe ends with the process
        self.batch: Batch | None = None
        self.batches = 0

    def give(self, batch: Batch) -> None:
        self.batch, self.batches = batch, self.batches + 1
        self.pipe.send(batch)

    def take(self) -> Answer | None:
        """Its answer; None if the process has ended."""
        try:
            said = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            return None
        if isinstance(said, str):
            raise WorkerFailed(said)
        self.batch = None
        return said

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Processes:
    """As many workers as are asked for."""

    def __init__(self, count: int) -> None:
        self._workers = [Worker() for _ in range(count)]

    @property
    def count(self) -> int:
        return len(self._workers)

    @property
    def busy(self) -> int:
        """How many workers have a batch."""
        return sum(worker.batch is not None for worker in self._workers)

    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.process.pid or 0 for worker in self._workers]

    def give(self, batch: Batch) -> None:
        """Gives a batch to a free worker."""
        at = next(n for n, worker in enumerate(self._workers) if worker.batch is None)
        if self._workers[at].batches >= RECYCLED or not self._workers[at].process.is_alive():
            self._replace(at)
        self._workers[at].give(batch)

    def ended(self) -> Iterator[tuple[Batch, Answer | None]]:
        """Waits until a batch ends, and yields each that has: None in place of an answer if its worker was killed."""
        ready = wait([worker.pipe for worker in self._workers if worker.batch is not None])
        for at, worker in enumerate(self._workers):
            batch = worker.batch
            if batch is not None and worker.pipe in ready:
                said = worker.take()
                if said is None:
                    self._replace(at)
                yield batch, said

    def _replace(self, at: int) -> None:
        self._workers[at].close()
        self._workers[at] = Worker()

    def close(self) -> None:
        """Ends all workers at once. What they had is lost."""
        for worker in self._workers:
            worker.close()


def serve(pipe: Connection) -> None:
    """What the process does until its pipe ends. An interrupt of the terminal is for the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            batch = pipe.recv()
        except EOFError:
            return
        try:
            said: Answer | str = answer(batch)
        except Exception:
            said = traceback.format_exc()
        pipe.send(said)
