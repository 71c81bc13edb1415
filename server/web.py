"""The HTTP port: what it lets in, its few pages, and its start and end on the event loop of the gRPC port.

uvicorn's own server is not used: it takes SIGTERM, and wakes ten times a second. Its protocol does the work.
"""

import asyncio
import contextlib
import html
import json
import logging
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs

from uvicorn import Config as Uvicorn
from uvicorn.server import ServerState

from hunch.server import VERSION, auth, openapi
from hunch.server.bounds import OpenBound
from hunch.server.config import BadSetting, Config
from hunch.server.connect import ENCODINGS, REACHED, Application, ScopeContext
from hunch.server.connections import IDLE_S, Connection
from hunch.server.errors import Busy
from hunch.server.listener import Listener
from hunch.server.page import MADE_WITHOUT, WAY_OUT, File

if TYPE_CHECKING:
    from hunch.server.agents import AgentsPage

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Asgi = Callable[[Any, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
AGENTS = "/mcp"
"""Where agents ask."""
PAGE, ABOUT, SCHEMA = "/", "/about", "/openapi.json"
"""Where the page for players is, the page about this port, and the schema."""
PIECE = 65_536
"""Bytes of a file that are handed on at once. A client that reads slowly makes the server hold two of these."""
POLL_S = 0.02
"""How often the end looks whether answers have left."""
METHODS = b"GET, POST"
"""What pages of other origins may send."""
SENT_HEADERS = (
    b"Authorization, Connect-Protocol-Version, Connect-Timeout-Ms, Content-Type, Grpc-Timeout, X-Grpc-Web, "
    b"X-Request-Id, X-User-Agent"
)
"""The headers that pages of other origins may send."""
SHOWN_HEADERS = b"Grpc-Message, Grpc-Status, Grpc-Status-Details-Bin"
"""The headers of an answer that such pages may read."""
REMEMBERED_S = b"7200"
"""Seconds for which a browser remembers what such pages may do."""
SAFE: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
]
"""Headers of each page."""


class Kind(NamedTuple):
    """A kind of refusal."""

    cause: str
    """How the figures count it."""
    status: int
    """Of HTTP."""
    code: str
    """A status as Connect spells it."""


TEXT = Kind("text", 400, "invalid_argument")
ORIGIN = Kind("origin", 403, "permission_denied")
PATH = Kind("path", 404, "unimplemented")
METHOD = Kind("method", 405, "unimplemented")
TYPE = Kind("type", 415, "invalid_argument")
CALLS = Kind("calls", 429, "resource_exhausted")


class Refused(Exception):
    """A request that reaches no rpc: of what kind, words, and more headers of the answer."""

    def __init__(self, kind: Kind, says: str, headers: Iterable[tuple[bytes, bytes]] = ()) -> None:
        super().__init__(says)
        self.kind, self.headers = kind, list(headers)


class Exchange:
    """Hands on what goes to and fro in a call. `status` is the answer's; 0 if the client went before it began."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send, self._gone, self.status = receive, send, False, 0

    async def receive(self) -> Any:
        """The next part of the request."""
        message = await self._receive()
        self._gone = self._gone or message["type"] == "http.disconnect"
        return message

    async def send(self, message: Any) -> None:
        """Sends the next part of the answer."""
        if message["type"] == "http.response.start" and not self._gone:
            self.status = message["status"]
        await self._send(message)


class Site:
    """An ASGI application: checks who asks and from where, then hands calls on. `count` gets the cause of each refusal
    that no handler counts."""

    def __init__(
        self,
        config: Config,
        application: Application,
        agents: "AgentsPage | None",
        files: Mapping[str, File],
        count: Callable[[str], None],
    ) -> None:
        self._application, self._agents, self._files, self._count = application, agents, files, count
        self._files_open = OpenBound("files", config.most_calls, config.most_calls_address)
        self._only_here = auth.loopback(config.listen_web.rpartition(":")[0])
        self._hosts, self._origins = set(_listed(config.web_hosts)), set(_listed(config.web_origins))
        self._calls = OpenBound("calls", config.most_calls, config.most_calls_address)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answers a request."""
        headers = dict(scope["headers"])
        try:
            send = _shown_to(self._origin(scope, headers), send)
            await self._answer(scope, headers, receive, send)
        except Refused as refused:
            self._count(refused.kind.cause)
            body = json.dumps({"code": refused.kind.code, "message": str(refused)}).encode()
            await _respond(send, refused.kind.status, b"application/json", body, refused.headers)

    async def _answer(self, scope: Any, headers: Mapping[bytes, bytes], receive: Receive, send: Send) -> None:
        path, method = scope["path"], scope["method"]
        if method == "OPTIONS":
            await _respond(send, 204, b"", b"", _preflight(headers))
        elif path in self._application.paths:
            self._check_call(scope, headers)
            answered = await self._call(self._application, scope, receive, send)
            if answered and REACHED not in scope["state"]:  # the library refused it
                self._count("message")
        elif path == AGENTS and self._agents is not None:
            if method != "POST":  # a GET would wait for news that never come, without a key and without end
                raise Refused(METHOD, "agents send POST", [(b"allow", b"POST")])
            if await self._call(self._agents, scope, receive, send) >= 400:
                self._count("message")
        elif path not in (PAGE, ABOUT, SCHEMA) and path not in self._files:
            raise Refused(PATH, f"there is nothing here; GET {ABOUT} lists what there is")
        elif method not in ("GET", "HEAD"):
            raise Refused(METHOD, "this page answers GET", [(b"allow", b"GET, HEAD")])
        elif path in self._files:
            await self._send(self._files[path], scope, headers, send)
        elif path == SCHEMA:
            await _respond(send, 200, b"application/json", await asyncio.to_thread(openapi.document), SAFE)
        else:
            about = _about(self._application.paths, PAGE in self._files)
            await _respond(send, 200, b"text/html; charset=utf-8", about, SAFE)

    async def _send(self, file: File, scope: Any, headers: Mapping[bytes, bytes], send: Send) -> None:
        """Sends a file piece by piece, at the speed at which the client reads."""
        try:
            with self._files_open.opened(ScopeContext(scope).peer()):
                status, sent, body = file.answer(headers)
                if status != 304:
                    sent.append((b"content-length", str(len(body)).encode()))
                await send({"type": "http.response.start", "status": status, "headers": sent})
                for start in range(0, len(body) or 1, PIECE):
                    piece, more = body[start : start + PIECE], start + PIECE < len(body)
                    await send({"type": "http.response.body", "body": piece, "more_body": more})
        except Busy as busy:
            raise Refused(CALLS, str(busy)) from None

    def _check_call(self, scope: Any, headers: Mapping[bytes, bytes]) -> None:
        """Refuses what the library would not refuse in words."""
        path, method = scope["path"], scope["method"]
        methods, types = self._application.methods(path), self._application.types(path)
        if method not in methods:
            allowed = ", ".join(methods)
            raise Refused(METHOD, f"this rpc answers {allowed}", [(b"allow", allowed.encode())])
        if method == "GET":
            if not scope["query_string"].isascii():
                raise Refused(TEXT, "the query must be ASCII")
            encoding = parse_qs(scope["query_string"].decode(), keep_blank_values=True).get("encoding", [""])
            if encoding[0] not in ENCODINGS:
                raise Refused(TYPE, f"send `encoding` as one of {', '.join(ENCODINGS)}")
        elif headers.get(b"content-type", b"").partition(b";")[0].strip().lower().decode() not in types:
            accepted = [(b"accept-post", ", ".join(types).encode())]
            raise Refused(TYPE, f"send `content-type` as one of {', '.join(types)}", accepted)

    async def _call(self, application: Asgi, scope: Any, receive: Receive, send: Send) -> int:
        """Hands a call on, and returns the status of its answer; 0 if it got none or the client went first."""
        exchange = Exchange(receive, send)
        with contextlib.ExitStack() as place:
            try:
                place.enter_context(self._calls.opened(ScopeContext(scope).peer()))
            except Busy as busy:
                raise Refused(CALLS, str(busy), [(b"retry-after", b"%d" % (busy.retry_ms / 1000))]) from None
            await application(scope, exchange.receive, exchange.send)
        return exchange.status

    def _origin(self, scope: Any, headers: Mapping[bytes, bytes]) -> bytes:
        """The other origin that asks; b"" if it is our own, or no page. Refuses names and origins that are not ours.

        A name that resolves to loopback lets a page of any site read answers, so on loopback the name counts.
        """
        for name, value in scope["headers"]:
            if not (name.isascii() and value.isascii()):
                raise Refused(TEXT, "headers must be ASCII")
        host, origin = headers.get(b"host", b"").decode().lower(), headers.get(b"origin", b"").decode()
        if self._only_here and not (auth.loopback(_without_port(host)) or _without_port(host) in self._hosts):
            raise Refused(ORIGIN, f"{host!r} is not a name of this server; see web_hosts")
        if not origin or origin.partition("://")[2] == host:  # a proxy in front may have ended TLS
            return b""
        if origin not in self._origins:
            raise Refused(ORIGIN, f"pages of {origin!r} may not ask this server; see web_origins")
        return origin.encode()


class WebPort:
    """The port: `start` it, then `stop` it, on one event loop."""

    def __init__(
        self,
        config: Config,
        site: Site,
        agents: "AgentsPage | None",
        tls: ssl.SSLContext | None,
        connections: OpenBound,
        count: Callable[[str], None],
    ) -> None:
        self._agents, self._address = agents, config.listen_web
        logging.getLogger("uvicorn").setLevel(logging.ERROR)  # else each bad request is a line
        self._uvicorn = Uvicorn(
            site,
            workers=1,  # else it reads them from the environment
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            date_header=False,
            timeout_keep_alive=IDLE_S,
        )
        self._state = ServerState()
        self._listener = Listener(lambda: Connection(self._uvicorn, self._state, count), tls, connections, count)

    async def bind(self) -> int:
        """Takes the port, and returns its number. Nothing is served yet."""
        host, _, port = self._address.rpartition(":")
        try:
            return await self._listener.bind(host.strip("[]"), int(port))
        except OSError:
            raise BadSetting(
                f"listen_web: {self._address} cannot be had; choose another with --listen-web, or --listen-web off"
            ) from None

    async def start(self) -> None:
        """Serves."""
        if self._agents is not None:
            await self._agents.start()
        self._listener.start()

    async def stop(self, within_s: float) -> None:
        """Takes no more connections, lets answers leave, then cuts off what is left."""
        loop = asyncio.get_running_loop()
        end = loop.time() + within_s
        self._listener.close()
        for connection in list(self._state.connections):
            connection.shutdown()
        while self._state.tasks and loop.time() < end:
            await asyncio.sleep(POLL_S)
        for task in list(self._state.tasks):
            task.cancel()
        await asyncio.gather(*self._state.tasks, return_exceptions=True)
        if self._agents is not None:
            await self._agents.stop()
        for connection in list(self._state.connections):
            connection.transport.close()
        await self._listener.end()


def _shown_to(origin: bytes, send: Send) -> Send:
    """Adds to an answer that pages of this origin may read it."""
    if not origin:
        return send
    shown = [
        (b"access-control-allow-origin", origin),
        (b"access-control-expose-headers", SHOWN_HEADERS),
        (b"vary", b"Origin"),
    ]

    async def sent(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *shown]}
        await send(message)

    return sent


def _preflight(headers: Mapping[bytes, bytes]) -> Headers:
    """What pages of another origin may send."""
    if b"access-control-request-method" not in headers:
        return [(b"allow", METHODS)]
    return [
        (b"access-control-allow-methods", METHODS),
        (b"access-control-allow-headers", SENT_HEADERS),
        (b"access-control-max-age", REMEMBERED_S),
    ]


async def _respond(send: Send, status: int, kind: bytes, body: bytes, more: Headers) -> None:
    headers = [*more, *([(b"content-type", kind)] if kind else [])]
    if status != 204:
        headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _listed(text: str) -> Iterable[str]:
    """The parts of a setting that is a list."""
    return (part.strip() for part in text.split(",") if part.strip())


def _without_port(host: str) -> str:
    return host if host.endswith("]") or ":" not in host else host.rpartition(":")[0]


def _about(paths: Iterable[str], whole: bool) -> bytes:
    """The page about this port. Without the page for players it says why that is missing."""
    rows = "\n".join(f"<li><code>{html.escape(path)}</code></li>" for path in sorted(paths))
    first = '<a href="/">The page for players</a>.' if whole else html.escape(f"{MADE_WITHOUT}. To have it, {WAY_OUT}.")
    return ABOUT_PAGE.format(version=VERSION, rows=rows, first=first[0].upper() + first[1:]).encode()


ABOUT_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hunch</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }}
pre {{ overflow-x: auto }}
</style>
<h1>Hunch {version}</h1>
<p>Hunch is an AI opponent for board games with hidden information. This port answers the Connect protocol, as JSON and
as protobuf, and gRPC-Web.</p>
<p>{first}</p>
<ul>
<li><a href="/openapi.json">The schema</a>: each rpc and each field, as OpenAPI.</li>
<li><a href="/hunch.v1.RulesService/ListGames?encoding=json&amp;message=%7B%7D">The games</a>, and their options.</li>
<li><code>/mcp</code>: tools for agents, over the Model Context Protocol.</li>
<li>The documentation comes with the source; <code>docs/http.md</code> is about this port.</li>
</ul>
<p>Ask for a move:</p>
<pre>curl -H content-type:application/json -d @examples/tomahawk.json \\
  http://HOST:PORT/hunch.v1.OpponentService/SuggestMove</pre>
<p>All rpcs:</p>
<ul>
{rows}
</ul>
</html>
"""
"""The page about this port, with its version, a sentence about the page for players, and a row for each rpc."""
