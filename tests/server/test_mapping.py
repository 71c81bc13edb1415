"""The mappings that docs/integrating.md shows are run as they stand there, against what they claim."""
import re
from pathlib import Path

from hunch.engines import Stream, load, wire, words
from hunch.v1 import opponent_pb2_grpc

PAGE = Path(__file__).parents[2] / "docs" / "integrating.md"


def shown(function="question"):
    """The names that the page's mapping with this function defines."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    code = next(block for block in blocks if f"def {function}" in block)
    names = {}
    exec(compile(code, str(PAGE), "exec"), names)
    return names


def test_the_pages_mapping_says_what_the_seat_knows(served):
    names, stream, position = shown(), Stream(4), load("goofspiel", cards=6).new()
    rounds, bids = [], {}
    while not (position.to_move == 0 and len(rounds) == 2):
        turn = position.to_move
        event = position.roll(stream) if turn < 0 else position.playout(stream)
        after = position.after(event)
        fields = after.fields()
        if turn >= 0:
            bids[turn] = event & 15
        if fields["round"] > len(rounds):
            won, done = fields["won"][len(rounds)], len(rounds)
            rounds.append((fields["prize"][done], bids[0], None if won == 3 else won - 1))
        position = after
    prize = position.fields()["prize"][2]
    request = names["question"](rounds, prize, 0, cards=6)
    assert wire.decode(request.position.state) == position.view(0)
    request.limits.iterations = 100

    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request)

    assert names["card"](served(talk)) in [move & 15 for move in position.legal()]


def test_kuhns_mapping_says_what_the_seat_knows():
    question, game, stream = shown("kuhn_question")["kuhn_question"], load("kuhn"), Stream(2)
    asked = 0
    for _ in range(50):
        position, play = game.new(), []
        while not position.over:
            event = position.roll(stream) if position.to_move < 0 else stream.choice(position.legal())
            if (seat := position.to_move) >= 0:
                dealt = wire.encode(position).kuhn.cards[seat].rank
                request = question(seat, "?JQK"[dealt], play)
                assert wire.decode(request.position.state) == position.view(seat)
                play.append(words.write(game, event))
                asked += 1
            position = position.after(event)
    assert asked >= 100
