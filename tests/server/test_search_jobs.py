"""What is searched for a grant: the floor of iterations, and what ends it."""

import asyncio
import math

import pytest

from hunch.server import search_jobs
from hunch.server.config import Config
from hunch.server.rpc import Call
from hunch.server.scheduler import Grant, Rank
from hunch.server.search_jobs import FLOOR, SAMPLING, Thinker, Thought
from hunch.server.steps import finish
from hunch.v1 import advice_pb2, opponent_pb2_grpc
from tests.support.clock import Clock
from tests.support.positions import some_request
from tests.support.simulated import simulated

CALLS = 40
SHORT = Grant(1.0, True, 0.0)
ALWAYS, NEVER = 0.0, 1e9
"""What the floor is reckoned to take, so that a grant is above or below it."""


def question(game="goofspiel", **limits):
    limits = advice_pb2.Limits(**(limits or {"time_ms": 30_000}))
    return finish(Thinker(Config(), {}, None, None).question(some_request(game).position, limits, 0, 7))


@pytest.mark.parametrize("game", ["tomahawk", "goofspiel", "powwow"])
@pytest.mark.parametrize("floor_ms", [ALWAYS, NEVER])
def test_a_grant_that_was_shortened_gives_the_floor_of_iterations(game, floor_ms):
    found = Thought(Clock()).run(question(game), SHORT, floor_ms, math.inf)
    assert found.iterations >= FLOOR or found.method not in SAMPLING
    assert found.stop_reason in ("time", "solved")


@pytest.mark.parametrize("floor_ms", [ALWAYS, NEVER])
def test_the_floor_is_no_more_than_what_was_asked(floor_ms):
    found = Thought(Clock()).run(question(time_ms=30_000, iterations=200), SHORT, floor_ms, math.inf)
    assert found.iterations == 200
    assert found.stop_reason == "iterations"


def test_a_count_within_a_time_is_made_whatever_it_was_reckoned_to_take():
    found = Thought(Clock()).run(question(time_ms=30_000, iterations=5_000), Grant(1.0, False, 0.0), 1.0, math.inf)
    assert (found.iterations, found.stop_reason) == (5_000, "iterations")


class Plan:
    """Stands in for the searches: each finds what it is told to find, and does something while it runs."""

    def __init__(self, monkeypatch, *found):
        self.begun, self._left = [], list(found)
        self.whole = Thought(Clock()).run(question(iterations=50), Grant(0.0, False, 0.0), 1.0, math.inf)
        monkeypatch.setattr(search_jobs, "_search", self._made)

    def _made(self, asked, time_ms):
        self.begun.append(self._left.pop(0))
        self.begun[-1].plan, self.begun[-1].asked, self.begun[-1].time_ms = self, asked, time_ms
        return self.begun[-1]


class Fake:
    def __init__(self, iterations, reason, meanwhile=lambda: None):
        self._iterations, self._reason, self._meanwhile = iterations, reason, meanwhile
        self.stopped, self.samplers = False, []

    def stop(self):
        self.stopped = True

    def run(self):
        self._meanwhile()
        return self.plan.whole._replace(
            method="regret", iterations=self._iterations, stop_reason="stopped" if self.stopped else self._reason
        )


def test_a_second_search_is_ended_by_who_has_enough_and_the_better_answer_is_told(monkeypatch):
    thought = Thought(Clock())
    plan = Plan(monkeypatch, Fake(300, "time"), Fake(2, "iterations", thought.set_enough))
    found = thought.run(question(), SHORT, ALWAYS, math.inf)
    assert plan.begun[1].stopped
    assert (found.iterations, found.stop_reason) == (300, "time")
    assert thought._search is plan.begun[0]


def test_who_has_enough_gets_no_second_search(monkeypatch):
    thought = Thought(Clock())
    plan = Plan(monkeypatch, Fake(3, "time", thought.set_enough))
    assert thought.run(question(), SHORT, ALWAYS, math.inf).stop_reason == "stopped"
    assert len(plan.begun) == 1


def test_a_deadline_bounds_a_second_search(monkeypatch):
    clock = Clock(100.0)
    plan = Plan(monkeypatch, Fake(3, "time", lambda: clock.passes(7)), Fake(900, "time"))
    thought = Thought(clock)
    found = thought.run(question(), SHORT, ALWAYS, clock.now + 20)
    assert (found.iterations, found.stop_reason) == (900, "time")
    assert thought.again
    assert plan.begun[1].asked.iterations == FLOOR
    assert plan.begun[1].time_ms == 13_000


