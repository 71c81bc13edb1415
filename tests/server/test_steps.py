"""Python work in steps: it pauses, goes on where it was, and ends when nobody wants it any more."""

import asyncio
import threading

import pytest

from hunch.engines import NOTHING, BadState, messages
from hunch.server import requests, responses
from hunch.server.config import Config
from hunch.server.dice import records, transcripts
from hunch.server.errors import Busy
from hunch.server.jobs import Job, Paused, Rank
from hunch.server.offload import Offload
from hunch.server.rpc import RANKS, Call
from hunch.server.search_jobs import RunningSearch, SearchRunner
from hunch.server.services import review, rules
from hunch.server.steps import MS_PER_BYTE, SLICE_MS, finish, sliced
from hunch.v1 import advice_pb2, dice_pb2, opponent_pb2, opponent_pb2_grpc, rules_pb2, solver_pb2
from tests.support.clock import Clock
from tests.support.positions import some_request, whole_game
from tests.support.simulated import call, simulated
from tests.support.waiting import until


def counted(most, done):
    for number in range(most):
        done.append(number)
        yield
    return "all"


def test_work_pauses_after_each_slice_and_goes_on_where_it_was():
    done = []
    work = sliced(counted(3, done), slice_ms=0)
    with pytest.raises(Paused):
        work(None)
    assert done == []
    steps = counted(3, done)
    next(steps)
    assert sliced(steps, slice_ms=60_000)(None) == "all"
    assert done == [0, 1, 2]
    assert finish(counted(2, [])) == "all"


class Slices:
    """A scheduler's jobs that pause after each slice, for so long in all."""

    def __init__(self, scheduler):
        self.scheduler, self.left = scheduler, {}

    def job(self, key, ms):
        job = Job(work=lambda grant: None, key=key, asked_ms=ms, floor_ms=SLICE_MS)
        self.left[job] = ms
        self.scheduler.lasts[job] = SLICE_MS
        self.scheduler.pauses[job] = lambda: self._slice(job)
        return job

    def _slice(self, job):
        self.left[job] -= SLICE_MS
        return Paused() if self.left[job] > 0 else None


def test_between_slices_the_key_that_used_less_goes_on_and_within_a_key_the_first_comer():
    async def talk(scheduler):
        slices, ended = Slices(scheduler), []

        async def one(key, ms, name):
            await scheduler.run(slices.job(key, ms))
            ended.append((name, scheduler._loop.time()))

        tasks = [asyncio.ensure_future(one("hog", 500, f"hog {i}")) for i in range(2)]
        await asyncio.sleep(0.2)
        await one("quiet", 20, "quiet")
        move = await call(scheduler, "quiet", 100.0, 20.0)
        await asyncio.gather(*tasks)
        return ended, move

    ended, move = simulated(talk)
    assert [name for name, _ in ended] == ["quiet", "hog 0", "hog 1"]
    assert ended[0][1] == pytest.approx(0.24)  # two slices of its own, one before each
    assert move.took_ms <= 100.0 + 2 * SLICE_MS


def test_more_of_it_than_fits_the_wait_is_refused_at_once():
    async def talk(scheduler):
        slices = Slices(scheduler)
        asked = [scheduler.run(slices.job("hog", 500)) for _ in range(60)]
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert not scheduler.status().queued[0]
        return [isinstance(result, Busy) for result in results], scheduler._loop.time()

    refused, ended = simulated(talk, slots=2)
    assert refused == [False] * 4 + [True] * 56
    assert ended == pytest.approx(1.0)


def test_work_that_was_given_up_or_has_expired_does_not_go_on():
    async def talk(scheduler):
        slices = Slices(scheduler)
        given_up, expired = slices.job("a", 10_000), slices.job("b", 10_000)
        expired.deadline = 0.1
        tasks = [asyncio.ensure_future(scheduler.run(one)) for one in (given_up, expired)]
        await asyncio.sleep(0.05)
        tasks[0].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await scheduler.idle()
        return scheduler._loop.time(), len(scheduler._waiting), scheduler._running

    ended, *left = simulated(talk)
    assert ended == pytest.approx(0.1, abs=0.02)
    assert left == [0, set()]


def transcript_of(count):
    roll = dice_pb2.Roll(counter=1, faces=[6] * 100, values=[1] * 100)
    return dice_pb2.Transcript(
        version=1,
        game_id="0" * 32,
        commitment="0" * 64,
        server_seed=bytes(32),
        signature=bytes(64),
        public_key=bytes(32),
        rolls=[roll] * count,
    )


