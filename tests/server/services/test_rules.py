"""Rules over the wire: games, moves, play, views and checks, for every game that is registered."""

import pytest
from grpc import StatusCode

from hunch.engines import CHANCE, GAMES, Stream, load, messages, words
from hunch.v1 import enemy_pb2, enemy_pb2_grpc, game_pb2, goofspiel_pb2, rules_pb2, rules_pb2_grpc
from tests.support.positions import some_position, whole_game
from tests.support.servers import refused

EFFECTS = ("tomahawk", "powwow", "comancheria")  # which bring about more than is done, soon after the start


def asked(served, method, request):
    async def talk(house):
        return await getattr(rules_pb2_grpc.RulesServiceStub(house.channel), method)(request)

    return served(talk)


def denied(served, method, request):
    async def talk(house):
        return await refused(getattr(rules_pb2_grpc.RulesServiceStub(house.channel), method)(request))

    return served(talk)


def test_every_registered_game_is_listed_with_its_page(served):
    games = asked(served, "ListGames", rules_pb2.ListGamesRequest()).games
    assert [game.name for game in games] == list(GAMES)
    assert all(game.page and game.seats for game in games)


def test_each_game_has_a_guide_in_the_language_of_the_request(served):
    listed = {
        tag: asked(served, "ListGames", rules_pb2.ListGamesRequest(language=tag)).games for tag in ("", "fr", "fr-CA")
    }
    for english, french, canadian in zip(*listed.values(), strict=True):
        assert english.guide == words.guide(english.name)
        assert french.guide == canadian.guide == words.guide(english.name, "fr") != english.guide


@pytest.mark.parametrize("name", GAMES)
def test_a_new_game_with_chance_waits_for_a_seat(served, name):
    request = rules_pb2.NewGameRequest(options=messages.encode_options(load(name)), chance=rules_pb2.Chance(seed=3))
    first = asked(served, "NewGame", request)
    assert first.stage.WhichOneof("next") == "seat"
    assert messages.decode(first.state).to_move == first.stage.seat
    assert asked(served, "NewGame", request) == first


@pytest.mark.parametrize("name", GAMES)
def test_a_new_game_without_chance_is_the_very_first_position(served, name):
    request = rules_pb2.NewGameRequest(options=messages.encode_options(load(name)))
    assert messages.decode(asked(served, "NewGame", request).state) == load(name).new()


@pytest.mark.parametrize("name", GAMES)
def test_all_moves_and_outcomes_are_listed(served, name):
    position = some_position(name)
    found = asked(served, "ListMoves", rules_pb2.ListMovesRequest(state=messages.encode(position)))
    assert [messages.decode_move(position.game, move.move) for move in found.moves] == position.legal()
    assert len({move.notation for move in found.moves}) == len(found.moves)
    stream = Stream(1)
    while position.to_move not in (CHANCE, -2):
        position = position.apply(position.rollout_move(stream))
    found = asked(served, "ListMoves", rules_pb2.ListMovesRequest(state=messages.encode(position)))
    assert [
        (messages.decode_event(position.game, one.event), one.weight) for one in found.outcomes
    ] == position.chances()


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_in_one_call(served, name):
    start, steps, end = whole_game(name)
    answer = asked(served, "PlayMoves", rules_pb2.PlayMovesRequest(state=messages.encode(start), steps=steps[:2000]))
    if len(steps) <= 2000:
        assert messages.decode(answer.state) == end
        assert list(answer.stage.over.payoffs) == pytest.approx(end.returns())
    assert len(answer.happenings) == min(len(steps), 2000)
    assert all(one.sentence for one in answer.happenings)


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_carried_on_by_what_its_owner_saw(served, name):
    start, steps, _ = whole_game(name)
    steps = steps[:40]
    world = rules_pb2.PlayMovesRequest(state=messages.encode(start), steps=steps, record_seat=0)
    played = asked(served, "PlayMoves", world)
    seen = [rules_pb2.Step(event=one.event) for one in played.happenings]
    view = rules_pb2.PlayMovesRequest(state=messages.encode(start.view(0)), steps=seen)
    again = asked(served, "PlayMoves", view)
    assert messages.decode(again.state) == messages.decode(played.state).view(0)
    assert [one.effects for one in again.happenings] == [one.effects for one in played.happenings]
    assert name not in EFFECTS or any(one.effects for one in played.happenings)


def test_a_view_is_carried_on_for_its_owner_only(served):
    view = messages.encode(some_position("goofspiel").view(0))
    own = rules_pb2.PlayMovesRequest(state=view, record_seat=0)
    assert asked(served, "PlayMoves", own).state == view
    code, _, details = denied(served, "PlayMoves", rules_pb2.PlayMovesRequest(state=view, record_seat=1))
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field == "record_seat"


