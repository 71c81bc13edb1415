"""Sealed games: the app plays whole games and never gets what its own seats do not see."""

import itertools
from pathlib import Path

import pytest
from grpc import StatusCode

from hunch.engines import GAMES, NOTHING, PUBLIC, Stream, load, messages
from hunch.server.jobs import Rank
from hunch.server.sealing import Sealer
from hunch.server.services import sealed
from hunch.server.services.sealed import SealedGame, SealedGames
from hunch.v1 import advice_pb2, enemy_pb2, enemy_pb2_grpc, opponent_pb2, opponent_pb2_grpc, rules_pb2, rules_pb2_grpc
from tests.support.positions import some_position
from tests.support.servers import refused

SYSTEM = rules_pb2.Chance(system=True)
FEW = advice_pb2.Limits(iterations=20)


class App:
    """An app that holds a token and views, and nothing else. The test opens the tokens beside it."""

    def __init__(self, house, name, seats):
        self.rules = rules_pb2_grpc.RulesServiceStub(house.channel)
        self.opponent = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        self.enemy = enemy_pb2_grpc.EnemyServiceStub(house.channel)
        self.games = SealedGames(Sealer(Path(house.server.config.home)), {})
        self.name, self.seats, self.stream = name, seats, Stream(5)
        self.known = 0

    async def begin(self):
        answer = await self.rules.NewGame(
            rules_pb2.NewGameRequest(
                options=messages.encode_options(load(self.name)), chance=SYSTEM, seal=rules_pb2.Seal(seats=self.seats)
            )
        )
        assert not answer.HasField("state")
        assert not answer.happenings
        self.take(answer, load(self.name).new())

    def take(self, answer, before):
        """Keeps an answer, after a look at whether it shows what the seats see, and no more."""
        self.sealed, self.stage = answer.sealed, answer.stage
        game = self.games.open(self.sealed.token)
        after = game.position
        watchers = self.seats or [PUBLIC]
        assert [view.seat if view.HasField("seat") else PUBLIC for view in self.sealed.views] == watchers
        for watcher, view in zip(watchers, self.sealed.views, strict=True):
            assert view.state == messages.encode(after.view(watcher))
            at, noticed = before, []
            for event in game.events[self.known :]:
                noticed.append(at.seen(event, watcher))
                at = at.after(event)
            assert at == after
            assert [one.event for one in view.happenings] == [
                messages.encode_event(at.game, event) for event in noticed if event != NOTHING
            ]
        self.whole, self.known = after, len(game.events)

    async def go_on(self):
        before, turn = self.whole, self.stage.seat
        if turn in self.seats:
            listed = await self.rules.ListMoves(rules_pb2.ListMovesRequest(sealed=self.sealed.token))
            assert [one.move for one in listed.moves] == [
                messages.encode_move(before.game, move) for move in before.view(turn).legal()
            ]
            move = listed.moves[self.stream.below(len(listed.moves))].move
            answer = await self.rules.PlayMoves(
                rules_pb2.PlayMovesRequest(sealed=self.sealed.token, steps=[rules_pb2.Step(move=move)], chance=SYSTEM)
            )
        else:
            position = advice_pb2.Position(sealed=self.sealed.token, seat=turn)
            answer = await self.opponent.SuggestMove(
                opponent_pb2.SuggestMoveRequest(position=position, limits=FEW, chance=SYSTEM)
            )
            assert not answer.HasField("advice")
        self.take(answer, before)


def splits(name):
    """Ways to divide the seats between the app's players and bots."""
    seats = range(load(name).seats)
    return [list(chosen) for chosen in ([], [0], [len(seats) - 1], seats)]


@pytest.mark.parametrize(("name", "way"), list(itertools.product(GAMES, range(4))))
def test_a_whole_game_shows_each_seat_what_it_sees_and_no_more(served, name, way):
    seats = splits(name)[way]
    solitaire = load(name).solitaire

    async def talk(house):
        app = App(house, name, seats)
        await app.begin()
        for _ in range(12 if solitaire else 10_000):
            if app.stage.WhichOneof("next") == "over":
                break
            await app.go_on()
        else:
            assert solitaire
            return None
        opened = await app.rules.OpenGame(rules_pb2.OpenGameRequest(sealed=app.sealed.token))
        return app, opened

    ended = served(talk)
    if ended is not None:
        app, opened = ended
        position = messages.decode(opened.start)
        for step in opened.steps:
            position = position.after(messages.decode_event(position.game, step.event))
        assert position == messages.decode(opened.state) == app.whole
        assert tuple(app.stage.over.payoffs) == position.returns()


def sealed_by(house, position, seats):
    """A token that this server could have made."""
    games = SealedGames(Sealer(Path(house.server.config.home)), {})
    return games.seal(SealedGame(bytes(16), tuple(seats), position, (), position))


