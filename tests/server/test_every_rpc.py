"""Every rpc that reflection names: asked with nothing, and with rubbish."""

import grpc
import pytest
from google.protobuf import descriptor_pb2
from grpc_reflection.v1alpha import reflection_pb2

from tests.support.waiting import HANGS_S

FORBIDDEN = {grpc.StatusCode.UNIMPLEMENTED, grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL}


async def reflected(channel, service="grpc.reflection.v1alpha.ServerReflection"):
    """All rpcs as (path, streams in, streams out)."""
    rpc = channel.stream_stream(
        f"/{service}/ServerReflectionInfo",
        reflection_pb2.ServerReflectionRequest.SerializeToString,
        reflection_pb2.ServerReflectionResponse.FromString,
    )
    names = await anext(aiter(rpc(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))))
    found = []
    for name in [one.name for one in names.list_services_response.service]:
        call = rpc(iter([reflection_pb2.ServerReflectionRequest(file_containing_symbol=name)]))
        answer = await anext(aiter(call))
        for raw in answer.file_descriptor_response.file_descriptor_proto:
            file = descriptor_pb2.FileDescriptorProto.FromString(raw)
            for one in file.service:
                if f"{file.package}.{one.name}" == name:
                    found += [(f"/{name}/{m.name}", m.client_streaming, m.server_streaming) for m in one.method]
    return found


async def status_of(channel, path, client_streams, server_streams, raw, timeout=HANGS_S):
    def plain(message):
        return message

    try:
        if client_streams:
            call = channel.stream_stream(path, plain, plain)(iter([raw]), timeout=timeout)
            await call.read()
        elif server_streams:
            call = channel.unary_stream(path, plain, plain)(raw, timeout=timeout)
            await call.read()
        else:
            await channel.unary_unary(path, plain, plain)(raw, timeout=timeout)
            return grpc.StatusCode.OK
        call.cancel()
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK


@pytest.mark.parametrize("raw", [b"", b"\xff\xff\xff", b"\x0a\xff\xff\xff\xff\x0f", bytes(range(256))])
def test_every_rpc_gives_a_proper_status_for_nothing_and_for_rubbish(served, raw):
    async def talk(house):
        rpcs = await reflected(house.channel)
        return {path: await status_of(house.channel, path, *streams, raw) for path, *streams in rpcs}

    found = served(talk)
    assert len(found) >= 15
    assert {path: code for path, code in found.items() if code in FORBIDDEN} == {}


def test_reflection_answers_under_its_newer_name_too(served):
    async def talk(house):
        return await reflected(house.channel, "grpc.reflection.v1.ServerReflection")

    assert any(path.endswith("/SuggestMove") for path, *_ in served(talk))
