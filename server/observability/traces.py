"""OpenTelemetry spans, one for each call: its name, status and times, never its content. Needs the extra `tracing`."""

import time
from typing import Any

import grpc

from hunch.server.config import BadSetting
from hunch.server.rpc import Call, CallObserver

MISSING = "traces: OpenTelemetry is not installed; it comes with the extra, pip install '.[tracing]'"


class Traces:
    """Makes a span of each call that ended, and passes the call on to another observer."""

    def __init__(self, observer: CallObserver, provider: Any) -> None:
        from opentelemetry.trace import SpanKind, StatusCode
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._observer, self._provider, self._tracer = observer, provider, provider.get_tracer("hunch")
        self._server, self._bad, self._parent = SpanKind.SERVER, StatusCode.ERROR, TraceContextTextMapPropagator()

    def ended(self, call: Call, code: grpc.StatusCode, error: BaseException | None) -> None:
        """A call is over."""
        self._observer.ended(call, code, error)
        sent = {name: value for name, value in call.context.invocation_metadata() if name == "traceparent"}
        now = time.time_ns()
        span = self._tracer.start_span(
            f"hunch.v1.{call.service}/{call.method}",
            self._parent.extract(sent),
            self._server,
            {
                "rpc.system": call.system,
                "rpc.service": call.service,
                "rpc.method": call.method,
                "rpc.grpc.status_code": code.value[0],
                "request_id": call.request_id,
            },
            start_time=now - round(call.elapsed_ms() * 1e6),
        )
        if error is not None:
            span.set_status(self._bad, type(error).__name__)
        span.end(now)

    def close(self) -> None:
        """Sends the spans that are left, if the collector takes them. May wait for it."""
        self._observer.close()
        self._provider.shutdown()


def traced(observer: CallObserver, endpoint: str) -> CallObserver:
    """An observer that also sends spans to an OTLP endpoint; without an endpoint, the observer that was passed."""
    if not endpoint:
        return observer
    try:
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise BadSetting(MISSING) from None
    provider = TracerProvider(resource=Resource.create({"service.name": "hunch"}), shutdown_on_exit=False)
    insecure = endpoint.startswith("http://")
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint, insecure=insecure)))
    return Traces(observer, provider)