def alike(name):
    """A seat that must choose, and worlds that it cannot tell apart. If two choose at once, it is the first of them:
    the server says in which order it wants their choices."""
    stream = Stream(3)
    for steps in range(6, 0, -1):
        here = some_position(name, most_steps=steps)
        drawn = [here, *(here.view(here.to_move).fill(stream) for _ in range(4))]
        if all(world.to_move == here.to_move for world in drawn):
            return here.to_move, drawn
    raise AssertionError("every choice is a second one")


@pytest.mark.parametrize("name", GAMES)
def test_answers_are_the_same_whatever_is_hidden(served, name):
    """Two worlds that a seat cannot tell apart give the same answers, and tokens of the same length."""
    seat, worlds = alike(name)

    async def talk(house):
        rules = rules_pb2_grpc.RulesServiceStub(house.channel)
        opponent = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        answers = []
        for world in worlds:
            token = sealed_by(house, world, [seat])
            listed = await rules.ListMoves(rules_pb2.ListMovesRequest(sealed=token))
            board = await rules.ViewState(rules_pb2.ViewStateRequest(sealed=token, seat=seat))
            public = await rules.ViewState(rules_pb2.ViewStateRequest(sealed=token))
            position = advice_pb2.Position(sealed=token, seat=seat)
            advice = await opponent.SuggestMove(opponent_pb2.SuggestMoveRequest(position=position, limits=FEW, seed=1))
            hint = await opponent.GetHint(opponent_pb2.GetHintRequest(position=position, limits=FEW, seed=1))
            hint.ClearField("timing")
            step = rules_pb2.Step(move=listed.moves[0].move)
            played = await rules.PlayMoves(rules_pb2.PlayMovesRequest(sealed=token, steps=[step]))
            length = len(played.sealed.token)
            played.sealed.ClearField("token")
            answers.append((len(token), listed, board, public, advice.advice, hint, length, played))
        return answers

    answers = served(talk)
    assert all(answer == answers[0] for answer in answers)


def ask(token, seat=0, **more):
    return opponent_pb2.SuggestMoveRequest(position=advice_pb2.Position(sealed=token, seat=seat), limits=FEW, **more)


async def refusals(house):
    """What an app must not get, and what it is told."""
    rules = rules_pb2_grpc.RulesServiceStub(house.channel)
    opponent = opponent_pb2_grpc.OpponentServiceStub(house.channel)
    enemy = enemy_pb2_grpc.EnemyServiceStub(house.channel)
    world = some_position("tomahawk")
    assert world.to_move == 0
    own, bots = sealed_by(house, world, [0]), sealed_by(house, world, [1])
    new = rules_pb2.NewGameRequest(options=messages.encode_options(world.game), seal=rules_pb2.Seal(seats=[0]))
    seeded = rules_pb2.NewGameRequest(options=new.options, seal=new.seal, chance=rules_pb2.Chance(seed=1))
    nobody = rules_pb2.NewGameRequest(options=new.options, seal=rules_pb2.Seal(seats=[2]))
    move = messages.encode_move(world.game, world.legal()[0])
    step, event = rules_pb2.Step(move=move), rules_pb2.Step(event=messages.encode_event(world.game, world.legal()[0]))
    state, dice = messages.encode(world), rules_pb2.Chance(dice=rules_pb2.DiceChance())
    hint = opponent_pb2.GetHintRequest(position=advice_pb2.Position(sealed=bots, seat=0))
    stream = opponent_pb2.StreamSuggestionsRequest(ask=ask(bots))
    return {
        "seed": await refused(rules.NewGame(seeded)),
        "no such seat": await refused(rules.NewGame(nobody)),
        "bot's moves": await refused(rules.ListMoves(rules_pb2.ListMovesRequest(sealed=bots, seat=0))),
        "bot's view": await refused(rules.ViewState(rules_pb2.ViewStateRequest(sealed=bots, seat=0))),
        "bot's hint": await refused(opponent.GetHint(hint)),
        "bot's stream": await refused(anext(aiter(opponent.StreamSuggestions(iter([stream]))))),
        "play for a bot": await refused(rules.PlayMoves(rules_pb2.PlayMovesRequest(sealed=bots, steps=[step]))),
        "choose for a bot": await refused(opponent.SuggestMove(ask(bots, allow=[move]))),
        "candidates of a bot": await refused(opponent.SuggestMove(ask(bots, candidates=3))),
        "seed of a bot": await refused(opponent.SuggestMove(ask(bots, seed=0))),
        "not its turn": await refused(opponent.SuggestMove(ask(own, seat=1))),
        "no seat": await refused(
            opponent.SuggestMove(opponent_pb2.SuggestMoveRequest(position=advice_pb2.Position(sealed=own)))
        ),
        "events": await refused(rules.PlayMoves(rules_pb2.PlayMovesRequest(sealed=own, steps=[event]))),
        "both": await refused(rules.PlayMoves(rules_pb2.PlayMovesRequest(sealed=own, state=state))),
        "record": await refused(rules.PlayMoves(rules_pb2.PlayMovesRequest(sealed=own, record_seat=1))),
        "dice": await refused(rules.PlayMoves(rules_pb2.PlayMovesRequest(sealed=own, chance=dice))),
        "told": await refused(
            enemy.AdvanceEnemy(enemy_pb2.AdvanceEnemyRequest(sealed=own, chance=SYSTEM, told=[event.event]))
        ),
        "open early": await refused(rules.OpenGame(rules_pb2.OpenGameRequest(sealed=own))),
        "rubbish": await refused(rules.ListMoves(rules_pb2.ListMovesRequest(sealed=b"rubbish"))),
        "chance without a bot": await refused(opponent.SuggestMove(ask(own, chance=SYSTEM))),
    }


