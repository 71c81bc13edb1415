"""The enemy's turn with real dice: the server stops at each die, you roll it and type the result.

python examples/enemy.py comancheria
"""

import sys

import grpc

from hunch.client import Client
from hunch.v1 import enemy_pb2, game_pb2, rules_pb2


def main(game: str, address: str = "127.0.0.1:50051", language: str = "en") -> None:
    options = game_pb2.GameOptions(**{game: {}})
    with Client(address) as client:
        start = client.new_game(rules_pb2.NewGameRequest(options=options))
        request = enemy_pb2.AdvanceEnemyRequest(state=start.state, language=language)
        answer, printed = client.advance_enemy(request), 0
        while True:
            for happening in answer.happenings[printed:]:
                print(happening.sentence, *(effect.sentence for effect in happening.effects))
            printed = len(answer.happenings)
            if not answer.wanted:
                break
            for number, outcome in enumerate(answer.wanted, 1):
                print(f"  {number:>2}  {outcome.sentence}")
            number = int(input("which one happened? "))
            request.told.append(answer.wanted[number - 1].event)
            answer = client.advance_enemy(request)
    print("your decision, with", answer.moves, "moves")


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit("usage: python examples/enemy.py GAME [ADDRESS:PORT [LANGUAGE]]")
    try:
        main(*sys.argv[1:])
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
    except ValueError as error:
        sys.exit(str(error))
