"""The enemy, and any game's chance: rolled from a seed, sent die by die, or taken from a ledger that never rerolls."""

import pytest
from grpc import StatusCode

from hunch.engines import CHANCE, GAMES, Stream, load, messages
from hunch.server.dice import transcripts
from hunch.v1 import dice_pb2, dice_pb2_grpc, enemy_pb2, enemy_pb2_grpc, rules_pb2, rules_pb2_grpc
from tests.support.positions import some_position
from tests.support.printed_board import PrintedBoard
from tests.support.servers import refused


def first(name):
    """The very first position of a game."""
    return messages.encode(load(name).new())


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_brings_the_enemy_to_the_next_decision(served, name):
    request = enemy_pb2.AdvanceEnemyRequest(state=first(name), chance=rules_pb2.Chance(seed=3))

    async def talk(house):
        stub = enemy_pb2_grpc.EnemyServiceStub(house.channel)
        return [await stub.AdvanceEnemy(request) for _ in range(2)]

    answer, again = served(talk)
    assert answer == again
    assert answer.stage.WhichOneof("next") == "seat"
    assert answer.moves == len(messages.decode(answer.state).legal())
    assert not answer.wanted
    assert all(one.sentence and not one.HasField("seat") for one in answer.happenings)


@pytest.mark.parametrize("name", GAMES)
def test_without_chance_it_stops_at_each_die_for_its_outcome(served, name):
    async def talk(house):
        stub = enemy_pb2_grpc.EnemyServiceStub(house.channel)
        request = enemy_pb2.AdvanceEnemyRequest(state=first(name))
        answer = await stub.AdvanceEnemy(request)
        while answer.wanted:
            request.told.append(answer.wanted[-1].event)
            answer = await stub.AdvanceEnemy(request)
        return request.told, answer

    told, answer = served(talk)
    position = load(name).new()
    assert told
    for event in told:
        while len(position.chances()) == 1:  # what must come is not asked for
            position = position.after(position.chances()[0][0])
        assert position.to_move == CHANCE
        position = position.after(messages.decode_event(position.game, event))
    while position.to_move == CHANCE:
        ((event, _),) = position.chances()
        position = position.after(event)
    assert messages.decode(answer.state) == position
    assert answer.stage.seat == position.to_move


def test_a_die_that_cannot_come_is_refused_by_its_place(served):
    game = load("goofspiel")
    wrong = messages.encode_event(game, 0x100 + 13)
    request = enemy_pb2.AdvanceEnemyRequest(state=messages.encode(game.new()), told=[wrong, wrong])

    async def talk(house):
        return await refused(enemy_pb2_grpc.EnemyServiceStub(house.channel).AdvanceEnemy(request))

    code, _, details = served(talk)
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field == "told[1]"


@pytest.mark.parametrize("name", GAMES)
def test_nobody_rerolls_what_came_from_a_ledger(served, name):
    async def talk(house):
        enemy, dice = enemy_pb2_grpc.EnemyServiceStub(house.channel), dice_pb2_grpc.DiceServiceStub(house.channel)
        game = await dice.CommitDice(dice_pb2.CommitDiceRequest())
        chance = rules_pb2.Chance(
            dice=rules_pb2.DiceChance(game_id=game.game_id, owner_token=game.owner_token, request_id="turn-1")
        )
        request = enemy_pb2.AdvanceEnemyRequest(state=first(name), chance=chance)
        answers = [await enemy.AdvanceEnemy(request) for _ in range(2)]
        request.language = "fr"
        again, _, _ = await refused(enemy.AdvanceEnemy(request))
        told = await dice.RevealDice(dice_pb2.RevealDiceRequest(game_id=game.game_id, owner_token=game.owner_token))
        return answers, again, told

    (answer, same), again, told = served(talk)
    assert answer == same
    assert again is StatusCode.ALREADY_EXISTS
    places = [one.dice_counter for one in answer.happenings if one.dice_counter]
    assert places == [roll.counter for roll in told.transcript.rolls] != []
    assert all(check.passed for check in transcripts.verify(told.transcript))


def test_a_view_is_refused(served):
    request = enemy_pb2.AdvanceEnemyRequest(state=messages.encode(some_position("goofspiel").view(0)))

    async def talk(house):
        return await refused(enemy_pb2_grpc.EnemyServiceStub(house.channel).AdvanceEnemy(request))

    assert served(talk)[0] is StatusCode.INVALID_ARGUMENT


def test_the_effects_of_an_event_are_reported_with_it(served):
    """A die that makes the enemy act names the Instructions and what came of them."""
    stream, position = Stream(4), load("comancheria").new()
    while position.fields()["enemy_ap"] < 4 or position.to_move != CHANCE:
        position = position.after(
            position.roll(stream) if position.to_move == CHANCE else position.rollout_move(stream)
        )
    state = messages.encode(position)

    async def talk(house):
        stub = enemy_pb2_grpc.EnemyServiceStub(house.channel)
        chance = rules_pb2.Chance(seed=5)
        return [
            await stub.AdvanceEnemy(enemy_pb2.AdvanceEnemyRequest(state=state, chance=chance, language=language))
            for language in ("en", "fr")
        ]

    effects, in_french = ([e for one in answer.happenings for e in one.effects] for answer in served(talk))
    assert any(effect.code.startswith("executes") for effect in effects)
    assert [effect.code for effect in effects] == [effect.code for effect in in_french]
    assert all(a.sentence != b.sentence for a, b in zip(effects, in_french, strict=True))
    assert all(effect.sentence.endswith(".") for effect in effects)


def test_a_printed_board_follows_a_game_from_the_answers_alone(served):
    """Decisions, the enemy from a seed, and the enemy with real dice: all report what to do on the table."""
    start, stream = load("comancheria", scenario="storm_from_the_east").new(), Stream(8)
    board = PrintedBoard(start)

    async def talk(house):
        rules, enemy = rules_pb2_grpc.RulesServiceStub(house.channel), enemy_pb2_grpc.EnemyServiceStub(house.channel)
        position, answered = start, 0
        while not position.over and answered < 150:
            state = messages.encode(position)
            if position.to_move != CHANCE:
                move = messages.encode_move(position.game, position.rollout_move(stream))
                request = rules_pb2.PlayMovesRequest(state=state, steps=[rules_pb2.Step(move=move)])
                answer = await rules.PlayMoves(request)
            elif answered % 2:
                chance = rules_pb2.Chance(seed=answered)
                answer = await enemy.AdvanceEnemy(enemy_pb2.AdvanceEnemyRequest(state=state, chance=chance))
            else:
                told = [messages.encode_event(position.game, position.roll(stream))]
                if len(position.chances()) == 1:  # what must come is not asked for
                    told = []
                answer = await enemy.AdvanceEnemy(enemy_pb2.AdvanceEnemyRequest(state=state, told=told))
            position, answered = messages.decode(answer.state), answered + 1
            board.read(answer.happenings)
            assert board.different(position) == {}, answer
        return answered

    assert served(talk) > 100
