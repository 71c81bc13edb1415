"""Fair dice from commitment to transcript. The commitment before the first roll binds the server to all rolls.

python examples/dice.py transcript.json
"""

import hashlib
import secrets
import sys
from pathlib import Path

import grpc
from google.protobuf import json_format

from hunch.client import Client
from hunch.v1 import dice_pb2


def main(file: str, address: str = "127.0.0.1:50051") -> None:
    with Client(address) as client:
        game = client.commit_dice(dice_pb2.CommitDiceRequest(request_id=secrets.token_hex(16)))
        print("commitment", game.commitment)  # show it to the players, then ask them for their seeds
        owner = {"game_id": game.game_id, "owner_token": game.owner_token}
        position = hashlib.sha256(b"turn 1: alice attacks from the hill").digest()  # all that your game is before it
        roll = client.roll_dice(
            dice_pb2.RollDiceRequest(
                **owner,
                request_id="attack-1",
                purpose="attack",
                position=position,
                faces=[6, 6],
                player_seeds=[b"alice's", b"bob's"],
            )
        )
        print("attack    ", *roll.roll.values)
        drawn = client.draw_chits(dice_pb2.DrawChitsRequest(**owner, request_id="cup-1", cup=[3, 2, 1], draws=2))
        print("chits     ", *drawn.kinds)
        transcript = client.reveal_dice(dice_pb2.RevealDiceRequest(**owner)).transcript
        checked = client.verify_transcript(
            dice_pb2.VerifyTranscriptRequest(transcript=transcript, commitment=game.commitment)
        )
    for check in checked.checks:
        print(f"{check.name:10}", check.says or "right")
    Path(file).write_text(json_format.MessageToJson(transcript) + "\n")
    key = transcript.public_key.hex()  # compare it with what GetServerInfo says to somebody you trust
    print(f"hunch dice verify {file} --commitment {game.commitment} --public-key {key}")


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit("usage: python examples/dice.py FILE [ADDRESS:PORT]")
    try:
        main(*sys.argv[1:])
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
    except OSError as error:
        sys.exit(str(error))
