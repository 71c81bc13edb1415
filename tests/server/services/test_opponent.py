"""Moves for positions: the same answer for the same question, whatever was peeked at, within limits."""

import asyncio
import itertools
import threading

import pytest
from google.protobuf import json_format
from grpc import StatusCode

from hunch.engines import GAMES, Stream, load, messages
from hunch.server.jobs import Job
from hunch.server.search_jobs import SAMPLING
from hunch.server.services import hints, opponent
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2, opponent_pb2_grpc, rules_pb2
from tests.support.clock import Ticking
from tests.support.positions import some_position, some_request, whole_game
from tests.support.servers import example, refused
from tests.support.simulated import Loop
from tests.support.waiting import HANGS_S, until

COMPARED = {
    "clearly_better",
    "slightly_better",
    "probably_better",
    "as_good_as",
    "undecided",
    "seen_through",
    "not_compared",
}


@pytest.mark.parametrize("name", GAMES)
def test_a_move_is_suggested_in_every_game(served, name):
    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(some_request(name))

    answer, position = served(talk), some_position(name)
    assert messages.decode_move(position.game, answer.advice.play.moves[0].move) in position.legal()
    assert answer.advice.seed == 7
    assert answer.advice.play.moves[0].notation
    assert answer.advice.play.moves[0].sentence


@pytest.mark.parametrize("iterations", [1, 2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_a_handful_of_iterations_ends_too(served, name, iterations):
    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        request = some_request(name, 5, iterations, most_steps=40)
        return await stub.SuggestMove(request, timeout=HANGS_S)

    advice = served(talk).advice
    assert advice.play.moves
    assert advice.iterations == iterations or advice.method not in SAMPLING


def test_more_iterations_than_a_request_may_take_time_for_are_refused_at_once(served):
    async def talk(house):
        return await refused(
            opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(some_request("powwow", 1, 1_000_000))
        )

    code, says, details = served(talk, most_time_ms=1_000)
    assert code is StatusCode.RESOURCE_EXHAUSTED
    assert "limits.iterations" in says
    assert details["ErrorInfo"].reason == "TOO_MUCH"


def test_a_machine_that_stood_still_is_not_taken_for_a_slow_one(served):
    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        house.server.rpc.clock = Ticking(itertools.count(0, 3_600))
        first = await stub.SuggestMove(some_request("powwow", 1, 1_000))
        again = await stub.SuggestMove(some_request("powwow", 1, 2_000))
        return first.timing.search_ms, again.advice.iterations

    took_ms, iterations = served(talk, most_time_ms=1_000)
    assert took_ms >= 3_600_000
    assert iterations == 2_000


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
    position = messages.decode(whole.position.state)
    masked.position.state.CopyFrom(messages.encode(position.view(position.to_move)))
    assert masked.position.state != whole.position.state

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        return [(await stub.SuggestMove(request)).advice.SerializeToString() for request in (whole, masked)]

    first, second = served(talk)
    assert first == second


def test_only_allowed_moves_are_considered(served):
    request = some_request("goofspiel")
    position = messages.decode(request.position.state)
    wanted, unwanted = position.legal()[:2]
    request.allow.append(messages.encode_move(position.game, wanted))
    request.allow.append(messages.encode_move(position.game, unwanted))
    request.avoid.append(messages.encode_move(position.game, unwanted))

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
    request = some_request("goofspiel")
    patch = json_format.ParseDict(change, opponent_pb2.SuggestMoveRequest())
    request.MergeFrom(patch)

    async def talk(house):
        return await refused(opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request))

    found, _, details = served(talk)
    assert found is code
    assert details["BadRequest"].field_violations[0].field.startswith(path)
    assert details["ErrorInfo"].reason


@pytest.mark.parametrize(
    ("event", "path"), [({"bid": 1}, "position.seat"), ({"prize": 1}, "position.record.events[0]")]
)
def test_what_is_wrong_with_a_record_is_named_by_its_field(served, event, path):
    start = messages.encode(some_position("goofspiel", most_steps=0).view(0))
    record = json_format.ParseDict({"events": [{"goofspiel": event}]}, advice_pb2.GameRecord(start=start))
    request = opponent_pb2.SuggestMoveRequest(position=advice_pb2.Position(record=record, seat=0))

    async def talk(house):
        return await refused(opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request))

    _, _, details = served(talk)
    assert details["BadRequest"].field_violations[0].field == path


