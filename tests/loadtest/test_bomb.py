"""A message that is small on its way and large when it is unpacked costs a server nothing, whatever grpcio it has."""

import socket
import zlib
from pathlib import Path

from loadtest.idle import DATA, END_HEADERS, END_STREAM, HEAD, HELLO, SETTINGS, frame, packed
from loadtest.processes import Serving
from tests.support.waiting import HANGS_S

UNPACKED_MIB = 195
"""Zeros that gzip packs into 199,000 bytes: less than the largest message that a server takes."""
MOST_MIB = 32
"""That the server may grow by at its peak, for its first call. Unpacked, the message alone takes UNPACKED_MIB."""
HEADERS = (
    (b":method", b"POST"),
    (b":scheme", b"http"),
    (b":path", b"/hunch.v1.RulesService/CheckState"),
    (b":authority", b"localhost"),
    (b"te", b"trailers"),
    (b"content-type", b"application/grpc"),
    (b"grpc-encoding", b"gzip"),
)
COMPRESSED = b"\1"
"""What a message begins with that grpc is to unpack."""
PIECE = 16_000
"""Bytes of a frame of data; HTTP/2 allows 16,384."""


def bomb() -> bytes:
    gzip = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    packed_zeros = b"".join(gzip.compress(bytes(2**20)) for _ in range(UNPACKED_MIB)) + gzip.flush()
    return COMPRESSED + len(packed_zeros).to_bytes(4) + packed_zeros


def sent_to(port: int) -> bytes:
    """What the server answers to the call with the bomb, up to its status."""
    message = bomb()
    pieces = [message[at : at + PIECE] for at in range(0, len(message), PIECE)]
    with socket.create_connection(("127.0.0.1", port), timeout=HANGS_S) as connection:
        connection.sendall(HELLO + frame(SETTINGS, 0, 0) + frame(HEAD, END_HEADERS, 1, packed(HEADERS)))
        for piece in pieces[:-1]:
            connection.sendall(frame(DATA, 0, 1, piece))
        connection.sendall(frame(DATA, END_STREAM, 1, pieces[-1]))
        answer = b""
        while b"grpc-status" not in answer:
            more = connection.recv(2**16)
            assert more, "the server closed the connection"
            answer += more
    return answer


def peak_mib(server: Serving) -> float:
    """The most memory that a server had."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def test_a_compressed_message_is_not_unpacked() -> None:
    with Serving(cores=1) as server:
        before = peak_mib(server)
        answer = sent_to(server.port)
        assert peak_mib(server) - before < MOST_MIB
    assert b"grpc-status\x0212" in answer  # UNIMPLEMENTED
