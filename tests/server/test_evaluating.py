"""A played game judged move by move, within the time there is."""
import itertools
import statistics
import time
from types import SimpleNamespace

import pytest
from grpc import StatusCode

from hunch.engines import GAMES, wire
from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc

from .conftest import refused
from .positions import some_position, whole_game

EACH_S, DEADLINE_S = 0.2, 5.0
"""What a move is thought about, and a deadline by which all would not be judged so."""


@pytest.mark.parametrize("name", GAMES)
def test_a_played_game_is_judged_move_by_move(served, name):
    start, steps, end = whole_game(name)
    request = opponent_pb2.EvaluateMovesRequest(
        start=wire.encode(start), steps=steps, limits=advice_pb2.Limits(iterations=2000), seed=1
    )

    async def talk(house):
        return [part async for part in opponent_pb2_grpc.OpponentServiceStub(house.channel).EvaluateMoves(request)]

    *judged, last = served(talk)
    assert last.total.judged == len(judged)
    assert len(last.total.mean_loss) == end.game.seats
    for part in judged:
        one = part.judgement
        assert steps[one.step].move == one.played.move
        assert 0 <= one.probability <= 1
        assert one.loss >= 0


def test_a_move_that_was_never_tried_is_not_judged_as_lost(served):
    start, steps, _ = whole_game("manitou")
    request = opponent_pb2.EvaluateMovesRequest(
        start=wire.encode(start), steps=steps, limits=advice_pb2.Limits(iterations=3000), seed=1
    )

    async def talk(house):
        return [part async for part in opponent_pb2_grpc.OpponentServiceStub(house.channel).EvaluateMoves(request)]

    *judged, last = served(talk)
    unknown = [part.judgement for part in judged if part.judgement.standard_error >= 1]
    assert unknown
    assert min(one.value for one in unknown) > -1
    for seat, mean in enumerate(last.total.mean_loss):
        own = [part.judgement for part in judged if part.judgement.seat == seat]
        assert mean == pytest.approx(statistics.fmean(one.loss for one in own if one.standard_error < 1))


def test_a_long_game_is_judged_before_the_deadline(served):
    start, steps, _ = whole_game("manitou")
    request = opponent_pb2.EvaluateMovesRequest(start=wire.encode(start), steps=steps)

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        return [part async for part in stub.EvaluateMoves(request, timeout=DEADLINE_S)]

    *judged, last = served(talk)
    assert last.total.judged == len(judged) > DEADLINE_S / EACH_S


def test_where_the_deadline_comes_first_the_total_is_of_what_was_judged(served, monkeypatch):
    start, steps, _ = whole_game("goofspiel")
    limits = advice_pb2.Limits(iterations=1_000)
    request = opponent_pb2.EvaluateMovesRequest(start=wire.encode(start), steps=steps, limits=limits)

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        clock = itertools.count(time.monotonic())       # a second passes whenever somebody looks
        monkeypatch.setattr("hunch.server.evaluating.time", SimpleNamespace(monotonic=lambda: next(clock)))
        return [part async for part in stub.EvaluateMoves(request, timeout=30)]

    *judged, last = served(talk)
    assert last.total.judged == len(judged) > 0
    assert judged[-1].judgement.left > 0


def test_a_view_cannot_be_judged(served):
    position = some_position("goofspiel")
    request = opponent_pb2.EvaluateMovesRequest(start=wire.encode(position.view(0)))

    async def talk(house):
        call = opponent_pb2_grpc.OpponentServiceStub(house.channel).EvaluateMoves(request)
        return await refused(call.read())

    code, _, details = served(talk)
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field.startswith("start")
