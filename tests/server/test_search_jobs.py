"""What is searched for a grant: the floor of iterations, and what ends it."""

import asyncio
import math
from collections.abc import Callable
from typing import Any, cast

import pytest

from hunch.search import advice as search
from hunch.search.limits import Limits
from hunch.server import requests, responses, search_jobs
from hunch.server.config import Config
from hunch.server.jobs import Grant, Job
from hunch.server.observability.metrics import Metrics
from hunch.server.question import Question
from hunch.server.rpc import Call
from hunch.server.scheduler import Scheduler
from hunch.server.search_jobs import FLOOR, SAMPLING, RunningSearch, SearchRunner
from hunch.server.steps import finish
from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc
from tests.support.clock import Clock
from tests.support.positions import some_request
from tests.support.servers import House
from tests.support.simulated import simulated

CALLS = 40
"""Searches that come at once."""
SHORT, WHOLE = Grant(1.0, True, 0.0), Grant(0.0, False, 0.0)
"""A millisecond of what was asked, and all of it."""
ALWAYS, NEVER = 0.0, 1e9
"""What the floor is estimated to take, so that a grant is above or below it."""


def question(game: str = "goofspiel", **limits: int) -> Question:
    request = some_request(game)
    request.limits.CopyFrom(advice_pb2.Limits(**(limits or {"time_ms": 30_000})))
    return finish(requests.move_question(request, "", {}, Config()))


@pytest.mark.parametrize("game", ["tomahawk", "goofspiel", "powwow"])
@pytest.mark.parametrize("floor_ms", [ALWAYS, NEVER])
def test_a_grant_that_was_shortened_gives_the_floor_of_iterations(game: str, floor_ms: float) -> None:
    advice = RunningSearch(question(game), Clock()).run(SHORT, floor_ms, math.inf)
    assert advice.iterations >= FLOOR or advice.method not in SAMPLING
    assert advice.stop_reason in ("time", "solved")


@pytest.mark.parametrize("floor_ms", [ALWAYS, NEVER])
def test_the_floor_is_no_more_than_what_was_asked(floor_ms: float) -> None:
    advice = RunningSearch(question(time_ms=30_000, iterations=200), Clock()).run(SHORT, floor_ms, math.inf)
    assert advice.iterations == 200
    assert advice.stop_reason == "iterations"


def test_a_count_within_a_time_is_made_whatever_it_was_estimated_to_take() -> None:
    running = RunningSearch(question(time_ms=30_000, iterations=5_000), Clock())
    advice = running.run(Grant(1.0, False, 0.0), 1.0, math.inf)
    assert (advice.iterations, advice.stop_reason) == (5_000, "iterations")


class Fake:
    """A search that finds so many iterations, and does something while it runs."""

    advice: search.Advice
    limits: Limits

    def __init__(self, iterations: int, reason: str, meanwhile: Callable[[], object] = lambda: None) -> None:
        self._iterations, self._reason, self._meanwhile = iterations, reason, meanwhile
        self.stopped, self.samplers = False, list[Any]()

    def stop(self) -> None:
        self.stopped = True

    def run(self) -> search.Advice:
        self._meanwhile()
        return self.advice._replace(
            method="regret", iterations=self._iterations, stop_reason="stopped" if self.stopped else self._reason
        )


class Plan:
    """Stands in for the searches: they begin in this order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *fakes: Fake) -> None:
        self.begun, self._left = list[Fake](), list(fakes)
        self._advice = RunningSearch(question(iterations=50), Clock()).run(WHOLE, 1.0, math.inf)
        monkeypatch.setattr(search_jobs, "_search", self._begin)

    def _begin(self, question: Question, limits: Limits) -> Fake:
        fake = self._left.pop(0)
        fake.advice, fake.limits = self._advice, limits
        self.begun.append(fake)
        return fake


def test_an_early_answer_ends_a_second_search_and_the_better_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    running = RunningSearch(question(), Clock())
    plan = Plan(monkeypatch, Fake(300, "time"), Fake(2, "iterations", running.answer_now))
    advice = running.run(SHORT, ALWAYS, math.inf)
    assert plan.begun[1].stopped
    assert (advice.iterations, advice.stop_reason) == (300, "time")
    assert running._search is cast(Any, plan.begun[0])


def test_an_early_answer_begins_no_second_search(monkeypatch: pytest.MonkeyPatch) -> None:
    running = RunningSearch(question(), Clock())
    plan = Plan(monkeypatch, Fake(3, "time", running.answer_now))
    assert running.run(SHORT, ALWAYS, math.inf).stop_reason == "stopped"
    assert len(plan.begun) == 1


def test_a_deadline_bounds_a_second_search(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(100.0)
    plan = Plan(monkeypatch, Fake(3, "time", lambda: clock.passes(7)), Fake(900, "time"))
    running = RunningSearch(question(), clock)
    advice = running.run(SHORT, ALWAYS, clock.now + 20)
    assert (advice.iterations, advice.stop_reason) == (900, "time")
    assert running.restarted
    assert (plan.begun[1].limits.iterations, plan.begun[1].limits.time_ms) == (FLOOR, 13_000)


@pytest.mark.parametrize("grant", [SHORT, Grant(30_000.0, False, 0.0)])
def test_without_room_or_need_there_is_no_second_search(monkeypatch: pytest.MonkeyPatch, grant: Grant) -> None:
    clock = Clock()
    plan = Plan(monkeypatch, Fake(3, "time", lambda: clock.passes(2)))
    advice = RunningSearch(question(), clock).run(grant, ALWAYS, 1.0 if grant.shortened else math.inf)
    assert (advice.iterations, advice.stop_reason) == (3, "time")
    assert len(plan.begun) == 1


def test_a_search_of_the_floor_does_not_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    running, gave = RunningSearch(question(), Clock()), list[bool]()

    def ask() -> None:
        gave.append(running.give_way(must=False))

    Plan(monkeypatch, Fake(3, "iterations", ask), Fake(FLOOR, "iterations", ask))
    advice = running.run(Grant(30_000.0, False, 0.0), 1.0, math.inf)
    assert gave == [True, False]
    assert (advice.iterations, advice.stop_reason) == (FLOOR, "time")


class Sampler:
    """A search's sampler that has made so many iterations."""

    def __init__(self, iterations: int) -> None:
        self.iterations = iterations