@pytest.mark.parametrize("grant", [SHORT, Grant(30_000.0, False, 0.0)])
def test_without_room_or_need_there_is_no_second_search(monkeypatch, grant):
    clock = Clock()
    plan = Plan(monkeypatch, Fake(3, "time", lambda: clock.passes(2)))
    found = Thought(clock).run(question(), grant, ALWAYS, 1.0 if grant.shortened else math.inf)
    assert (found.iterations, found.stop_reason) == (3, "time")
    assert len(plan.begun) == 1


def test_a_search_of_the_floor_does_not_give_way(monkeypatch):
    thought, gave = Thought(Clock()), []

    def ask():
        gave.append(thought.give_way(FLOOR))

    Plan(monkeypatch, Fake(3, "iterations", ask), Fake(FLOOR, "iterations", ask))
    found = thought.run(question(), Grant(30_000.0, False, 0.0), 1.0, math.inf)
    assert gave == [True, False]
    assert (found.iterations, found.stop_reason) == (FLOOR, "time")


WHOLE = Grant(0.0, False, 0.0)


@pytest.mark.parametrize(("made", "reason"), [(5_000, "time"), (20_000, "iterations")])
def test_a_count_that_is_cut_says_so_and_one_that_was_made_in_full_does_not(monkeypatch, made, reason):
    thought = Thought(Clock())
    plan = Plan(monkeypatch, Fake(made, "iterations", lambda: made == 20_000 or thought.give_way(0)))
    found = thought.run(question(iterations=20_000), WHOLE, 1.0, 20.0)
    assert (found.iterations, found.stop_reason, len(plan.begun)) == (made, reason, 1)


@pytest.mark.parametrize("count", [300, 20_000])
def test_a_count_that_is_cut_before_its_floor_makes_it_and_says_so(monkeypatch, count):
    """It may have tried for an exact answer until then."""
    thought = Thought(Clock())
    floor = min(count, FLOOR)
    plan = Plan(monkeypatch, Fake(3, "iterations", lambda: thought.give_way(FLOOR)), Fake(floor, "iterations"))
    found = thought.run(question(iterations=count), WHOLE, 1.0, 20.0)
    assert (found.iterations, found.stop_reason, plan.begun[1].asked.iterations) == (floor, "time", floor)


def test_a_count_is_not_cut_by_who_has_enough_but_stopped(monkeypatch):
    thought = Thought(Clock())
    Plan(monkeypatch, Fake(5_000, "iterations", thought.set_enough))
    assert thought.run(question(iterations=20_000), WHOLE, 1.0, math.inf).stop_reason == "stopped"


def test_what_was_not_shortened_was_granted_the_time_that_was_asked_for(served):
    """However long its iterations were reckoned to take."""
    request = some_request("goofspiel")
    request.limits.CopyFrom(advice_pb2.Limits(time_ms=30_000, iterations=200))

    async def talk(house):
        return (await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request)).timing

    timing = served(talk)
    assert (timing.granted_ms, timing.shortened) == (30_000, False)


@pytest.mark.parametrize("game", ["tomahawk", "goofspiel"])
def test_all_that_come_at_once_get_the_floor(game):
    """By the reckoning of the job, and by what is searched for such a grant."""
    asked = question(game)

    async def talk(scheduler):
        clock = asyncio.get_running_loop()
        thinker, call = Thinker(Config(), {}, scheduler, None), Call("OpponentService", "SuggestMove", None, clock)
        jobs = [thinker.job(asked, Thought(clock), call, Rank.MOVE) for _ in range(CALLS)]
        await asyncio.gather(*map(scheduler.run, jobs))
        return jobs

    jobs = simulated(talk, queue_jobs=CALLS, queue_wait_ms=600_000)
    first, *others = (job.granted for job in jobs)
    assert not first.shortened
    assert all(grant.shortened and grant.time_ms >= jobs[0].floor_ms for grant in others)
    for grant in others[:: CALLS // 3]:
        found = Thought(Clock()).run(asked, grant._replace(time_ms=1.0), jobs[0].floor_ms, math.inf)
        assert found.iterations >= FLOOR or found.method not in SAMPLING