@pytest.mark.parametrize("name", GAMES)
def test_a_view_and_its_record_get_advice_too(served, name):
    start, steps, _ = whole_game(name, 3)
    position, stream = start, Stream(5)
    records = [[] for _ in range(start.game.seats)]
    for _ in range(len(steps) // 2):
        event = position.roll(stream) if position.to_move < 0 else position.rollout_move(stream)
        for seat, seen in enumerate(records):
            seen.append(position.seen(event, seat))
        after = position.after(event)
        if after.over:
            break
        position = after
    while position.to_move < 0:
        event = position.roll(stream)
        for seat, seen in enumerate(records):
            seen.append(position.seen(event, seat))
        position = position.after(event)
    seat = position.to_move
    events = [messages.encode_event(start.game, seen) for seen in records[seat] if seen]
    record = advice_pb2.GameRecord(start=messages.encode(start.view(seat)), events=events)
    request = opponent_pb2.SuggestMoveRequest(
        position=advice_pb2.Position(record=record, seat=seat), limits=advice_pb2.Limits(iterations=100)
    )

    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request)

    first = served(talk).advice.play.moves[0].move
    assert messages.decode_move(start.game, first) in position.legal()


def ask(name="goofspiel", **limits):
    request = some_request(name)
    request.limits.CopyFrom(advice_pb2.Limits(**limits))
    return opponent_pb2.StreamSuggestionsRequest(ask=request, interval_ms=20)


HOUR_MS = 3_600_000
"""Of thinking that only a stop ends."""


def test_a_stream_sends_answers_so_far_and_one_final_answer_when_it_is_stopped(served):
    async def talk(house):
        call = opponent_pb2_grpc.OpponentServiceStub(house.channel).StreamSuggestions()
        await call.write(ask(time_ms=HOUR_MS, memory_mib=8))
        answers = aiter(call)
        first = later = await anext(answers)
        while later.advice.iterations == first.advice.iterations:
            later = await anext(answers)
        await call.write(opponent_pb2.StreamSuggestionsRequest(stop=True))
        return first, later, [answer async for answer in answers]

    first, later, rest = served(talk, most_time_ms=HOUR_MS)
    assert first.advice.iterations < later.advice.iterations <= rest[-1].advice.iterations
    assert [answer.final for answer in (first, later, *rest)].count(True) == 1
    assert rest[-1].final
    assert rest[-1].advice.stop_reason == advice_pb2.STOP_REASON_STOPPED


def test_who_only_stops_sending_gets_the_whole_answer(served):
    async def talk(house):
        call = opponent_pb2_grpc.OpponentServiceStub(house.channel).StreamSuggestions()
        await call.write(ask(iterations=5_000))
        await call.done_writing()
        return [answer async for answer in call]

    *_, last = served(talk)
    assert last.final
    assert (last.advice.iterations, last.advice.stop_reason) == (5_000, advice_pb2.STOP_REASON_ITERATIONS)


@pytest.mark.parametrize(
    ("messages", "field"),
    [
        ([], "ask"),
        (["stop"], "ask"),
        (["ask", "ask"], "ask"),
        (["ask", "nothing"], "stop"),
        (["ask", "no stop"], "stop"),
        (["ask", "interval"], "interval_ms"),
    ],
)
def test_a_stream_asks_once_and_first_and_then_only_stops(served, messages, field):
    kinds = {
        "ask": ask(time_ms=5_000),
        "stop": opponent_pb2.StreamSuggestionsRequest(stop=True),
        "nothing": opponent_pb2.StreamSuggestionsRequest(),
        "no stop": opponent_pb2.StreamSuggestionsRequest(stop=False),
        "interval": opponent_pb2.StreamSuggestionsRequest(stop=True, interval_ms=50),
    }

    async def talk(house):
        call = opponent_pb2_grpc.OpponentServiceStub(house.channel).StreamSuggestions(
            iter([kinds[message] for message in messages])
        )

        async def all_of_it():
            return [answer async for answer in call]

        return await refused(all_of_it())

    code, _, details = served(talk)
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field == field


