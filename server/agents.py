"""The tools for agents on the HTTP port, at /mcp. Each tool's calls pass the same handlers as all others."""

import asyncio
import hashlib
import json
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from typing import Any, NoReturn, TypeVar

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.message import Message
from mcp.server.transport_security import TransportSecuritySettings

from hunch.agents.ask import Refused
from hunch.agents.server import make
from hunch.server import auth
from hunch.server.addresses import network_of
from hunch.server.connect import HttpBinary, ScopeContext
from hunch.server.rpc import RpcHandlers
from hunch.server.web import AGENTS

A = TypeVar("A", bound=Message)
REQUEST: ContextVar[Mapping[str, Any]] = ContextVar("request")
"""The request whose tool runs. The library's tasks inherit it."""
WIRE = HttpBinary()
NO_MESSAGE = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": None,
        "error": {
            "code": -32600,
            "message": 'no message of JSON-RPC; send "jsonrpc": "2.0", an `id`, a `method`, and `params` as an object',
        },
    }
).encode()
"""The answer to JSON that is no message. Its code is that of an invalid request."""


class ToolContext(ScopeContext):
    """The context of a call that a tool makes: the headers and the address are those of the agent."""

    def time_remaining(self) -> float | None:
        """An agent sends no deadline."""
        return None

    async def abort(self, code: grpc.StatusCode, says: str, metadata: Iterable[Any]) -> NoReturn:
        """Ends the call with words for the agent."""
        raise Refused(f"{code.name}: {says}")


class HandlersAsk:
    """Asks the handlers, as whoever sent the request."""

    def __init__(self, handlers: RpcHandlers, services: Mapping[ServiceDescriptor, object], keyed: bool) -> None:
        self._keyed = keyed  # whether keys are needed; without them anybody can send any
        self._methods: dict[str, Any] = {}
        for descriptor, service in services.items():
            for method in descriptor.methods:
                if not method.client_streaming:
                    handle = handlers.streaming if method.server_streaming else handlers.single
                    self._methods[f"{descriptor.name}.{method.name}"] = handle(method, service)

    @property
    def owner(self) -> str:
        """Who asks: the holder of a key, or a network address if none is needed."""
        context = ToolContext(REQUEST.get())
        if self._keyed:
            return hashlib.sha256(auth.sent_key(context.invocation_metadata()).encode()).hexdigest()
        return network_of(context.peer())

    async def one(self, method: str, request: Message, answer: type[A]) -> A:
        """The answer of a unary rpc."""
        context = ToolContext(REQUEST.get())
        return answer.FromString(await self._methods[method](request.SerializeToString(), context, WIRE))

    async def all(self, method: str, request: Message, answer: type[A]) -> list[A]:
        """All answers of an rpc that streams."""
        context = ToolContext(REQUEST.get())
        stream = self._methods[method](request.SerializeToString(), context, WIRE)
        return [answer.FromString(raw) async for raw in stream]


class Whole:
    """What an agent sends. Once that is whole, it notices when the agent goes."""

    def __init__(self, receive: Any) -> None:
        self._receive, self._all = receive, asyncio.Event()

    async def __call__(self) -> Any:
        """The next part."""
        message = await self._receive()
        if not message.get("more_body"):
            self._all.set()
        return message

    async def gone(self) -> None:
        """Returns when the agent has gone."""
        await self._all.wait()
        while (await self._receive())["type"] != "http.disconnect":
            pass


class Reworded:
    """Sends an answer on. If it refuses what is no message, it says so in our words: the library's name its parts."""

    def __init__(self, send: Any) -> None:
        self._send = send
        self._start: Any = None

    async def __call__(self, message: Any) -> None:
        """Sends the next part. The head of a refusal waits for its body."""
        if message["type"] == "http.response.start" and message["status"] == 400:
            self._start = message
            return
        if self._start is not None:
            start, self._start = self._start, None
            if b"validation error" in message["body"]:
                message = {**message, "body": NO_MESSAGE}
            length = (b"content-length", str(len(message["body"])).encode())
            others = [header for header in start["headers"] if header[0] != length[0]]
            await self._send({**start, "headers": [*others, length]})
        await self._send(message)


class AgentsPage:
    """An ASGI application for /mcp. It keeps no session, so each request stands alone. `start` it, then `stop` it."""

    def __init__(self, ask: HandlersAsk, most_bytes: int) -> None:
        self._server = make(ask)
        # The port itself checks Host and Origin.
        security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self._application = self._server.streamable_http_app(
            streamable_http_path=AGENTS,
            json_response=True,
            stateless_http=True,
            max_request_body_size=most_bytes,
            transport_security=security,
        )
        self._ended = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers a request, as long as the agent waits for the answer. The library would go on without it."""
        REQUEST.set(scope)
        sent = Whole(receive)
        answer = asyncio.ensure_future(self._application(scope, sent, Reworded(send)))
        gone = asyncio.ensure_future(sent.gone())
        try:
            await asyncio.wait((answer, gone), return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                answer.result()
        finally:
            answer.cancel()
            gone.cancel()
            await asyncio.gather(answer, gone, return_exceptions=True)

    async def start(self) -> None:
        """Takes requests."""
        began = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run(began))
        await began

    async def stop(self) -> None:
        """Ends what still runs."""
        if self._task is not None:
            self._ended.set()
            await self._task

    async def _run(self, began: "asyncio.Future[None]") -> None:
        async with self._server.session_manager.run():
            began.set_result(None)
            await self._ended.wait()
