"""The rpcs of a server, as reflection names them, and the status that each gives for some bytes."""

from typing import NamedTuple

import grpc
from google.protobuf import descriptor_pb2
from grpc_reflection.v1alpha import reflection_pb2

from tests.support.waiting import HANGS_S

FORBIDDEN = {grpc.StatusCode.UNIMPLEMENTED, grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL}
"""Statuses that no request may cause."""


class Rpc(NamedTuple):
    """An rpc on the wire."""

    path: str
    client_streams: bool
    server_streams: bool


async def reflected(channel: grpc.aio.Channel, service: str = "grpc.reflection.v1alpha.ServerReflection") -> list[Rpc]:
    """All rpcs of a server."""
    ask = channel.stream_stream(
        f"/{service}/ServerReflectionInfo",
        reflection_pb2.ServerReflectionRequest.SerializeToString,
        reflection_pb2.ServerReflectionResponse.FromString,
    )
    names = await anext(aiter(ask(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))))
    rpcs: list[Rpc] = []
    for name in [service.name for service in names.list_services_response.service]:
        answer = await anext(aiter(ask(iter([reflection_pb2.ServerReflectionRequest(file_containing_symbol=name)]))))
        for raw in answer.file_descriptor_response.file_descriptor_proto:
            rpcs += _rpcs(descriptor_pb2.FileDescriptorProto.FromString(raw), name)
    return rpcs


def _rpcs(file: descriptor_pb2.FileDescriptorProto, name: str) -> list[Rpc]:
    return [
        Rpc(f"/{name}/{method.name}", method.client_streaming, method.server_streaming)
        for service in file.service
        if f"{file.package}.{service.name}" == name
        for method in service.method
    ]


async def status_of(channel: grpc.aio.Channel, rpc: Rpc, raw: bytes, timeout: float = HANGS_S) -> grpc.StatusCode:
    """The status of a call with these bytes, or of its first answer if it streams."""

    def plain(message: bytes) -> bytes:
        return message

    try:
        if rpc.client_streams:
            both = channel.stream_stream(rpc.path, plain, plain)(iter([raw]), timeout=timeout)
            await both.read()
            both.cancel()
        elif rpc.server_streams:
            many = channel.unary_stream(rpc.path, plain, plain)(raw, timeout=timeout)
            await many.read()
            many.cancel()
        else:
            await channel.unary_unary(rpc.path, plain, plain)(raw, timeout=timeout)
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK
