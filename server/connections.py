"""Connections of the HTTP port: uvicorn's protocol, with bounds on what a client may send and how slowly.

uvicorn bounds neither the size of a request's head nor the time that a request takes to come.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

MOST_HEAD = 16_384
"""Most bytes of a request's line and headers, and of what comes between or after the parts of a body."""
MOST_HEADERS = 100
"""Most headers of a request."""
MOST_PIPELINED = 4
"""Most requests that one connection may send before it has the answer to the first."""
REQUEST_S = 10.0
"""What a client gets to send a request, from its first byte to its last, and a new connection to begin with one."""
IDLE_S = 300
"""Seconds without a request after which a connection closes."""
STALLED_S = 60.0
"""How long a client may leave an answer unread."""


class TooLong(Exception):
    """A request's head has more than a request may have. httptools turns it into a refusal."""


class Connection(HttpToolsProtocol):
    """One connection. `refused` counts what it does not take. `lost` is set at its end."""

    def __init__(self, config: Config, state: ServerState, refused: Callable[[str], None]) -> None:
        super().__init__(config, state, {})
        self._refused = refused
        self.lost = asyncio.Event()
        self._in_head, self._beside = True, 0  # whether the head is still coming; bytes of it, or since a body's last
        self._slow: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there."""
        super().connection_made(transport)
        self.app_state["certificate"] = _common_names(transport.get_extra_info("peercert"))
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Lets go of everything."""
        self._request_came()
        self.resume_writing()
        super().connection_lost(exc)
        self.lost.set()

    def data_received(self, data: bytes) -> None:
        """Reads on. A head or a trailer that is too long is refused while it comes."""
        if self.cycle is None or self.cycle.response_complete:
            self._expect_request()
        self._beside += len(data)
        super().data_received(data)
        if self._beside > MOST_HEAD and not self.transport.is_closing():
            self.send_400_response("The request's head is too long.")

    def send_400_response(self, msg: str) -> None:
        """Refuses what is no request, and closes the connection."""
        self._refused("framing")
        super().send_400_response(msg)

    def on_message_begin(self) -> None:
        """A request begins."""
        if len(self.pipeline) >= MOST_PIPELINED:
            raise TooLong
        self._expect_request()
        self._in_head = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header came. Trailers are left out: they would count as headers, after these were read."""
        if not self._in_head:
            return
        if len(self.headers) >= MOST_HEADERS:
            raise TooLong
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head came."""
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MOST_HEAD:
            raise TooLong
        self._in_head, self._beside = False, 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body came."""
        self._beside = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The whole request came."""
        self._request_came()
        self._in_head, self._beside = True, 0
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The client reads too slowly."""
        super().pause_writing()
        self._stalled = self.loop.call_later(STALLED_S, self._cut, "unread")

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _cut(self, cause: str) -> None:
        self._refused(cause)
        self.transport.abort()

    def _expect_request(self) -> None:
        if self._slow is None:
            self._slow = self.loop.call_later(REQUEST_S, self._cut, "slow")

    def _request_came(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None


def _common_names(certificate: Any) -> tuple[bytes, ...]:
    """The names in a client's certificate, as Python's ssl shows it."""
    subject = (certificate or {}).get("subject", ())
    return tuple(value.encode() for part in subject for name, value in part if name == "commonName")
