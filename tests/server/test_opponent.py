"""Moves for positions: the same answer for the same question, whatever was peeked at, within limits."""
import pytest
from grpc import StatusCode

from hunch.engines import GAMES, Stream, load, wire
from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc

from .conftest import example, refused


def some_request(name: str, seed: int = 1) -> opponent_pb2.SuggestMoveRequest:
    """A question about a position of the game a few steps in, where a seat must choose."""
    stream, position = Stream(seed), load(name).new()
    steps = 0
    while position.to_move < 0 or steps < 6:
        after = position.apply(position.roll(stream) if position.to_move < 0 else position.playout(stream))
        if after.over:
            break
        position, steps = after, steps + 1
    while position.to_move < 0:
        position = position.apply(position.roll(stream))
    return opponent_pb2.SuggestMoveRequest(
        position=advice_pb2.Position(state=wire.encode(position)), limits=advice_pb2.Limits(iterations=200), seed=7
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_move_is_suggested_in_every_game(served, name):
    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(some_request(name))

    answer = served(talk)
    assert answer.advice.play.moves
    assert answer.advice.seed == 7
    assert answer.advice.play.moves[0].notation
    assert answer.advice.play.moves[0].sentence


def test_the_example_of_the_readme_is_answered(served):
    request = example("goofspiel.json", opponent_pb2.SuggestMoveRequest())

    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request)

    answer = served(talk)
    assert 1 <= answer.advice.play.moves[0].move.goofspiel.card <= 4
    assert answer.advice.candidates
    assert answer.timing.search_ms <= answer.timing.elapsed_ms


def test_equal_questions_get_equal_bytes_of_advice(served):
    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        return [(await stub.SuggestMove(some_request("goofspiel"))).advice.SerializeToString() for _ in range(3)]

    assert len(set(served(talk))) == 1


def test_a_whole_state_and_the_view_of_it_get_the_same_advice(served):
    whole = some_request("goofspiel")
    masked = opponent_pb2.SuggestMoveRequest.FromString(whole.SerializeToString())
    position = wire.decode(whole.position.state)
    masked.position.state.CopyFrom(wire.encode(position.view(position.to_move)))
    assert masked.position.state != whole.position.state

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        return [(await stub.SuggestMove(request)).advice.SerializeToString() for request in (whole, masked)]

    first, second = served(talk)
    assert first == second


def test_only_allowed_moves_are_considered(served):
    request = some_request("goofspiel")
    position = wire.decode(request.position.state)
    wanted, unwanted = position.legal()[:2]
    request.allow.append(wire.encode_move(position.game, wanted))
    request.allow.append(wire.encode_move(position.game, unwanted))
    request.avoid.append(wire.encode_move(position.game, unwanted))

    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request)

    assert served(talk).advice.play.moves[0].move == request.allow[0]


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"level": 11}, StatusCode.INVALID_ARGUMENT, "level"),
        ({"candidates": 1000}, StatusCode.INVALID_ARGUMENT, "candidates"),
        ({"position": {"seat": 5}}, StatusCode.INVALID_ARGUMENT, "position.seat"),
        ({"position": {"state": {"dataHash": "x"}}}, StatusCode.FAILED_PRECONDITION, "position.state.data_hash"),
        ({"position": {"state": {"goofspiel": {"prize": 99}}}}, StatusCode.INVALID_ARGUMENT, "position.state"),
        ({"allow": [{"goofspiel": {"card": 77}}]}, StatusCode.INVALID_ARGUMENT, "allow[0].goofspiel.card"),
        ({"allow": [{}]}, StatusCode.INVALID_ARGUMENT, "allow[0]"),
    ],
)
def test_what_is_wrong_with_a_request_is_named_by_its_field(served, change, code, path):
    from google.protobuf import json_format

    request = some_request("goofspiel")
    patch = json_format.ParseDict(change, opponent_pb2.SuggestMoveRequest())
    request.MergeFrom(patch)

    async def talk(house):
        return await refused(opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request))

    found, _, details = served(talk)
    assert found is code
    assert details["BadRequest"].field_violations[0].field.startswith(path)
    assert details["ErrorInfo"].reason
