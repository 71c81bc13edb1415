"""A sealed game: the app sees its own seat only, and the server plays the bot.

python examples/sealed_game.py [ADDRESS]
"""

import sys

import grpc

from hunch.client import Client
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2, rules_pb2

ME = 0
SYSTEM = rules_pb2.Chance(system=True)


def play(client: Client) -> None:
    """One game of Tomahawk: the app plays its first legal moves."""
    options = game_pb2.GameOptions()
    options.tomahawk.SetInParent()
    new = rules_pb2.NewGameRequest(options=options, chance=SYSTEM, seal=rules_pb2.Seal(seats=[ME]))
    game = client.new_game(new)
    sealed, stage = game.sealed, game.stage
    while not stage.HasField("over"):
        if stage.seat == ME:
            moves = client.list_moves(rules_pb2.ListMovesRequest(sealed=sealed.token)).moves
            step = rules_pb2.Step(move=moves[0].move)
            played = client.play_moves(rules_pb2.PlayMovesRequest(sealed=sealed.token, steps=[step], chance=SYSTEM))
            sealed, stage = played.sealed, played.stage
        else:
            bot = advice_pb2.Position(sealed=sealed.token, seat=stage.seat)
            turn = client.suggest_move(opponent_pb2.SuggestMoveRequest(position=bot, level=3, chance=SYSTEM))
            sealed, stage = turn.sealed, turn.stage
        for happening in sealed.views[0].happenings:
            print(happening.sentence)
    print("payoffs:", *stage.over.payoffs)


if __name__ == "__main__":
    try:
        with Client(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051") as client:
            play(client)
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