@pytest.mark.parametrize(
    "wrong",
    [
        {"level": 11},
        {"candidates": 101},
        {"chance": rules_pb2.Chance(system=True)},
        {"allow": [game_pb2.GameMove()]},
        {"avoid": [game_pb2.GameMove()]},
        {"limits": advice_pb2.Limits(time_ms=10**9)},
        {"position": advice_pb2.Position()},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_streams_refuse_what_a_request_for_a_move_is_refused_for(served, wrong):
    sound = {"position": some_request("goofspiel").position}
    request = opponent_pb2.SuggestMoveRequest(**{**sound, **wrong})

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        watched = stub.WatchSuggestions(opponent_pb2.WatchSuggestionsRequest(ask=request))
        streamed = stub.StreamSuggestions(iter([opponent_pb2.StreamSuggestionsRequest(ask=request)]))
        return [await refused(stub.SuggestMove(request))] + [
            await refused(anext(aiter(stream))) for stream in (watched, streamed)
        ]

    (code, says, _), *streams = served(talk)
    assert says.startswith(next(iter(wrong)))
    for its_code, its_words, _ in streams:
        assert its_code is code
        assert its_words.replace("ask.", "", 1) == says


@pytest.mark.parametrize("language", ["en", "fr-CA"])
def test_a_hint_gives_away_no_more_than_its_grade(served, language):
    position = advice_pb2.Position(state=messages.encode(some_position("goofspiel")))

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        limits = advice_pb2.Limits(iterations=2000)
        return [
            await stub.GetHint(
                opponent_pb2.GetHintRequest(position=position, limits=limits, seed=1, grade=grade, language=language)
            )
            for grade in (opponent_pb2.HINT_GRADE_NUDGE, opponent_pb2.HINT_GRADE_REGION, opponent_pb2.HINT_GRADE_MOVE)
        ]

    nudge, region, move = served(talk)
    assert nudge.nudge.sentence
    assert nudge.nudge == region.nudge == move.nudge
    assert not nudge.region
    assert not nudge.HasField("best")
    assert region.region == move.region
    assert not region.HasField("best")
    assert move.best.turn.moves[0] in move.region
    assert move.reasons[0].code in COMPARED
    assert move.reasons[-1].code == "win_chance"
    assert all(reason.sentence for reason in move.reasons)


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_compares_with_the_turn_one_thinks_of(served, name):
    state = some_position(name)
    view = state.view(state.to_move)

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        limits, position = advice_pb2.Limits(iterations=500), advice_pb2.Position(state=messages.encode(state))
        return [
            await stub.GetHint(
                opponent_pb2.GetHintRequest(
                    position=position, limits=limits, seed=1, idea=[messages.encode_move(view.game, move)]
                )
            )
            for move in view.legal()[:4]
        ]

    hints = served(talk)
    assert len({hint.nudge.sentence for hint in hints}) == 1
    for hint, move in zip(hints, view.legal(), strict=False):
        idea = messages.encode_move(view.game, move)
        if hint.best.turn.moves[0].move == idea:
            assert hint.reasons[0].code == "your_idea"
        else:
            assert hint.rival.turn.moves[0].move == idea
            assert hint.reasons[0].code in COMPARED


@pytest.mark.parametrize(
    ("language", "margin", "error", "says"),
    [
        ("en", 0.02, 0.0, "about 1 more win in 100 games"),
        ("en", 0.2, 0.0, "about 10 more wins in 100 games"),
        ("en", 0.2, 0.03, "about 10 ± 3 more wins in 100 games"),
        ("en", 0.02, 0.01, "about 1 ± 1 more win in 100 games"),
        ("fr", 0.02, 0.0, "environ 1 victoire de plus sur 100 parties"),
        ("fr", 0.2, 0.0, "environ 10 victoires de plus sur 100 parties"),
        ("fr", 0.02, 0.03, "environ 1 ± 3 victoires de plus sur 100 parties"),
    ],
)
def test_one_more_win_is_in_the_singular(language, margin, error, says):
    assert hints._margin(load("goofspiel"), margin, error, language) == says


def test_an_idea_that_is_not_legal_is_refused(served):
    state = some_position("goofspiel")
    move = messages.encode_move(state.game, state.legal()[0])
    position = advice_pb2.Position(state=messages.encode(state))

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        return await refused(stub.GetHint(opponent_pb2.GetHintRequest(position=position, idea=[move, move])))

    code, _, details = served(talk)
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field == "idea[1]"


def test_there_are_ten_levels_the_last_without_a_cap(served):
    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        return await stub.ListLevels(opponent_pb2.ListLevelsRequest())

    levels = served(talk).levels
    assert [level.level for level in levels] == list(range(1, 11))
    assert levels[-1].iterations == 0
    assert all(level.floor_iterations >= 1000 for level in levels)


def test_levels_are_listed_by_game(served):
    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        names = ("", "goofspiel", "kuhn", "comancheria")
        found = {name: (await stub.ListLevels(opponent_pb2.ListLevelsRequest(game=name))).levels for name in names}
        return found, await refused(stub.ListLevels(opponent_pb2.ListLevelsRequest(game="chess")))

    found, (code, _, details) = served(talk)
    efforts = {name: [level.iterations for level in levels] for name, levels in found.items()}
    assert efforts["goofspiel"] == efforts[""] != efforts["comancheria"]
    assert not any(level.uncalibrated for level in found["goofspiel"])
    assert all(level.uncalibrated for level in found["kuhn"])
    assert code is StatusCode.NOT_FOUND
    assert details["BadRequest"].field_violations[0].field == "game"


def looks(begins_s, ends_s, stops_s=None):
    """When a stream looks at a search that has its turn and ends then, once a second."""

    async def talk():
        loop = asyncio.get_running_loop()
        search, listener, begins = loop.create_future(), loop.create_future(), asyncio.Event()
        loop.call_later(ends_s, search.set_result, None)
        if begins_s is not None:
            loop.call_later(begins_s, begins.set)
        if stops_s is not None:
            loop.call_later(stops_s, listener.set_result, None)
        seen = []
        while not await opponent._over(search, listener, begins, 1.0):
            seen.append(loop.time())
        return seen

    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(talk())


def test_a_stream_whose_search_waits_for_a_core_takes_nothing_meanwhile():
    """There is nothing to look at. Many that wait would take more of a core than those that search."""
    assert looks(5.0, 7.5) == [6.0, 7.0]
    assert looks(0.0, 2.5) == [1.0, 2.0]
    assert looks(None, 9.0) == []
    assert looks(5.0, 7.5, stops_s=3.0) == [3.0, 6.0, 7.0]


def test_a_stream_is_shown_that_its_search_has_begun(served):
    """So it has answers on the way, also if it waited."""
    free = threading.Event()
    request = opponent_pb2.StreamSuggestionsRequest(ask=some_request("powwow"), interval_ms=20)
    request.ask.limits.CopyFrom(advice_pb2.Limits(time_ms=60_000))

    async def talk(house):
        scheduler = house.server.services.scheduler
        held = asyncio.ensure_future(scheduler.run(Job(work=lambda grant: free.wait(), abandon=free.set)))
        stream = opponent_pb2_grpc.OpponentServiceStub(house.channel).StreamSuggestions()
        await stream.write(request)
        await until(lambda: any(scheduler.status().queued.values()), "the search waits")
        free.set()
        await held
        first = await stream.read()
        stream.cancel()
        return first

    assert not served(talk, cores=1, most_time_ms=60_000, queue_wait_ms=600_000).final
