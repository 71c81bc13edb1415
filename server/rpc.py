"""What every call passes: parsing, keys, deadlines, the table of errors, metrics and logs. Of a single rpc it knows
only how much it matters.

A service is an object with one coroutine per rpc of its descriptor, named in snake case. Messages are parsed and
serialized here, not by a port. So a message that cannot be parsed is refused like any other bad request, and each port
brings only its `Wire`.
"""

import asyncio
import math
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from hunch.engines import BadMessage, messages
from hunch.server.bounds import OpenBound
from hunch.server.errors import refusal
from hunch.server.jobs import Rank

M = TypeVar("M", bound=Message)
DETAILS = "grpc-status-details-bin"
"""The trailer in which gRPC carries a `google.rpc.Status`."""
PUSHBACK = "grpc-retry-pushback-ms"
"""The trailer that says how long a client waits before it retries; -1 forbids it to retry."""
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""The request ids that are taken from a client."""
GIVEN_UP_S = 0.01
"""How soon after a call ended without its message grpc cancels its handler, if the client gave the call up."""
RANKS = {
    "SuggestMove": Rank.MOVE,
    "StreamSuggestions": Rank.ANALYSIS,
    "WatchSuggestions": Rank.ANALYSIS,
    "EvaluateMoves": Rank.ANALYSIS,
    "SolvePosition": Rank.ANALYSIS,
}
"""The classes of all work for these rpcs; that for others has the class of a hint."""
ON_ITS_WAY = 0.1
"""The share of its remaining time that a call may have spent before a handler sees it."""


class Clock(Protocol):
    """Shows the time; an event loop is one."""

    def time(self) -> float:
        """Seconds since some moment; it never goes back."""


@dataclass(slots=True)
class Call:
    """One call: its rpc, its deadline, its account and its name in the logs."""

    service: str
    method: str
    context: Any
    clock: Clock = field(default_factory=asyncio.get_running_loop)
    started: float = field(init=False)
    deadline: float = float("inf")  # on `clock`, no later than the client's own
    key: str = ""  # the account that is charged; empty if no keys are needed
    size: int = 0  # bytes of the message that came last
    waited_ms: float = 0.0  # for cores that prepared what comes next
    authenticator: "Authenticator | None" = None  # what let it in; none in a process without ports
    named: str = ""  # its request_id, once it was looked up
    system: str = "grpc"  # the protocol it came over, as OpenTelemetry names it

    def __post_init__(self) -> None:
        self.started = self.clock.time()

    @property
    def request_id(self) -> str:
        """The name of the call in errors and logs. It is looked up late: the caller of a good answer need not wait."""
        self.named = self.named or _request_id(self.context.invocation_metadata())
        return self.named

    @property
    def rank(self) -> Rank:
        """How much its work matters."""
        return RANKS.get(self.method, Rank.HINT)

    def check_scope(self, service: str) -> None:
        """Refuses a caller who may not use another service that this call needs."""
        if self.authenticator is not None:
            self.authenticator.authenticate(service, self.context)

    def elapsed_ms(self) -> float:
        """Milliseconds since the call came in."""
        return (self.clock.time() - self.started) * 1000


class Wire(Protocol):
    """What differs between the protocols that calls come over."""

    system: str
    """Its name in traces."""

    def time_left(self, context: Any) -> float | None:
        """The seconds until a call's deadline; None if it has none."""

    async def only(self, sent: Any, call: Call) -> bytes:
        """The bytes of the message of a call that has a single one."""

    async def read(self, raw: bytes, message: M, call: Call) -> M:
        """Fills a message from what was sent. Raises `BadMessage` if that is no such message."""

    async def write(self, message: Message) -> bytes:
        """A message as it is sent."""


class Binary:
    """Messages as protobuf's own bytes."""

    async def read(self, raw: bytes, message: M, call: Call) -> M:
        """Fills a message from its bytes."""
        call.size = len(raw)
        return messages.from_bytes(raw, message)

    async def write(self, message: Message) -> bytes:
        """The bytes of a message."""
        return message.SerializeToString()


class Grpc(Binary):
    """gRPC, whose context has its deadline as the client's rounded timeout."""

    system = "grpc"

    def time_left(self, context: Any) -> float | None:
        """The seconds that the client surely waits."""
        remaining = context.time_remaining()
        return None if remaining is None else least_left(remaining)

    async def only(self, sent: Any, call: Call) -> bytes:
        """Waits for the message. grpc hands every call on as a stream."""
        raw = await call.context.read()
        if not isinstance(raw, bytes):  # the end of the stream
            await asyncio.sleep(GIVEN_UP_S)
            raise BadMessage("", "the call ended without its message")
        return raw


GRPC = Grpc()
"""The protocol of the first port."""


class Authenticator(Protocol):
    """Decides who may call. Raises `NoKey` or `NotAllowed`, or returns the account."""

    def authenticate(self, service: str, context: Any) -> str:
        """The account of the call."""


class CallObserver(Protocol):
    """Sees every call that ended: metrics, logs and traces."""

    def ended(self, call: Call, code: grpc.StatusCode, error: BaseException | None) -> None:
        """A call is over. `error` is set only if the table of errors did not know it."""

    def close(self) -> None:
        """Sends what is left to be sent. May wait."""


