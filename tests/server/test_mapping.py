"""The mappings that docs/integrating.md shows, and those of examples/mappings, are run against what they claim."""

import re
from pathlib import Path

import pytest

from hunch.engines import Stream, load, messages, words
from hunch.v1 import opponent_pb2_grpc, rules_pb2
from tests.support.apps import TABLES, mapping, table
from tests.support.servers import EXAMPLES, with_client

PAGE = Path(__file__).parents[2] / "docs" / "integrating.md"


def shown(name="def question"):
    """The names that the page's block with this definition makes."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    code = next(block for block in blocks if name in block)
    names = {}
    exec(compile(code, str(PAGE), "exec"), names)
    return names


def test_the_pages_mapping_says_what_the_seat_knows(served):
    names, stream, position = shown(), Stream(4), load("goofspiel", cards=6).new()
    rounds, bids = [], {}
    while not (position.to_move == 0 and len(rounds) == 2):
        turn = position.to_move
        event = position.roll(stream) if turn < 0 else position.rollout_move(stream)
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
    assert messages.decode(request.position.state) == position.view(0)
    request.limits.iterations = 100

    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request)

    assert names["card"](served(talk)) in [move & 15 for move in position.legal()]


def test_kuhns_mapping_says_what_the_seat_knows():
    question, game, stream = shown("def kuhn_question")["kuhn_question"], load("kuhn"), Stream(2)
    asked = 0
    for _ in range(50):
        position, play = game.new(), []
        while not position.over:
            event = position.roll(stream) if position.to_move < 0 else stream.choice(position.legal())
            if (seat := position.to_move) >= 0:
                dealt = messages.encode(position).kuhn.cards[seat].rank
                request = question(seat, "?JQK"[dealt], play)
                assert messages.decode(request.position.state) == position.view(seat)
                play.append(words.write(game, event))
                asked += 1
            position = position.after(event)
    assert asked >= 100


def test_leducs_mapping_says_what_the_seat_knows():
    question, game, stream = shown("def leduc_question")["leduc_question"], load("leduc"), Stream(2)
    asked = 0
    for _ in range(100):
        position, rounds = game.new(), [[], []]
        while not position.over:
            event = position.roll(stream) if position.to_move < 0 else stream.choice(position.legal())
            if (seat := position.to_move) >= 0:
                whole = messages.encode(position).leduc
                board = "?JQK"[whole.board].replace("?", "")
                request = question(seat, "?JQK"[whole.cards[seat].rank], board, *rounds)
                assert messages.decode(request.position.state) == position.view(seat)
                rounds[bool(board)].append(words.write(game, event))
                asked += 1
            position = position.after(event)
    assert asked >= 300


def at_rest(position):
    """Whether the example asks here: in Comanchería only where an operation is to be chosen."""
    if position.game.name != "comancheria":
        return True
    return "planning" in [words.write(position.game, move) for move in position.legal()]


@pytest.mark.parametrize(
    ("name", "options", "games"),
    [
        ("tomahawk", {}, 6),
        ("manitou", {}, 2),
        ("manitou", {"players": 2}, 2),
        ("powwow", {}, 4),
        ("powwow", {"players": 2}, 4),
        ("comancheria", {}, 12),
        ("comancheria", {"scenario": "rise_and_fall"}, 12),
    ],
)
def test_an_apps_own_state_becomes_what_its_seat_knows_and_moves_come_back(name, options, games):
    app, stream, asked = mapping(name), Stream(6), 0
    for _ in range(games):
        position = load(name, **options).new()
        while not position.over:
            event = position.roll(stream) if position.to_move < 0 else position.rollout_move(stream)
            if (seat := position.to_move) >= 0 and at_rest(position):
                request = app.question(table(position, seat))
                assert messages.decode(request.position.state) == position.view(seat)
                back = [app.played(messages.encode_move(position.game, move)) for move in position.legal()]
                assert len(set(map(str, back))) == len(back)
                asked += 1
            position = position.after(event)
    assert asked >= 5 * games


@pytest.mark.parametrize("name", ["kuhn", "leduc", "goofspiel", "tomahawk"])
def test_the_pages_apps_play_a_whole_game_from_views_alone(served, name):
    made = shown("class Dealer")

    def work(client, house):
        start = client.new_game(rules_pb2.NewGameRequest(options=messages.encode_options(load(name)))).state
        dealer = made["Dealer"](client, start)
        views = [client.view_state(rules_pb2.ViewStateRequest(state=start, seat=seat)).state for seat in range(2)]
        players = [made["Player"](client, seat, view) for seat, view in enumerate(views)]
        seen, stage = dealer.play()
        while True:
            for player, events in zip(players, seen, strict=True):
                player.saw(events)
                assert messages.decode(player.view) == messages.decode(dealer.state).view(player.seat)
            if stage.HasField("over"):
                return stage.over
            seen, stage = dealer.play(players[stage.seat].moves())

    small = {"most_time_ms": 3}
    assert len(with_client(served, work, **small).payoffs) == 2


def test_the_pages_app_saves_and_undoes(served, tmp_path):
    file = tmp_path / "saved.json"

    def work(client, house):
        chance = rules_pb2.Chance(seed=3)
        start = client.new_game(
            rules_pb2.NewGameRequest(options=messages.encode_options(load("tomahawk")), chance=chance)
        )
        game, again = (shown("class Game")["Game"](client, start.state) for _ in range(2))
        move = client.list_moves(rules_pb2.ListMovesRequest(state=start.state)).moves[0].move
        game.play(move)
        game.save(file)
        again.load(file)
        assert again.states[-1] == game.states[-1] != start.state
        game.undo()
        assert game.states == [start.state]

    with_client(served, work)


def test_every_mapping_is_on_the_page_and_tried_here():
    written = {path.stem for path in (EXAMPLES / "mappings").glob("*.py")}
    assert written == set(TABLES) == set(re.findall(r"`examples/mappings/(\w+)\.py`", PAGE.read_text()))


@pytest.mark.parametrize("name", TABLES)
def test_the_service_answers_an_apps_question(served, name):
    app, stream, position = mapping(name), Stream(8), load(name).new()
    while position.to_move < 0 or not at_rest(position):
        position = position.after(position.roll(stream) if position.to_move < 0 else position.rollout_move(stream))
    request = app.question(table(position, position.to_move))
    request.limits.iterations = 50

    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request)

    first = served(talk).advice.play.moves[0].move
    assert app.played(first) in [app.played(messages.encode_move(position.game, move)) for move in position.legal()]