@pytest.mark.parametrize(("made", "must", "gives"), [(FLOOR - 1, False, False), (FLOOR, False, True), (1, True, True)])
def test_below_its_floor_a_search_gives_way_only_if_it_must(
    monkeypatch: pytest.MonkeyPatch, made: int, must: bool, gives: bool
) -> None:
    running, gave = RunningSearch(question(iterations=20_000), Clock()), list[bool]()
    fake = Fake(20_000, "iterations", lambda: gave.append(running.give_way(must)))
    fake.samplers = [Sampler(made)]
    Plan(monkeypatch, fake, Fake(FLOOR, "iterations"))
    running.run(WHOLE, 1.0, 20.0)
    assert gave == [gives]


@pytest.mark.parametrize(("made", "reason"), [(5_000, "time"), (20_000, "iterations")])
def test_a_count_that_is_cut_says_so_and_one_that_is_complete_does_not(
    monkeypatch: pytest.MonkeyPatch, made: int, reason: str
) -> None:
    running = RunningSearch(question(iterations=20_000), Clock())
    plan = Plan(monkeypatch, Fake(made, "iterations", lambda: made == 20_000 or running.give_way(must=True)))
    advice = running.run(WHOLE, 1.0, 20.0)
    assert (advice.iterations, advice.stop_reason, len(plan.begun)) == (made, reason, 1)


@pytest.mark.parametrize("count", [300, 20_000])
def test_a_count_that_is_cut_before_its_floor_makes_it_and_says_so(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """It may have tried for an exact answer until then."""
    running = RunningSearch(question(iterations=count), Clock())
    floor = min(count, FLOOR)
    plan = Plan(monkeypatch, Fake(3, "iterations", lambda: running.give_way(must=False)), Fake(floor, "iterations"))
    advice = running.run(WHOLE, 1.0, 20.0)
    assert (advice.iterations, advice.stop_reason, plan.begun[1].limits.iterations) == (floor, "time", floor)


def test_an_early_answer_is_stopped_and_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    running = RunningSearch(question(iterations=20_000), Clock())
    Plan(monkeypatch, Fake(5_000, "iterations", running.answer_now))
    assert running.run(WHOLE, 1.0, math.inf).stop_reason == "stopped"


def test_what_was_not_shortened_was_granted_the_time_that_was_asked_for(served: Callable[..., Any]) -> None:
    """However long its iterations were estimated to take."""
    request = some_request("goofspiel")
    request.limits.CopyFrom(advice_pb2.Limits(time_ms=30_000, iterations=200))

    async def talk(house: House) -> advice_pb2.Timing:
        answer: opponent_pb2.SuggestMoveResponse
        answer = await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request)
        return answer.timing

    timing = served(talk)
    assert (timing.granted_ms, timing.shortened) == (30_000, False)


@pytest.mark.parametrize("game", ["tomahawk", "goofspiel"])
def test_all_that_come_at_once_get_the_floor(game: str) -> None:
    """By the estimate of the job, and by what is searched for such a grant."""
    asked = question(game)

    async def talk(scheduler: Scheduler) -> list[Job[Any]]:
        clock = asyncio.get_running_loop()
        runner = SearchRunner(Config(), scheduler, cast(Metrics, None))
        call = Call("OpponentService", "SuggestMove", None, clock)
        jobs: list[Job[Any]] = [
            runner.job(RunningSearch(asked, clock), call, encode=responses.suggestion) for _ in range(CALLS)
        ]
        await asyncio.gather(*map(scheduler.run, jobs))
        return jobs

    jobs = simulated(talk, queue_jobs=CALLS, queue_wait_ms=600_000)
    first, *others = (job.granted for job in jobs)
    assert not first.shortened
    assert all(grant.shortened and grant.time_ms >= jobs[0].floor_ms for grant in others)
    for grant in others[:: CALLS // 3]:
        advice = RunningSearch(asked, Clock()).run(grant._replace(time_ms=1.0), jobs[0].floor_ms, math.inf)
        assert advice.iterations >= FLOOR or advice.method not in SAMPLING


@pytest.mark.parametrize(
    ("grant", "share"),
    [(Grant(25.0, True, 0.0), 0.25), (Grant(400.0, True, 0.0), 1.0), (Grant(100.0, False, 0.0), 1.0)],
)
def test_reasons_are_shortened_as_thinking_is(grant: Grant, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    shares, look = list[float](), search.Search.reasons

    def noted(running: search.Search, best: search.Turn, other: search.Turn, until: float, share: float) -> object:
        shares.append(share)
        return look(running, best, other, until, share)

    monkeypatch.setattr(search.Search, "reasons", noted)
    asked = question("tomahawk", time_ms=500)._replace(reasons=True)
    runner = SearchRunner(Config(), cast(Scheduler, None), cast(Metrics, None))
    call = Call("OpponentService", "GetHint", None, Clock())
    runner.job(RunningSearch(asked, Clock()), call, lambda result: None).work(grant)
    assert shares == [share]
