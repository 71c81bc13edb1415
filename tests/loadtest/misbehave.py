"""A client in a process of its own that holds connections and does nothing good with them, until it is killed.

`idle N PORT`: N connections that say hello and nothing more. `streams N PORT`: N streams of suggestions; after the
first answer it says so and reads no more.
"""

import socket
import sys
import threading

import grpc

from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc
from loadtest.positions import deck
from tests.support.waiting import HANGS_S

HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])  # with empty settings
SEARCH_MS = 3_600_000


def idle(count: int, port: int) -> list[socket.socket]:
    """Connections on which the server has answered the hello."""
    held = []
    for _ in range(count):
        held.append(socket.create_connection(("127.0.0.1", port), timeout=HANGS_S))
        held[-1].sendall(HELLO)
    for one in held:
        one.recv(64)
    return held


def streams(count: int, port: int) -> list[object]:
    """Streams of which one answer was read."""
    moment = deck(games=["tomahawk"], each=1).moments[0]
    ask = opponent_pb2.SuggestMoveRequest(
        position=moment.asks, candidates=100, limits=advice_pb2.Limits(time_ms=SEARCH_MS, memory_mib=8)
    )
    request = opponent_pb2.StreamSuggestionsRequest(ask=ask, interval_ms=20)
    stub = opponent_pb2_grpc.OpponentServiceStub(grpc.insecure_channel(f"127.0.0.1:{port}"))
    first = stub.StreamSuggestions(iter([request]))
    next(first)  # before the others come, as it might wait behind them
    return [first, *(stub.StreamSuggestions(iter([request])) for _ in range(count - 1))]


if __name__ == "__main__":
    kind, number, port = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    kept = {"idle": idle, "streams": streams}[kind](number, port)
    print("ready", flush=True)
    threading.Event().wait()
