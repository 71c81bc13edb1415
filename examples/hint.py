"""A hint in three steps. Each gives away a little more, and one seed makes them agree.

python examples/hint.py examples/powwow.json
"""

import sys
from pathlib import Path

import grpc
from google.protobuf import json_format

from hunch.client import Client
from hunch.v1 import opponent_pb2

GRADES = (opponent_pb2.HINT_GRADE_NUDGE, opponent_pb2.HINT_GRADE_REGION, opponent_pb2.HINT_GRADE_MOVE)


def main(file: str, address: str = "127.0.0.1:50051", language: str = "en") -> None:
    position = json_format.Parse(Path(file).read_text(), opponent_pb2.SuggestMoveRequest()).position
    with Client(address) as client:
        for grade in GRADES:
            request = opponent_pb2.GetHintRequest(position=position, grade=grade, seed=1, language=language)
            request.limits.iterations = 2_000
            hint = client.get_hint(request)
            print("nudge: ", hint.nudge.sentence)
            if hint.region:
                print("region:", ", ".join(move.notation for move in hint.region))
            if hint.HasField("best"):
                print("move:  ", " ".join(move.notation for move in hint.best.turn.moves))
                for reason in hint.reasons:
                    print("        ", reason.sentence)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit("usage: python examples/hint.py FILE [ADDRESS:PORT [LANGUAGE]]")
    try:
        main(*sys.argv[1:])
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
    except (OSError, json_format.ParseError) as error:
        sys.exit(str(error))
