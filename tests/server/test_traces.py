"""Spans of calls: what they say, and that nothing of a game is in them."""
import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from hunch.server import serve
from hunch.server.traces import Traces
from hunch.v1 import opponent_pb2_grpc

from .conftest import refused
from .positions import some_request

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def spans(monkeypatch):
    """Where the spans of a server go that is told to trace."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(serve, "traced", lambda watch, endpoint: Traces(watch, provider.get_tracer("tests")))
    return exporter


def test_each_call_is_a_span_that_tells_nothing_of_the_game(served, spans):
    request = some_request("goofspiel")
    request.seed = 4_207_849_484

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        await stub.SuggestMove(request, metadata=(("traceparent", PARENT),))
        request.position.state.data_hash = "cafe1234cafe1234"
        await refused(stub.SuggestMove(request))

    served(talk, traces="http://127.0.0.1:1")
    fine, bad = spans.get_finished_spans()
    assert fine.name == "hunch.v1.OpponentService/SuggestMove"
    assert (fine.attributes["rpc.grpc.status_code"], bad.attributes["rpc.grpc.status_code"]) == (0, 9)
    assert f"{fine.context.trace_id:032x}" == PARENT.split("-")[1]
    assert fine.start_time < fine.end_time
    told = fine.to_json() + bad.to_json()
    assert "4207849484" not in told
    assert "cafe1234" not in told
