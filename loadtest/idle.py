"""What idle streams cost a server: of Health.Watch, from one network address and from many.

Run `python -m loadtest.idle`. It prints how many streams of 30,000 stay open, how many are refused, and the server's
memory. Streams are a few frames of HTTP/2, written by hand, because 30,000 streams of a grpc client take a GiB.
"""

import argparse
import asyncio
import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from loadtest.processes import Serving

STREAMS = 30_000
AT_ONE_CONNECTION = 1_000
"""Streams that the server takes over one connection."""
AT_ONCE = 50
"""Streams opened in a row: the server ends those that come in larger heaps."""
MANY = 30
"""Addresses of loopback, 127.0.0.1 and following, for the streams from many."""
HEADERS = (
    (b":method", b"POST"),
    (b":scheme", b"http"),
    (b":path", b"/grpc.health.v1.Health/Watch"),
    (b":authority", b"localhost"),
    (b"te", b"trailers"),
    (b"content-type", b"application/grpc"),
)
DATA, HEAD, RESET, SETTINGS, PING, AWAY = 0, 1, 3, 4, 6, 7
"""Kinds of frames."""
END_STREAM, ACKNOWLEDGED, END_HEADERS = 1, 1, 4
"""Flags of frames."""
HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEAD_BYTES = 9
"""Of a frame, before its content."""
EMPTY = bytes(5)
"""An empty message, as grpc frames it."""


def frame(kind: int, flags: int, stream: int, content: bytes = b"") -> bytes:
    """A frame of HTTP/2."""
    return len(content).to_bytes(3) + bytes([kind, flags]) + stream.to_bytes(4) + content


def packed(headers: tuple[tuple[bytes, bytes], ...]) -> bytes:
    """Headers as they are, each with its length: HPACK without a table."""
    return b"".join(b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value for name, value in headers)


@dataclass
class Watches(asyncio.Protocol):
    """One connection with streams of Health.Watch, which answers what keeps the connection open."""

    count: int
    answered: set[int] = field(default_factory=set)
    ended: set[int] = field(default_factory=set)
    lost: bool = False
    _opened: int = 0
    _buffer: bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Says hello."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(HELLO + frame(SETTINGS, 0, 0))

    def connection_lost(self, error: Exception | None) -> None:
        """The server closed it, or nobody listens."""
        self.lost = True

    def data_received(self, data: bytes) -> None:
        """Notes which streams have an answer, and which have ended."""
        for kind, flags, stream, content in self._frames(data):
            if kind in (SETTINGS, PING) and not flags & ACKNOWLEDGED:
                self._transport.write(frame(kind, ACKNOWLEDGED, 0, content if kind == PING else b""))
            elif kind == RESET or (kind in (DATA, HEAD) and flags & END_STREAM):
                self.ended.add(stream)
            elif kind == DATA:
                self.answered.add(stream)
        if len(self.answered | self.ended) == self._opened:
            self._open_some()

    def _open_some(self) -> None:
        first, self._opened = self._opened, min(self._opened + AT_ONCE, self.count)
        for at in range(2 * first + 1, 2 * self._opened, 2):
            opened = frame(HEAD, END_HEADERS, at, packed(HEADERS)) + frame(DATA, END_STREAM, at, EMPTY)
            self._transport.write(opened)

    def _frames(self, data: bytes) -> Iterator[tuple[int, int, int, bytes]]:
        self._buffer += data
        while len(self._buffer) >= HEAD_BYTES:
            end = HEAD_BYTES + int.from_bytes(self._buffer[:3])
            if len(self._buffer) < end:
                return
            whole, self._buffer = self._buffer[:end], self._buffer[end:]
            yield whole[3], whole[4], int.from_bytes(whole[5:9]), whole[HEAD_BYTES:]

    def decided(self) -> bool:
        """Whether each stream has its answer or its end."""
        return self.lost or len(self.answered | self.ended) == self.count

    def close(self) -> None:
        """Ends all streams."""
        self._transport.abort()


@dataclass(frozen=True, slots=True)
class Found:
    """What became of the streams."""

    open: int
    refused: int
    mib: float  # of the server, beyond what it had before


async def watch(server: Serving, streams: int, addresses: int) -> Found:
    """Opens so many streams, the same number from each address."""
    before, held = server.memory_mib(), []
    loop = asyncio.get_running_loop()
    left = [streams // addresses + (at < streams % addresses) for at in range(addresses)]
    while any(left):
        for at, count in enumerate(left):
            wanted = min(count, AT_ONE_CONNECTION)
            if wanted:
                here = (f"127.0.0.{at + 1}", 0)
                made = loop.create_connection(
                    functools.partial(Watches, wanted), "127.0.0.1", server.port, local_addr=here
                )
                held.append((await made)[1])
                left[at] -= wanted
    while not all(each.decided() for each in held):
        await asyncio.sleep(0.05)
    opened = sum(len(each.answered - each.ended) for each in held if not each.lost)
    found = Found(opened, streams - opened, server.memory_mib() - before)
    for each in held:
        each.close()
    return found


def main() -> None:
    """Prints a line for one address, for many, and for many without our bounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=STREAMS)
    wanted = parser.parse_args().streams
    unbounded: dict[str, Any] = dict.fromkeys(
        ("most_idle_streams", "most_idle_streams_address", "most_calls", "most_calls_address"), 1_000_000
    )
    usual: dict[str, Any] = {}
    for bounds, addresses in itertools.product((usual, unbounded), (1, MANY)):
        with Serving(cores=1, **bounds) as server:
            found = asyncio.run(watch(server, wanted, addresses))
        kind = "without bounds" if bounds else "with the usual bounds"
        print(
            f"{kind:22} {addresses:3} addresses: {found.open:6,} open, {found.refused:6,} refused, {found.mib:6.1f} MiB"
        )


if __name__ == "__main__":
    main()
