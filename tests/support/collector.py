"""A collector of traces on loopback: what a server that traces really sends."""

import contextlib
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as pb
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2_grpc as rpc

from tests.support.waiting import HANGS_S


class Collector(rpc.TraceServiceServicer):
    """Keeps every request."""

    def __init__(self) -> None:
        self.requests, self._came = list[Any](), threading.Condition()
        self.server = grpc.server(ThreadPoolExecutor(1))
        rpc.add_TraceServiceServicer_to_server(self, self.server)
        self.endpoint = f"http://127.0.0.1:{self.server.add_insecure_port('127.0.0.1:0')}"

    def Export(self, request: Any, context: Any) -> Any:
        with self._came:
            self.requests.append(request)
            self._came.notify_all()
        return pb.ExportTraceServiceResponse()

    def spans(self, count: int) -> Any:
        """All spans, once there are so many."""
        with self._came:
            assert self._came.wait_for(lambda: len(self._all()) >= count, HANGS_S), self.requests
            return self._all()

    def _all(self) -> Any:
        groups = [group for request in self.requests for group in request.resource_spans]
        return [span for group in groups for scope in group.scope_spans for span in scope.spans]


@contextlib.contextmanager
def collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A collector that is sent each span at once."""
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "1")
    collector = Collector()
    collector.server.start()
    try:
        yield collector
    finally:
        collector.server.stop(None)
