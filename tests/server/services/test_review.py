"""A played game judged move by move, within the time there is."""

import asyncio
import itertools
import statistics

import pytest
from grpc import StatusCode

from hunch.engines import GAMES, messages
from hunch.server.search_jobs import FIRST_RATE, SearchRunner
from hunch.server.services import review
from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc
from tests.support.clock import Clock, Ticking
from tests.support.positions import some_position, whole_game
from tests.support.servers import refused

DEADLINE_S = 5.0
"""By which a long game would not be judged at what is asked for each move."""
LONG_S, BESIDE_MS = 1_000.0, 50
"""The same for an hour of thinking, and what a choice takes beside it."""


@pytest.mark.parametrize("name", GAMES)
def test_a_played_game_is_judged_move_by_move(served, name):
    start, steps, end = whole_game(name)
    request = opponent_pb2.EvaluateMovesRequest(
        start=messages.encode(start), steps=steps, limits=advice_pb2.Limits(iterations=2000), seed=1
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
        start=messages.encode(start), steps=steps, limits=advice_pb2.Limits(iterations=3000), seed=1
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


def test_a_long_game_is_judged_before_the_deadline(served, monkeypatch):
    """The clock stands still, except that each choice takes what it was given and something beside."""
    start, steps, _ = whole_game("manitou")
    limits = advice_pb2.Limits(time_ms=3_600_000)
    request = opponent_pb2.EvaluateMovesRequest(start=messages.encode(start), steps=steps, limits=limits)
    run = SearchRunner.run

    async def talk(house):
        clock = house.server.rpc.clock = Clock(asyncio.get_running_loop().time())
        began, given_ms = clock.now, []

        async def instead(runner, question, call, encode):
            given_ms.append(question.limits.time_ms)
            clock.passes((given_ms[-1] + BESIDE_MS) / 1000)
            short = question._replace(limits=question.limits._replace(time_ms=0, iterations=20))
            finished = await run(runner, short, call, encode)
            return finished._replace(result=finished.result._replace(search_ms=given_ms[-1]))

        monkeypatch.setattr(SearchRunner, "run", instead)
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        parts = [part async for part in stub.EvaluateMoves(request, timeout=LONG_S)]
        return parts, given_ms, clock.now - began

    (*judged, last), given_ms, took_s = served(talk, most_time_ms=3_600_000)
    assert last.total.judged == len(judged) == len(given_ms)
    assert judged[-1].judgement.left == 0
    assert max(given_ms) < 3_600_000 / len(judged)
    assert took_s < LONG_S


def judged_in_time(clock, choices, share_ms, beside_ms, takes_ms=lambda granted_ms: granted_ms):
    """How many choices are judged, and what the longest was thought about, with a deadline of five seconds."""
    pace, done, longest_ms = review.Pace(DEADLINE_S, share_ms, clock), 0, 0.0
    while done < choices and pace.allows():
        took_ms = takes_ms(pace.thinking(choices - done))
        clock.passes((took_ms + beside_ms) / 1000)
        pace.took(took_ms)
        done, longest_ms = done + 1, max(longest_ms, took_ms)
    assert clock.now < DEADLINE_S
    return done, longest_ms


def test_thinking_is_cut_so_that_all_are_judged_before_the_deadline():
    assert judged_in_time(Clock(), 20, 200, 5) == (20, 200)
    done, longest_ms = judged_in_time(Clock(), 90, 200, 5)
    assert done == 90
    assert longest_ms < 200


def test_where_all_cannot_be_judged_as_many_are_as_can_be():
    done, _ = judged_in_time(Clock(), 90, 200, 100)
    assert 40 <= done < 50


def test_iterations_are_not_begun_that_would_end_after_the_deadline():
    assert judged_in_time(Clock(), 90, 0, 5, lambda _: 700) == (7, 700)


@pytest.mark.parametrize("name", ["kuhn", "goofspiel", "powwow"])
def test_moves_may_be_sent_as_events(served, name):
    start, steps, _ = whole_game(name)
    limits = advice_pb2.Limits(iterations=500)
    plain = opponent_pb2.EvaluateMovesRequest(start=messages.encode(start), steps=steps, limits=limits, seed=1)
    told = opponent_pb2.EvaluateMovesRequest(start=messages.encode(start), limits=limits, seed=1)
    for step in steps:
        event = step.event
        if step.HasField("move"):
            event = messages.encode_event(start.game, messages.decode_move(start.game, step.move))
        told.steps.add(event=event)

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        return [[part.judgement async for part in stub.EvaluateMoves(one)] for one in (plain, told)]

    as_moves, as_events = served(talk)
    assert as_moves == as_events
    assert len(as_moves) > 1


def test_an_event_that_cannot_happen_is_refused_by_its_place(served):
    start, steps, _ = whole_game("goofspiel")
    step = next(step for step in steps if step.HasField("move"))
    wrong = messages.encode_event(start.game, messages.decode_move(start.game, step.move))  # a prize is due
    request = opponent_pb2.EvaluateMovesRequest(start=messages.encode(start), steps=[{"event": wrong}])

    async def talk(house):
        return await refused(opponent_pb2_grpc.OpponentServiceStub(house.channel).EvaluateMoves(request).read())

    code, _, details = served(talk)
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field == "steps[0].event"


def test_more_iterations_in_all_than_there_is_time_for_are_refused_before_the_first_choice(served):
    start, steps, _ = whole_game("powwow")
    limits = advice_pb2.Limits(iterations=60_000)
    request = opponent_pb2.EvaluateMovesRequest(start=messages.encode(start), steps=steps, limits=limits)

    async def talk(house):
        return await refused(opponent_pb2_grpc.OpponentServiceStub(house.channel).EvaluateMoves(request).read())

    code, says, details = served(talk, most_time_ms=1_000)
    assert code is StatusCode.RESOURCE_EXHAUSTED
    assert details["ErrorInfo"].reason == "TOO_MUCH"
    assert f"about {FIRST_RATE * 1_000:,.0f} are possible" in says


def test_where_the_deadline_comes_first_the_total_is_of_what_was_judged(served):
    start, steps, _ = whole_game("goofspiel")
    limits = advice_pb2.Limits(iterations=1_000)
    request = opponent_pb2.EvaluateMovesRequest(start=messages.encode(start), steps=steps, limits=limits)

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        clock = itertools.count(asyncio.get_running_loop().time(), 30)  # half a minute passes at each look
        house.server.rpc.clock = Ticking(clock)
        return [part async for part in stub.EvaluateMoves(request, timeout=LONG_S)]

    *judged, last = served(talk)
    assert last.total.judged == len(judged) > 0
    assert judged[-1].judgement.left > 0


def test_a_view_cannot_be_judged(served):
    position = some_position("goofspiel")
    request = opponent_pb2.EvaluateMovesRequest(start=messages.encode(position.view(0)))

    async def talk(house):
        call = opponent_pb2_grpc.OpponentServiceStub(house.channel).EvaluateMoves(request)
        return await refused(call.read())

    code, _, details = served(talk)
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field.startswith("start")
