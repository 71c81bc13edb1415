"""A bot move: asks a running server (`make serve`) what to play in a position from a file.

python examples/move.py examples/tomahawk.json
"""

import sys
from pathlib import Path

import grpc
from google.protobuf import json_format

from hunch.client import Client
from hunch.v1 import opponent_pb2


def main(file: str, address: str = "127.0.0.1:50051") -> None:
    request = json_format.Parse(Path(file).read_text(), opponent_pb2.SuggestMoveRequest())
    with Client(address) as client:
        answer = client.suggest_move(request)
    for move in answer.advice.play.moves:
        print(move.notation, "-", move.sentence)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit("usage: python examples/move.py FILE [ADDRESS:PORT]")
    try:
        main(*sys.argv[1:])
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
    except (OSError, json_format.ParseError) as error:
        sys.exit(str(error))