class RpcHandlers:
    """Makes handlers of our services, for grpc and for any other `Wire`. Every call gets its clock.

    grpc's handlers take streams, so that it shows a call before its message: one that never sends its message is
    bounded too.
    """

    def __init__(self, authenticator: Authenticator, observer: CallObserver, clock: Clock, calls: OpenBound) -> None:
        self._authenticator, self._observer, self.clock, self._calls = authenticator, observer, clock, calls

    def handlers(self, descriptor: ServiceDescriptor, service: object, name: str = "") -> Any:
        """grpc's handlers of all rpcs of one service, under its own full name or another."""
        methods = {}
        for method in descriptor.methods:
            if method.server_streaming:
                methods[method.name] = grpc.stream_stream_rpc_method_handler(self.streaming(method, service))
            else:
                methods[method.name] = grpc.stream_unary_rpc_method_handler(self.single(method, service))
        return grpc.method_handlers_generic_handler(name or descriptor.full_name, methods)

    def single(self, method: MethodDescriptor, service: object) -> Callable[..., Awaitable[bytes]]:
        """The handler of an rpc with one answer. It takes a message as sent, and the context of the call."""
        kind, name = GetMessageClass(method.input_type), method.containing_service.name
        rpc = getattr(service, snake(method.name))

        async def handle(sent: Any, context: Any, wire: Wire = GRPC) -> bytes:
            call = self._open(name, method.name, context, wire)
            try:
                with self._calls.opened(context.peer()):
                    self._authenticate(call)
                    raw = await wire.only(sent, call)
                    answer = await wire.write(await rpc(await wire.read(raw, kind(), call), call))
            except BaseException as error:
                await self._refuse(call, error)
                raise
            # Counted and logged a moment later, when the port has the answer and nobody waits for that.
            asyncio.get_running_loop().call_soon(self._observer.ended, call, grpc.StatusCode.OK, None)
            return answer

        return handle

    def streaming(self, method: MethodDescriptor, service: object) -> Callable[..., AsyncIterator[bytes]]:
        """The handler of an rpc with many answers. `sent` is one message as sent, or a stream of them if the client
        streams."""
        kind, name, many = GetMessageClass(method.input_type), method.containing_service.name, method.client_streaming
        rpc = getattr(service, snake(method.name))

        async def handle(sent: Any, context: Any, wire: Wire = GRPC) -> AsyncIterator[bytes]:
            call = self._open(name, method.name, context, wire)
            try:
                with self._calls.opened(context.peer()):
                    self._authenticate(call)
                    each = (await wire.read(raw, kind(), call) async for raw in sent) if many else None
                    async for answer in rpc(each or await wire.read(await wire.only(sent, call), kind(), call), call):
                        yield await wire.write(answer)
            except BaseException as error:
                await self._refuse(call, error)
                raise
            self._observer.ended(call, grpc.StatusCode.OK, None)

        return handle

    def _open(self, service: str, method: str, context: Any, wire: Wire) -> Call:
        call = Call(service, method, context, self.clock, system=wire.system)
        left = wire.time_left(context)
        if left is not None:
            call.deadline = call.started + left
        return call

    def _authenticate(self, call: Call) -> None:
        call.key = self._authenticator.authenticate(call.service, call.context)
        call.authenticator = self._authenticator

    async def _refuse(self, call: Call, error: BaseException) -> None:
        """Reports an error to the observer, and sends it as a status unless the client is gone."""
        if isinstance(error, (asyncio.CancelledError, GeneratorExit)):
            late = call.clock.time() >= call.deadline
            self._observer.ended(call, grpc.StatusCode.DEADLINE_EXCEEDED if late else grpc.StatusCode.CANCELLED, None)
            _let_go(error)
            return
        status = refusal(error, call.request_id)
        self._observer.ended(call, status.code, error if status.code is grpc.StatusCode.INTERNAL else None)
        metadata: tuple[tuple[str, str | bytes], ...] = ((DETAILS, status.details),)
        if status.code is grpc.StatusCode.RESOURCE_EXHAUSTED:
            metadata = (*metadata, (PUSHBACK, str(status.retry_ms or -1)))  # a channel that retries waits this long
        _let_go(error)
        await call.context.abort(status.code, status.says, metadata)


def _let_go(error: BaseException) -> None:
    """Forgets where an error came from: a port may keep it in a circle, and so the search behind it."""
    error.__traceback__ = error.__context__ = None


def least_left(remaining: float) -> float:
    """The seconds that the client surely waits, of those that grpc says remain.

    A client on gRPC's C core sends a timeout below a second in milliseconds. It rounds a longer one up to three digits.
    So its own clock runs out up to one unit of the third digit earlier: 10 ms from a second on, 100 ms from ten seconds
    on, a second from a hundred on. A handler does not see the header itself.
    """
    sent = remaining * (1 + ON_ITS_WAY)  # at most: what is left just below a power of ten may have begun above it
    return remaining if sent < 1 else remaining - 10.0 ** (math.floor(math.log10(sent)) - 2)


def snake(name: str) -> str:
    """`suggest_move` for `SuggestMove`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _request_id(metadata: Iterable[tuple[str, str | bytes]]) -> str:
    for name, value in metadata:
        if name == "x-request-id" and isinstance(value, str) and REQUEST_ID.fullmatch(value):
            return value
    return f"{random.getrandbits(128):032x}"  # a name for the logs, no secret
