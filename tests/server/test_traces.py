"""Spans of calls, as a collector gets them over OTLP."""

import sys

import pytest

from hunch.server.config import BadSetting
from hunch.v1 import opponent_pb2_grpc
from tests.support.collector import collected
from tests.support.positions import some_request
from tests.support.servers import refused

TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


def test_each_call_is_a_span_under_that_of_the_caller(served, monkeypatch):
    request = some_request("goofspiel")

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        await stub.SuggestMove(request, metadata=(("traceparent", f"00-{TRACE}-{SPAN}-01"),))
        request.position.state.data_hash = "0" * 16
        await refused(stub.SuggestMove(request))

    with collected(monkeypatch) as collector:
        served(talk, traces=collector.endpoint)
        fine, bad = collector.spans(2)
    codes = [{one.key: one.value for one in span.attributes}["rpc.grpc.status_code"].int_value for span in (fine, bad)]
    assert (fine.name, codes) == ("hunch.v1.OpponentService/SuggestMove", [0, 9])
    assert (fine.trace_id.hex(), fine.parent_span_id.hex()) == (TRACE, SPAN)
    assert fine.start_time_unix_nano < fine.end_time_unix_nano


def test_without_the_extra_the_server_says_what_to_install(served, monkeypatch):
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)

    async def talk(house):
        return None

    with pytest.raises(BadSetting, match=r"\[tracing\]"):
        served(talk, traces="http://127.0.0.1:1")