REFUSED = {
    "seed": (StatusCode.INVALID_ARGUMENT, "chance.seed"),
    "no such seat": (StatusCode.INVALID_ARGUMENT, "seal.seats[0]"),
    "bot's moves": (StatusCode.PERMISSION_DENIED, "belongs to a bot"),
    "bot's view": (StatusCode.PERMISSION_DENIED, "belongs to a bot"),
    "bot's hint": (StatusCode.PERMISSION_DENIED, "belongs to a bot"),
    "bot's stream": (StatusCode.PERMISSION_DENIED, "belongs to a bot"),
    "play for a bot": (StatusCode.INVALID_ARGUMENT, "SuggestMove plays its turn"),
    "choose for a bot": (StatusCode.INVALID_ARGUMENT, "allow"),
    "candidates of a bot": (StatusCode.INVALID_ARGUMENT, "candidates: the turn of a bot"),
    "seed of a bot": (StatusCode.INVALID_ARGUMENT, "seed: whoever knows it"),
    "not its turn": (StatusCode.INVALID_ARGUMENT, "nothing to choose"),
    "no seat": (StatusCode.INVALID_ARGUMENT, "position.seat"),
    "events": (StatusCode.INVALID_ARGUMENT, "the server rolls"),
    "both": (StatusCode.INVALID_ARGUMENT, "not both"),
    "record": (StatusCode.INVALID_ARGUMENT, "record_seat"),
    "dice": (StatusCode.INVALID_ARGUMENT, "chance.dice"),
    "told": (StatusCode.INVALID_ARGUMENT, "told"),
    "open early": (StatusCode.FAILED_PRECONDITION, "goes on"),
    "rubbish": (StatusCode.INVALID_ARGUMENT, "sealed"),
    "chance without a bot": (StatusCode.INVALID_ARGUMENT, "chance"),
}


def test_what_would_show_or_move_a_bot_is_refused_with_the_way_out(served):
    told = served(refusals)
    assert {name: code for name, (code, _, _) in told.items()} == {name: code for name, (code, _) in REFUSED.items()}
    assert [name for name, (_, words) in REFUSED.items() if words not in told[name][1]] == []


def test_a_token_of_other_rules_is_refused(served, monkeypatch):
    """A new version of the rules reads the token of an old one."""
    encode = messages.encode

    def older(state):
        message = encode(state)
        message.rules_version += 1
        return message

    async def talk(house):
        rules = rules_pb2_grpc.RulesServiceStub(house.channel)
        with monkeypatch.context() as before:
            before.setattr(messages, "encode", older)
            token = sealed_by(house, some_position("tomahawk"), [0])
        return await refused(rules.ListMoves(rules_pb2.ListMovesRequest(sealed=token)))

    code, says, _ = served(talk)
    assert code is StatusCode.FAILED_PRECONDITION
    assert "rules_version" in says


def test_another_version_of_the_server_goes_on_with_the_position(served, monkeypatch):
    """The codes of events may have changed. The position is a message, which has not."""

    async def talk(house):
        app = App(house, "goofspiel", [0])
        await app.begin()
        monkeypatch.setattr(sealed, "MADE_BY", b"another!")
        game = app.games.open(app.sealed.token)
        assert (game.start, game.events, game.position) == (app.whole, (), app.whole)
        app.known = 0
        await app.go_on()

    served(talk)


def test_a_solitaire_game_goes_on_with_the_servers_dice(served):
    async def talk(house):
        app = App(house, "comancheria", [0])
        await app.begin()
        token = sealed_by(house, load("comancheria").new(), [0])
        return await app.enemy.AdvanceEnemy(enemy_pb2.AdvanceEnemyRequest(sealed=token, chance=SYSTEM))

    answer = served(talk)
    assert answer.stage.WhichOneof("next") == "seat"
    assert answer.moves
    assert answer.sealed.views[0].happenings
    assert not answer.HasField("state")
    assert not answer.wanted


def test_the_turn_of_a_bot_is_searched_and_played_in_one_place_of_the_queue(served):
    """It would wait a second time, behind the next search, to be played."""

    async def talk(house):
        app = App(house, "tomahawk", [])
        await app.begin()
        started, scheduler = [], house.server.services.scheduler
        start = scheduler._start
        scheduler._start = lambda job, now: started.append(job.rank) or start(job, now)
        await app.go_on()
        return started

    assert served(talk, inline_bytes=1 << 20) == [Rank.MOVE]
