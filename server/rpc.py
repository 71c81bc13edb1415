"""What every call passes: reading, keys, deadlines, the table of errors, counting and logging. Knows no single rpc.

A service is an object with one coroutine per rpc of its descriptor, named in snake case. Messages are read and written
here, as bytes go in and out of grpc: so a message that cannot be read is refused like any other bad request.
"""

import asyncio
import math
import random
import re
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from hunch.engines import messages
from hunch.server.errors import refusal

M = TypeVar("M", bound=Message)
DETAILS = "grpc-status-details-bin"
PUSHBACK = "grpc-retry-pushback-ms"
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
ON_ITS_WAY = 0.1
"""The most of its remaining time that a call is reckoned to have spent before the door sees it."""


class Clock(Protocol):
    """Shows the time; an event loop is one."""

    def time(self) -> float:
        """Seconds since some moment; it never goes back."""


@dataclass(slots=True)
class Call:
    """One call: who, until when, under which name."""

    service: str
    method: str
    context: Any
    clock: Clock = field(default_factory=asyncio.get_running_loop)
    started: float = field(init=False)
    deadline: float = float("inf")  # on `clock`, no later than the client's own
    key: str = ""  # whose account it goes to; empty where no keys are needed
    size: int = 0  # bytes of the message that came last
    gate: "Gate | None" = None  # what let it in; none in a process without ports
    named: str = ""  # its request_id, once somebody asked for that

    def __post_init__(self) -> None:
        self.started = self.clock.time()

    @property
    def request_id(self) -> str:
        """What errors and logs call it: looked up when they do, as nobody waits for the log line of a good answer."""
        self.named = self.named or _request_id(self.context.invocation_metadata())
        return self.named

    def check_scope(self, service: str) -> None:
        """Refuses a caller who may not use another service that this call needs."""
        if self.gate is not None:
            self.gate.admit(service, self.context)

    def elapsed_ms(self) -> float:
        """Since the call came in."""
        return (self.clock.time() - self.started) * 1000


class Gate(Protocol):
    """Who may come in: raises what speaks against it, or gives the account."""

    def admit(self, service: str, context: Any) -> str:
        """The account of the call."""


class Watch(Protocol):
    """Is told of every call that ended."""

    def ended(self, call: Call, code: grpc.StatusCode, error: BaseException | None) -> None:
        """A call is over; `error` is what the table did not know."""


class Door:
    """Makes grpc handlers of our services; every call gets its clock."""

    def __init__(self, gate: Gate, watch: Watch, clock: Clock) -> None:
        self._gate, self._watch, self.clock = gate, watch, clock

    def handlers(self, descriptor: ServiceDescriptor, service: object, name: str = "") -> Any:
        """All rpcs of one service, under its own full name or another."""
        methods = {}
        for method in descriptor.methods:
            work = getattr(service, snake(method.name))
            methods[method.name] = self._handler(descriptor, method, work)
        return grpc.method_handlers_generic_handler(name or descriptor.full_name, methods)

    def _handler(self, service: ServiceDescriptor, method: MethodDescriptor, work: Callable[..., Any]) -> Any:
        kind = GetMessageClass(method.input_type)

        async def one(raw: bytes, context: Any) -> bytes:
            call = self._open(service.name, method.name, context)
            try:
                self._let_in(call)
                answer: bytes = (await work(_read(raw, kind(), call), call)).SerializeToString()
            except BaseException as error:
                await self._refuse(call, error)
                raise
            # Counted and logged a moment later, when grpc has the answer and nobody waits for that.
            asyncio.get_running_loop().call_soon(self._watch.ended, call, grpc.StatusCode.OK, None)
            return answer

        async def many(raw: bytes, context: Any) -> AsyncIterator[bytes]:
            call = self._open(service.name, method.name, context)
            try:
                self._let_in(call)
                async for answer in work(_read(raw, kind(), call), call):
                    yield answer.SerializeToString()
            except BaseException as error:
                await self._refuse(call, error)
                raise
            self._watch.ended(call, grpc.StatusCode.OK, None)

        async def both(stream: AsyncIterator[bytes], context: Any) -> AsyncIterator[bytes]:
            call = self._open(service.name, method.name, context)
            try:
                self._let_in(call)
                async for answer in work((_read(raw, kind(), call) async for raw in stream), call):
                    yield answer.SerializeToString()
            except BaseException as error:
                await self._refuse(call, error)
                raise
            self._watch.ended(call, grpc.StatusCode.OK, None)

        if method.client_streaming:
            return grpc.stream_stream_rpc_method_handler(both)
        if method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(many)
        return grpc.unary_unary_rpc_method_handler(one)

    def _open(self, service: str, method: str, context: Any) -> Call:
        call = Call(service, method, context, self.clock)
        remaining = context.time_remaining()
        if remaining is not None:
            call.deadline = call.started + least_left(remaining)
        return call

    def _let_in(self, call: Call) -> None:
        call.key = self._gate.admit(call.service, call.context)
        call.gate = self._gate

    async def _refuse(self, call: Call, error: BaseException) -> None:
        """An error leaves as a status, unless the client is gone; the watch is told."""
        if isinstance(error, (asyncio.CancelledError, GeneratorExit)):
            late = call.clock.time() >= call.deadline
            self._watch.ended(call, grpc.StatusCode.DEADLINE_EXCEEDED if late else grpc.StatusCode.CANCELLED, None)
            return
        told = refusal(error, call.request_id)
        self._watch.ended(call, told.code, error if told.code is grpc.StatusCode.INTERNAL else None)
        metadata: tuple[tuple[str, str | bytes], ...] = ((DETAILS, told.details),)
        if told.code is grpc.StatusCode.RESOURCE_EXHAUSTED:
            metadata = (*metadata, (PUSHBACK, str(told.retry_ms or -1)))  # a channel that retries waits so long
        error.__traceback__ = None  # grpc keeps what abort raises, and so the search behind it
        await call.context.abort(told.code, told.says, metadata)


def _read(raw: bytes, message: M, call: Call) -> M:
    call.size = len(raw)
    return messages.from_bytes(raw, message)


def least_left(remaining: float) -> float:
    """The seconds that the client surely waits, of those which grpc says remain.

    A client on gRPC's C core sends its timeout in milliseconds below a second, and above that rounds it up to three
    digits. So its own clock runs out up to one unit of the third digit earlier: 10 ms from a second on, 100 ms from ten
    seconds on, a second from a hundred on. The header itself is not shown to a handler.
    """
    sent = remaining * (1 + ON_ITS_WAY)  # at most: a little below a power of ten it may have been above
    return remaining if sent < 1 else remaining - 10.0 ** (math.floor(math.log10(sent)) - 2)


def snake(name: str) -> str:
    """SuggestMove: suggest_move."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _request_id(metadata: Iterable[tuple[str, str | bytes]]) -> str:
    for name, value in metadata:
        if name == "x-request-id" and isinstance(value, str) and REQUEST_ID.fullmatch(value):
            return value
    return f"{random.getrandbits(128):032x}"  # a name for the logs, no secret
