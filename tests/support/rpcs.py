"""The rpcs of a running server, as reflection names them, and the status that one answers with."""

from typing import Any

from google.protobuf import descriptor_pb2
from grpc import StatusCode
from grpc.aio import AioRpcError, Channel
from grpc_reflection.v1alpha import reflection_pb2

from tests.support.waiting import HANGS_S

FORBIDDEN = {StatusCode.UNIMPLEMENTED, StatusCode.UNKNOWN, StatusCode.INTERNAL}


async def reflected(
    channel: Channel, service: str = "grpc.reflection.v1alpha.ServerReflection"
) -> list[tuple[str, bool, bool]]:
    """All rpcs as (path, streams in, streams out)."""
    rpc = channel.stream_stream(
        f"/{service}/ServerReflectionInfo",
        reflection_pb2.ServerReflectionRequest.SerializeToString,
        reflection_pb2.ServerReflectionResponse.FromString,
    )
    names = await anext(aiter(rpc(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))))
    rpcs: list[tuple[str, bool, bool]] = []
    for name in [service.name for service in names.list_services_response.service]:
        call = rpc(iter([reflection_pb2.ServerReflectionRequest(file_containing_symbol=name)]))
        answer = await anext(aiter(call))
        for raw in answer.file_descriptor_response.file_descriptor_proto:
            file = descriptor_pb2.FileDescriptorProto.FromString(raw)
            for declared in file.service:
                if f"{file.package}.{declared.name}" == name:
                    rpcs += [(f"/{name}/{m.name}", m.client_streaming, m.server_streaming) for m in declared.method]
    return rpcs


async def status_of(
    channel: Channel, path: str, client_streams: bool, server_streams: bool, raw: bytes, timeout: float = HANGS_S
) -> StatusCode:
    """The status of a call with these bytes."""

    def plain(message: bytes) -> bytes:
        return message

    try:
        if client_streams:
            call: Any = channel.stream_stream(path, plain, plain)(iter([raw]), timeout=timeout)
            await call.read()
        elif server_streams:
            call = channel.unary_stream(path, plain, plain)(raw, timeout=timeout)
            await call.read()
        else:
            await channel.unary_unary(path, plain, plain)(raw, timeout=timeout)
            return StatusCode.OK
        call.cancel()
    except AioRpcError as error:
        return error.code()
    return StatusCode.OK