@pytest.mark.parametrize("name", GAMES)
def test_moves_that_cannot_be_played_are_refused_by_their_place(served, name):
    position = some_position(name)
    move = messages.encode_move(position.game, position.legal()[0])
    request = rules_pb2.PlayMovesRequest(state=messages.encode(position), steps=[rules_pb2.Step(move=move)] * 200)
    code, _, details = denied(served, "PlayMoves", request)
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field.startswith("steps[")


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_what_the_seat_knows(served, name):
    position = some_position(name)
    for seat in range(position.game.seats):
        found = asked(served, "ViewState", rules_pb2.ViewStateRequest(state=messages.encode(position), seat=seat))
        assert messages.decode(found.state) == position.view(seat)
        assert found.board


@pytest.mark.parametrize("name", GAMES)
def test_a_sound_position_is_reported_as_sound(served, name):
    position = some_position(name)
    found = asked(served, "CheckState", rules_pb2.CheckStateRequest(state=messages.encode(position)))
    assert found.whole
    assert found.stage.seat == position.to_move


@pytest.mark.parametrize(
    ("state", "code", "path"),
    [
        ({}, StatusCode.INVALID_ARGUMENT, "state"),
        ({"goofspiel": {"prize": 3}}, StatusCode.INVALID_ARGUMENT, "state.goofspiel.pending"),
        ({"goofspiel": {"options": {"cards": 99}}}, StatusCode.INVALID_ARGUMENT, "state.goofspiel.options.cards"),
        ({"rulesVersion": 99, "goofspiel": {}}, StatusCode.FAILED_PRECONDITION, "state.rules_version"),
    ],
)
def test_an_unsound_position_is_refused_by_its_field(served, state, code, path):
    from google.protobuf import json_format

    request = rules_pb2.CheckStateRequest(state=json_format.ParseDict(state, game_pb2.GameState()))
    found, _, details = denied(served, "CheckState", request)
    assert found is code
    assert details["BadRequest"].field_violations[0].field == path


def test_an_option_that_cannot_be_is_refused_by_its_field(served):
    options = game_pb2.GameOptions(goofspiel=goofspiel_pb2.GoofspielOptions(cards=99))
    code, _, details = denied(served, "NewGame", rules_pb2.NewGameRequest(options=options))
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field == "options.goofspiel.cards"


def test_chance_that_is_not_sent_stops_a_game_unless_a_seed_is_given(served):
    start, steps, _ = whole_game("goofspiel")
    moves = [step for step in steps if step.HasField("move")][:2]
    request = rules_pb2.PlayMovesRequest(state=messages.encode(start), steps=moves)
    code, says, _ = denied(served, "PlayMoves", request)
    assert code is StatusCode.INVALID_ARGUMENT
    assert "chance" in says
    request.chance.seed = 5
    assert asked(served, "PlayMoves", request).stage.WhichOneof("next") == "seat"


async def moves_listed(house, position):
    request = rules_pb2.ListMovesRequest(state=messages.encode(position))
    return (await rules_pb2_grpc.RulesServiceStub(house.channel).ListMoves(request)).outcomes


async def enemy_waits_for(house, position):
    request = enemy_pb2.AdvanceEnemyRequest(state=messages.encode(position))
    return (await enemy_pb2_grpc.EnemyServiceStub(house.channel).AdvanceEnemy(request)).wanted


@pytest.mark.parametrize("ask", [moves_listed, enemy_waits_for])
def test_an_answer_that_takes_long_is_encoded_by_a_search_thread(served, ask):
    """A server that closes down answers what needs none."""
    many, few = load("powwow", players=6).new(), load("goofspiel").new()
    while len(many.chances()) < 400:
        many = many.after(many.roll(Stream(3)))

    async def talk(house):
        outcomes = await ask(house, many)
        await house.server.services.scheduler.drain(60)
        return outcomes, await ask(house, few), await refused(ask(house, many))

    outcomes, light, (code, _, _) = served(talk)
    assert [(messages.decode_event(many.game, one.event), one.weight) for one in outcomes] == many.chances()
    assert len(light) == 13
    assert code is StatusCode.UNAVAILABLE


def test_many_steps_are_played_by_a_search_thread(served):
    """A server that closes down answers what needs none."""
    start, steps, _ = whole_game("goofspiel")
    few, many = (rules_pb2.PlayMovesRequest(state=messages.encode(start), steps=steps[:count]) for count in (10, 11))

    async def talk(house):
        stub = rules_pb2_grpc.RulesServiceStub(house.channel)
        played = await stub.PlayMoves(many)
        await house.server.services.scheduler.drain(60)
        return played, await stub.PlayMoves(few), await refused(stub.PlayMoves(many))

    played, light, (code, _, _) = served(talk)
    assert (len(played.happenings), len(light.happenings)) == (11, 10)
    assert code is StatusCode.UNAVAILABLE
