"""The Connect protocol and gRPC-Web: one more `Wire` in front of the same handlers, over HTTP.

`connectrpc` knows both protocols, and this is the only file that knows `connectrpc`. Endpoints are made from the
descriptors. Its codecs hand on what was sent, so that the handlers parse it and refuse it like any other message.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextvars import ContextVar
from typing import Any, NamedTuple, NoReturn, TypeVar

import grpc
from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import ConnectASGIApplication, Endpoint
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.json_format import MessageToJson
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status
from protobuf import wkt

from hunch.engines import messages
from hunch.server.addresses import peer_of
from hunch.server.offload import Offload
from hunch.server.rpc import DETAILS, Binary, Call, RpcHandlers

M = TypeVar("M", bound=Message)
Scope = Mapping[str, Any]
"""What an ASGI server says of a request."""
WITHOUT_COST = ("ListGames", "ListLevels", "GetServerInfo", "Check")
"""Rpcs that answer GET. Any page of any site can make a browser send one, so they must cost next to nothing."""
RUNNING: ContextVar[Scope] = ContextVar("scope")
"""The request that runs. The library hands a handler its headers, but not its connection."""
REACHED = "reached"
"""In the state of a request: set once a handler has it. Handlers count their calls themselves."""
CODES = {code: Code(code.name.lower().replace("cancelled", "canceled")) for code in grpc.StatusCode if code.value[0]}
"""Statuses as Connect spells them."""


class Exact:
    """A deadline as it was sent: Connect and gRPC-Web round none."""

    system = "connect_rpc"

    def time_left(self, context: "Context") -> float | None:
        """The seconds until the deadline; None if there is none."""
        return context.time_remaining()

    async def only(self, sent: bytes, call: Call) -> bytes:
        """HTTP has brought the message with the call."""
        return sent


class HttpBinary(Exact, Binary):
    """Messages as protobuf's own bytes, over HTTP."""


class HttpJson(Exact):
    """Messages as ProtoJSON. A field that does not exist is refused. Much text is read and written beside the loop."""

    def __init__(self, offload: Offload) -> None:
        self._offload = offload

    async def read(self, raw: bytes, message: M, call: Call) -> M:
        """Fills a message from JSON."""
        call.size = len(raw) // LONGER
        await self._offload.stepwise(call, messages.reading_json(raw, message))
        call.size = message.ByteSize()
        return message

    async def write(self, message: Message) -> bytes:
        """A message as JSON in one line."""
        if message.ByteSize() <= MOST_ON_LOOP:
            return _line(message)
        return await asyncio.to_thread(_line, message)


def _line(message: Message) -> bytes:
    return messages.to_json(message, indent=None).encode()


TYPES = {
    StreamType.UNARY: ("application/json", "application/proto"),
    StreamType.SERVER_STREAM: ("application/connect+json", "application/connect+proto"),
}
"""The content types of a call in the Connect protocol."""
WEB_TYPES = ("application/grpc-web", "application/grpc-web+json", "application/grpc-web+proto")
"""The content types of a call in gRPC-Web."""
ENCODINGS = ("proto", "json")
"""How messages may be written: the last part of a content type, and `encoding` in the query of a GET."""
LONGER = 2
"""How many bytes of JSON are read on the event loop for one of protobuf. JSON has five to six times as many."""
MOST_ON_LOOP = 2_048
"""Bytes of protobuf up to which an answer is written as JSON on the event loop. It takes about a millisecond."""


class Sent(NamedTuple):
    """A message as it came, unread."""

    raw: bytes
    wire: HttpBinary | HttpJson


class Codec:
    """A codec of the library that leaves messages as they are."""

    def __init__(self, name: str, wire: HttpBinary | HttpJson) -> None:
        self._name, self._wire = name, wire

    def name(self) -> str:
        """The last part of its content types."""
        return self._name

    def encode(self, message: bytes) -> bytes:
        """An answer, which the handler has encoded."""
        return message

    def decode(self, data: bytes | bytearray, message_class: type) -> Sent:
        """What was sent, for the handler."""
        return Sent(bytes(data), self._wire)


class ScopeContext:
    """What a request over HTTP says of a call, as the handlers read grpc's context."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def peer(self) -> str:
        """The address of the client, as grpc writes it."""
        client = self._scope.get("client")
        if client is None:  # the connection is already gone
            return "unknown:"
        return peer_of(*client)

    def invocation_metadata(self) -> Iterable[tuple[str, str]]:
        """The headers of the request."""
        return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in self._scope["headers"]]

    def auth_context(self) -> Mapping[str, Iterable[bytes]]:
        """The client's identity by TLS."""
        return {"x509_common_name": self._scope["state"].get("certificate", ())}


