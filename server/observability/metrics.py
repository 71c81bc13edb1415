"""Figures for Prometheus, and the log line of each call. Nothing that a client sends becomes a label."""

import ipaddress
import traceback
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import Any
from wsgiref.simple_server import WSGIServer

import grpc
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from hunch.server.jobs import Rank
from hunch.server.observability.logs import Log
from hunch.server.rpc import Call
from hunch.server.scheduler import Status

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Bounds of the spreads of times."""
CANCELS = {grpc.StatusCode.CANCELLED: "client", grpc.StatusCode.DEADLINE_EXCEEDED: "deadline"}
"""Who gave up a call that ended so."""
Labels = tuple[str, ...]
"""The values of a figure's labels."""
RANKS = {rank: (rank.name.lower(),) for rank in Rank}
"""The label of each class."""


class _Times:
    """How long things took: how many within each bound, and the sum."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts, self.total = [0] * (len(SECONDS) + 1), 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.total += seconds

    def rows(self) -> list[tuple[str, float]]:
        """For each bound, how many took at most that long."""
        return list(zip(map(str, (*SECONDS, "+Inf")), accumulate(self.counts), strict=True))


class Metrics(Collector):
    """Counts calls and searches on the event loop. `status` and `ledger_bytes` are called when somebody reads the page.

    The counts are plain numbers, as those of prometheus_client take a lock and a lookup for each call.
    """

    def __init__(
        self, log: Log, log_calls: bool, status: Callable[[], Status], ledger_bytes: Callable[[], int]
    ) -> None:
        self._log, self._log_calls, self._status, self._ledger_bytes = log, log_calls, status, ledger_bytes
        self._calls: defaultdict[Labels, int] = defaultdict(int)
        self._cancels: defaultdict[Labels, int] = defaultdict(int)
        self._refused: defaultdict[Labels, int] = defaultdict(int)
        self._played: defaultdict[Labels, int] = defaultdict(int)
        self._took: defaultdict[Labels, _Times] = defaultdict(_Times)
        self._waited: defaultdict[Labels, _Times] = defaultdict(_Times)
        self._thought: defaultdict[Labels, _Times] = defaultdict(_Times)
        self.registry = CollectorRegistry()
        self.registry.register(self)
        ProcessCollector(registry=self.registry)

    def ended(self, call: Call, code: grpc.StatusCode, error: BaseException | None) -> None:
        """A call is over."""
        elapsed, name = call.elapsed_ms(), code.name
        self._calls[call.service, call.method, name] += 1
        self._took[call.service, call.method].add(elapsed / 1000)
        if code in CANCELS:
            self._cancels[(CANCELS[code],)] += 1
        if error is not None:
            self._log.line("error", "broken", request_id=call.request_id, method=call.method, **_where(error))
        if self._log_calls:
            self._log.line(
                "info",
                "call",
                request_id=call.request_id,
                service=call.service,
                method=call.method,
                code=name,
                ms=int(elapsed * 100) / 100,
            )

    def refused(self, cause: str) -> None:
        """Something came over HTTP that reached no rpc."""
        self._refused[(cause,)] += 1

    def close(self) -> None:
        """Has nothing left to send: whoever wants the figures reads them."""

    def searched(self, rank: Rank, game: str, queue_ms: float, search_ms: float, iterations: int) -> None:
        """A search is over."""
        label = RANKS[rank]
        self._waited[label].add(queue_ms / 1000)
        self._thought[label].add(search_ms / 1000)
        self._played[(game,)] += iterations

    def collect(self) -> Iterable[Any]:
        """Everything, for the page."""
        yield _counted("hunch_calls", "Calls that ended.", ("service", "method", "code"), self._calls)
        yield _spread("hunch_call_seconds", "From arrival to end.", ("service", "method"), self._took)
        yield _counted("hunch_cancels", "Calls given up before their answer.", ("cause",), self._cancels)
        yield _counted("hunch_web_refusals", "What reached no rpc over HTTP.", ("cause",), self._refused)
        yield _spread("hunch_queue_seconds", "Waiting for a core.", ("class",), self._waited)
        yield _spread("hunch_search_seconds", "Thinking.", ("class",), self._thought)
        yield _counted("hunch_iterations", "Iterations made.", ("game",), self._played)
        yield CounterMetricFamily("hunch_log_lines_dropped", "Log lines that nobody read.", value=self._log.dropped)
        yield GaugeMetricFamily("hunch_ledger_bytes", "Games of dice, measured each minute.", self._ledger_bytes())
        yield from _pool(self._status())


def _counted(name: str, text: str, labels: Labels, counts: Mapping[Labels, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(name, text, labels=labels)
    for values, count in list(counts.items()):  # at once, as the loop goes on counting
        family.add_metric(values, count)
    return family


def _spread(name: str, text: str, labels: Labels, times: Mapping[Labels, _Times]) -> HistogramMetricFamily:
    family = HistogramMetricFamily(name, text, labels=labels)
    for values, spread in list(times.items()):
        family.add_metric(values, spread.rows(), spread.total)
    return family


def _pool(now: Status) -> Iterable[Any]:
    yield GaugeMetricFamily("hunch_running", "Searches that run.", value=now.running)
    yield GaugeMetricFamily("hunch_cores", "Searches that can run at once.", value=now.slots)
    yield GaugeMetricFamily("hunch_search_memory_mib", "Granted to running searches.", value=now.memory_mib)
    queued = GaugeMetricFamily("hunch_queued", "Requests that wait.", labels=("class",))
    oldest = GaugeMetricFamily("hunch_oldest_seconds", "Age of the request that waits longest.", labels=("class",))
    for rank in Rank:
        queued.add_metric((rank.name.lower(),), now.queued.get(rank, 0))
        oldest.add_metric((rank.name.lower(),), now.oldest_ms.get(rank, 0.0) / 1000)
    yield queued
    yield oldest


def _where(error: BaseException) -> dict[str, str]:
    """The kind of an error and its place in the code. Its text is left out, as it may quote a state."""
    frames = traceback.extract_tb(error.__traceback__)
    place = " < ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in reversed(frames[-6:]))
    return {"error": type(error).__name__, "place": place}


def serve_page(address: str, registry: CollectorRegistry) -> WSGIServer:
    """Serves the Prometheus page, on loopback if the address has no host."""
    host, _, port = address.rpartition(":")
    host = host.strip("[]") or str(ipaddress.IPv4Address("127.0.0.1"))
    server, _ = start_http_server(int(port), addr=host, registry=registry)
    return server


def end_page(server: WSGIServer) -> None:
    """Serves the page no more. Waits until its thread notices, which looks twice a second."""
    server.shutdown()
    server.server_close()