def all_that_grows(count):
    """Work of each kind that grows with its message, for so many of what there may be many of."""
    start, steps, _ = whole_game("goofspiel")
    state, steps = messages.encode(start), list(steps[:count])
    record = advice_pb2.GameRecord(start=messages.encode(start.view(0)))
    asked = Call("", "", None, Clock())
    position = advice_pb2.Position(record=record, seat=0)
    played = rules_pb2.PlayMovesRequest(state=state, steps=steps)
    moves = [messages.encode_move(start.game, start.after(start.chances()[0][0]).legal()[0])] * count
    view = start.after(start.chances()[0][0])
    return {
        "transcript": transcripts.compare(transcript_of(count), transcripts.Expected()),
        "game of dice": records.compare(whole_record(start, steps), (), {}),
        "play": rules.play_moves(played, asked, {}, Chance()),
        "judge": review.replay(opponent_pb2.EvaluateMovesRequest(start=state, steps=steps), {}),
        "record": requests.viewpoint(with_events(position, start, steps), {}),
        "allow": requests.first_moves(view.view(view.to_move), moves, ()),
    }


class Chance:
    def roller_of(self, *asked):
        return None


def whole_record(start, steps):
    """The record of these steps, with nothing hidden."""
    world, record = start, advice_pb2.GameRecord(start=messages.encode(start))
    for step in steps:
        event = (
            requests.event_in(world, step.event, "")
            if step.HasField("event")
            else requests.move_in(world, step.move, "")
        )
        record.events.append(messages.encode_event(world.game, event))
        world = world.after(event)
    return record


def with_events(position, start, steps):
    """The position with all that seat 0 saw of these steps in its record."""
    world = start
    for step in steps:
        event = (
            requests.event_in(world, step.event, "")
            if step.HasField("event")
            else requests.move_in(world, step.move, "")
        )
        seen = world.seen(event, 0)
        if seen != NOTHING:
            position.record.events.append(messages.encode_event(world.game, seen))
        world = world.after(event)
    return position


def steps_of(work):
    count = 0
    try:
        while True:
            next(work)
            count += 1
    except (StopIteration, BadState):  # a record may end when another seat is to choose
        return count


@pytest.mark.parametrize("name", ["transcript", "game of dice", "play", "judge", "record", "allow"])
def test_all_that_grows_with_a_message_may_pause_as_often(name):
    few, many = (steps_of(all_that_grows(count)[name]) for count in (4, 16))
    assert many - few >= 8


def test_what_grows_with_a_message_is_reckoned_by_its_size():
    async def talk(scheduler):
        asked = Call("", "", None, Clock(), size=256 * 1024)
        task = asyncio.ensure_future(Offload(scheduler, 0).stepwise(asked, counted(10, [])))
        await asyncio.sleep(0)
        (job,) = scheduler._running
        task.cancel()
        return job.asked_ms, job.floor_ms

    assert simulated(talk) == (256 * 1024 * MS_PER_BYTE, SLICE_MS)


def test_all_work_for_a_move_has_the_class_of_a_move_and_waits_once():
    """Its message is read, its question is made, and it is searched: each may wait for a core."""

    async def talk(scheduler):
        offload, clock = Offload(scheduler, 0), asyncio.get_running_loop()
        runner = SearchRunner(Config(), scheduler, None)
        request = some_request("goofspiel")
        question = finish(requests.move_question(request, "", {}, Config()))
        asked = Call("OpponentService", "SuggestMove", None, clock, size=1)
        ranks = []
        for waits in (lambda: offload(asked, lambda: None), lambda: offload.stepwise(asked, counted(1, []))):
            busy = asyncio.ensure_future(scheduler.run(Job(work=lambda grant: None, asked_ms=40.0)))
            work = asyncio.ensure_future(waits())
            await asyncio.sleep(0.001)
            ranks += [job.rank for job in scheduler._waiting]
            await asyncio.gather(busy, work)
        job = runner.job(RunningSearch(question, clock), asked, encode=responses.suggestion)
        return [*ranks, job.rank], job.waited_ms

    ranks, waited_ms = simulated(talk)
    assert ranks == [Rank.MOVE] * 3
    assert waited_ms == pytest.approx(80.0)


def test_each_of_several_searches_of_a_call_waits_anew(served):
    """A judged game is no one that has waited for all its choices, but each choice is thought about."""
    start, steps, _ = whole_game("goofspiel")
    request = opponent_pb2.EvaluateMovesRequest(
        start=messages.encode(start), steps=steps[:12], limits=advice_pb2.Limits(iterations=240)
    )
    waited = []

    async def talk(house):
        runner = house.server.services.all[opponent_pb2.DESCRIPTOR.services_by_name["OpponentService"]]._searches
        made = runner.job
        runner.job = lambda running, call, encode: waited.append(call.waited_ms) or made(running, call, encode)
        free, scheduler = threading.Event(), house.server.services.scheduler
        held = asyncio.ensure_future(scheduler.run(Job(work=lambda grant: free.wait(), abandon=free.set)))
        parts = opponent_pb2_grpc.OpponentServiceStub(house.channel).EvaluateMoves(request)
        await until(lambda: any(scheduler.status().queued.values()), "the game waits")
        free.set()
        await held
        return [part async for part in parts]

    assert len(served(talk, cores=1)) > 2
    assert waited[0] > 0
    assert set(waited[1:]) == {0.0}


def test_the_classes_are_of_rpcs_that_there_are():
    rpcs = {
        method.name
        for file in (opponent_pb2, solver_pb2)
        for service in file.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    }
    assert set(RANKS) <= rpcs