class Context(ScopeContext):
    """The context of a call in the Connect protocol or in gRPC-Web."""

    def __init__(self, context: RequestContext[Any, Any]) -> None:
        super().__init__(RUNNING.get())
        self._context = context
        self._scope["state"][REACHED] = True

    def time_remaining(self) -> float | None:
        """The seconds until the deadline; None if there is none."""
        left_ms = self._context.timeout_ms
        return None if left_ms is None else left_ms / 1000

    async def abort(self, code: grpc.StatusCode, says: str, metadata: Iterable[tuple[str, str | bytes]]) -> NoReturn:
        """Ends the call with a status and its details."""
        raw = next((value for name, value in metadata if name == DETAILS), b"")
        assert isinstance(raw, bytes)
        details = [Detail(detail.type_url, detail.value) for detail in Status.FromString(raw).details]
        raise ConnectError(CODES[code], says, details)


class Detail(ErrorDetail):
    """A detail of google.rpc, which the library also shows as JSON."""

    def __init__(self, type_url: str, raw: bytes) -> None:
        super().__init__(wkt.Any(type_url=type_url, value=raw))

    def value(self, *about: Any) -> Any:
        """The detail as a message of the library's own kind."""
        kind = getattr(error_details_pb2, self.type_name.rpartition(".")[2])
        return wkt.Struct.from_json(MessageToJson(kind.FromString(self.message_bytes)))


class Application(ConnectASGIApplication[None]):
    """All rpcs that HTTP can carry, by their paths: those with one request."""

    def __init__(
        self,
        handlers: RpcHandlers,
        services: Mapping[ServiceDescriptor, object],
        offload: Offload,
        most_message_bytes: int,
    ) -> None:
        self.paths = dict(_endpoints(handlers, services))
        super().__init__(
            service=None,
            endpoints=lambda service: self.paths,
            read_max_bytes=most_message_bytes,
            compressions=(),  # as over gRPC: no message is unpacked before its size is known
            codecs=[Codec("proto", HttpBinary()), Codec("json", HttpJson(offload))],
        )

    @property
    def path(self) -> str:
        """Where it is mounted."""
        return "/"

    def methods(self, path: str) -> tuple[str, ...]:
        """The HTTP methods that an rpc answers."""
        level = self.paths[path].method.idempotency_level
        return ("GET", "POST") if level is IdempotencyLevel.NO_SIDE_EFFECTS else ("POST",)

    def types(self, path: str) -> tuple[str, ...]:
        """The content types that an rpc takes."""
        return TYPES[self.paths[path].method.stream_type] + WEB_TYPES

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers a request."""
        RUNNING.set(scope)
        await super().__call__(scope, receive, send)


def _endpoints(handlers: RpcHandlers, services: Mapping[ServiceDescriptor, object]) -> Iterable[tuple[str, Any]]:
    for descriptor, service in services.items():
        for method in descriptor.methods:
            if not method.client_streaming:
                yield f"/{descriptor.full_name}/{method.name}", _endpoint(handlers, method, service)


def _endpoint(handlers: RpcHandlers, method: MethodDescriptor, service: object) -> Any:
    level = IdempotencyLevel.NO_SIDE_EFFECTS if method.name in WITHOUT_COST else IdempotencyLevel.UNKNOWN
    kind = StreamType.SERVER_STREAM if method.server_streaming else StreamType.UNARY
    info = MethodInfo(
        name=method.name,
        service_name=method.containing_service.full_name,
        input=Sent,
        output=bytes,
        idempotency_level=level,
        stream_type=kind,
    )
    if method.server_streaming:
        return Endpoint.server_stream(info, _many(handlers.streaming(method, service)))
    return Endpoint.unary(info, _one(handlers.single(method, service)))


def _one(handle: Callable[..., Awaitable[bytes]]) -> Callable[..., Awaitable[bytes]]:
    def answer(sent: Sent, context: RequestContext[Any, Any]) -> Awaitable[bytes]:
        return handle(sent.raw, Context(context), sent.wire)

    return answer


def _many(handle: Callable[..., AsyncIterator[bytes]]) -> Callable[..., AsyncIterator[bytes]]:
    def answers(sent: Sent, context: RequestContext[Any, Any]) -> AsyncIterator[bytes]:
        return handle(sent.raw, Context(context), sent.wire)  # the library closes it, and so ends the search

    return answers
