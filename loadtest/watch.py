"""Samples a server and its generators a few times a second: CPU, memory, descriptors, the queue."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

import grpc

from hunch.v1 import operations_pb2, operations_pb2_grpc
from loadtest.processes import Process, Serving, machine_s

EVERY_S = 0.25


@dataclass(frozen=True, slots=True)
class Look:
    """One sample."""

    at: float  # on the clock of time.monotonic
    cpu: float  # share of one core since the sample before
    generator_cpu: float
    others_cpu: float  # of the whole machine, without the server, the generators and this process
    memory_mib: float
    descriptors: int
    oldest_ms: float  # of the waiting requests
    queued: int


class Watch:
    """Samples until it is closed."""

    def __init__(
        self, server: Serving, generators: Sequence[Process], metadata: Sequence[tuple[str, str]] = ()
    ) -> None:
        self.looks: list[Look] = []
        self._server, self._generators, self._metadata = server, generators, metadata
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> list[Look]:
        """Ends, and returns all samples."""
        self._closed.set()
        self._thread.join()
        return self.looks

    def _run(self) -> None:
        with grpc.insecure_channel(self._server.address) as channel:
            stub = operations_pb2_grpc.OperationsServiceStub(channel)
            at, cpu, others = time.monotonic(), self._server.cpu_s(), self._others_s()
            generator_cpu = self._generators_s()
            while not self._closed.wait(EVERY_S):
                now, now_cpu, now_generator = time.monotonic(), self._server.cpu_s(), self._generators_s()
                passed = max(now - at, 1e-3)
                now_others = self._others_s()
                oldest_ms, queued = self._queue(stub)
                self.looks.append(
                    Look(
                        now,
                        (now_cpu - cpu) / passed,
                        max(0.0, now_generator - generator_cpu) / passed,
                        max(0.0, now_others - others) / passed,
                        self._server.memory_mib(),
                        self._server.descriptors(),
                        oldest_ms,
                        queued,
                    )
                )
                at, cpu, generator_cpu, others = now, now_cpu, now_generator, now_others

    def _others_s(self) -> float:
        return machine_s() - self._server.cpu_s() - self._generators_s() - time.process_time()

    def _generators_s(self) -> float:
        return sum(generator.cpu_s() for generator in self._generators)

    def _queue(self, stub: operations_pb2_grpc.OperationsServiceStub) -> tuple[float, int]:
        try:
            status = stub.GetQueueStatus(
                operations_pb2.GetQueueStatusRequest(), timeout=1.0, metadata=tuple(self._metadata)
            )
        except grpc.RpcError:
            return 0.0, 0
        return max((each.oldest_ms for each in status.classes), default=0.0), sum(
            each.queued for each in status.classes
        )
