"""Figures for Prometheus, and the log line of each call. No label comes from what a client sends."""
import ipaddress
import traceback
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any
from wsgiref.simple_server import WSGIServer

import grpc
from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from hunch.server.config import BadSetting
from hunch.server.door import Call
from hunch.server.logs import Log
from hunch.server.pool import Rank, Standing

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
CANCELS = {grpc.StatusCode.CANCELLED: "client", grpc.StatusCode.DEADLINE_EXCEEDED: "deadline"}


class Metrics:
    """Counts calls and searches; `standing` is asked when somebody reads the page."""

    def __init__(self, log: Log, log_calls: bool, standing: Callable[[], Standing]) -> None:
        self._log, self._log_calls = log, log_calls
        self.registry = registry = CollectorRegistry()
        calls = Counter("hunch_calls", "Calls that ended.", ("service", "method", "code"), registry=registry)
        seconds = Histogram(
            "hunch_call_seconds", "From arrival to end.", ("service", "method"), buckets=SECONDS, registry=registry
        )
        self._cancels = Counter("hunch_cancels", "Calls given up before their answer.", ("cause",), registry=registry)
        wait = Histogram(
            "hunch_queue_seconds", "Waiting for a core.", ("class",), buckets=SECONDS, registry=registry
        )
        search = Histogram("hunch_search_seconds", "Thinking.", ("class",), buckets=SECONDS, registry=registry)
        iterations = Counter("hunch_iterations", "Iterations made.", ("game",), registry=registry)
        # Labels are few and looked up for each call, which prometheus_client does slowly.
        self._count, self._time, self._waited = cache(calls.labels), cache(seconds.labels), cache(wait.labels)
        self._thought, self._played = cache(search.labels), cache(iterations.labels)
        self._dropped = Counter("hunch_log_lines_dropped", "Log lines nobody took.", registry=registry)
        registry.register(_Standing(standing))
        ProcessCollector(registry=registry)

    def ended(self, call: Call, code: grpc.StatusCode, error: BaseException | None) -> None:
        """A call is over."""
        elapsed = call.elapsed_ms()
        self._count(call.service, call.method, code.name).inc()
        self._time(call.service, call.method).observe(elapsed / 1000)
        if code in CANCELS:
            self._cancels.labels(CANCELS[code]).inc()
        if error is not None:
            self._log.line("error", "broken", request_id=call.request_id, method=call.method, **_where(error))
        if self._log_calls:
            self._log.line(
                "info", "call", request_id=call.request_id, service=call.service, method=call.method,
                code=code.name, ms=round(elapsed, 2),
            )

    def searched(self, rank: Rank, game: str, queue_ms: float, search_ms: float, iterations: int) -> None:
        """A search is over."""
        self._waited(rank.name.lower()).observe(queue_ms / 1000)
        self._thought(rank.name.lower()).observe(search_ms / 1000)
        self._played(game).inc(iterations)


def _where(error: BaseException) -> dict[str, str]:
    """The kind of an error and the place in the code it came from; never its text, which may quote a state."""
    frames = traceback.extract_tb(error.__traceback__)
    place = " < ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in reversed(frames[-6:]))
    return {"error": type(error).__name__, "place": place}


class _Standing(Collector):
    def __init__(self, standing: Callable[[], Standing]) -> None:
        self._standing = standing

    def collect(self) -> Iterable[Any]:
        now = self._standing()
        yield GaugeMetricFamily("hunch_running", "Searches that run.", value=now.running)
        yield GaugeMetricFamily("hunch_cores", "Searches that can run at once.", value=now.slots)
        yield GaugeMetricFamily("hunch_search_memory_mib", "Granted to running searches.", value=now.memory_mib)
        queued = GaugeMetricFamily("hunch_queued", "Requests that wait.", labels=("class",))
        oldest = GaugeMetricFamily("hunch_oldest_seconds", "Age of the one that waits longest.", labels=("class",))
        for rank in Rank:
            queued.add_metric((rank.name.lower(),), now.queued.get(rank, 0))
            oldest.add_metric((rank.name.lower(),), now.oldest_ms.get(rank, 0.0) / 1000)
        yield queued
        yield oldest


def serve_page(address: str, registry: CollectorRegistry) -> WSGIServer:
    """Serves the Prometheus page; on loopback unless a host is named."""
    host, _, port = address.rpartition(":")
    if not port.isdigit():
        raise BadSetting(f"metrics: {address!r} has no port")
    host = host.strip("[]") or str(ipaddress.IPv4Address("127.0.0.1"))
    server, _ = start_http_server(int(port), addr=host, registry=registry)
    return server
