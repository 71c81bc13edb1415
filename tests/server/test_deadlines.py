"""An answer comes before its call's deadline, however long the search might think."""

import asyncio

import pytest

from hunch.server import requests, responses
from hunch.server.config import Config
from hunch.server.lateness import Lateness
from hunch.server.observability.logs import Log
from hunch.server.observability.metrics import Metrics
from hunch.server.rpc import Call, least_left
from hunch.server.search_jobs import REASONS_MS, RunningSearch, SearchRunner
from hunch.server.steps import finish
from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc
from tests.support.clock import Clock
from tests.support.positions import some_request
from tests.support.simulated import simulated

HOUR_MS = 3_600_000
CONFIG = Config(most_time_ms=HOUR_MS)
ON_THE_WIRE = [(1.005, 1.01), (2.5, 2.51), (10.0, 10.1), (10.05, 10.1), (30.0, 30.1), (100.5, 101.0)]
"""The client's timeout, and what gRPC makes of it on the way, in seconds."""


@pytest.mark.parametrize("reasons", [False, True])
@pytest.mark.parametrize(("timeout_s", "told_s"), ON_THE_WIRE)
def test_thinking_ends_before_the_clients_deadline(timeout_s, told_s, reasons):
    """Early enough to send the answer, and its reasons if they are wanted."""

    async def talk(scheduler):
        runner = SearchRunner(CONFIG, scheduler, None)
        request = some_request("goofspiel")
        request.limits.CopyFrom(advice_pb2.Limits(time_ms=HOUR_MS))
        question = finish(requests.move_question(request, "", {}, CONFIG))._replace(reasons=reasons)
        clock = asyncio.get_running_loop()
        call = Call("OpponentService", "SuggestMove", None, clock)
        call.deadline = call.started + least_left(told_s)
        job = runner.job(RunningSearch(question, clock), call, encode=responses.suggestion)
        await scheduler.run(job)
        return clock.time() - call.started, job.granted

    took_s, granted = simulated(talk)
    margin_s = (CONFIG.answer_before_ms + reasons * REASONS_MS) / 1000
    assert 0.98 * timeout_s - margin_s < took_s <= timeout_s - margin_s + 1e-6
    assert granted.shortened


WITHIN_S, BEFORE_MS = 1_000.0, 995_000
"""A deadline, and how long before it thinking is to end: wider than a setting may be, as others may have the cores."""


def test_a_hint_comes_before_the_deadline_with_its_reasons(served, monkeypatch):
    monkeypatch.setattr("hunch.server.search_jobs.REASONS_MS", BEFORE_MS)
    asked = some_request("goofspiel")
    limits = advice_pb2.Limits(time_ms=HOUR_MS, memory_mib=8)
    request = opponent_pb2.GetHintRequest(position=asked.position, limits=limits)

    async def talk(house):
        return await opponent_pb2_grpc.OpponentServiceStub(house.channel).GetHint(request, timeout=WITHIN_S)

    answer = served(talk, most_time_ms=HOUR_MS)
    assert answer.reasons
    assert answer.timing.shortened
    assert answer.timing.granted_ms <= WITHIN_S * 1000 - BEFORE_MS


def test_thinking_ends_sooner_the_later_answers_were_ready_of_late():
    """On a machine whose cores others have, a result waits. It fades with the answers after it."""
    late = Lateness()
    assert late.margin_ms(10_000) == 0
    late.saw(40)
    assert late.margin_ms(10_000) == 2 * 40
    assert late.margin_ms(500) == 50
    assert late.margin_ms(-1) == 0
    for _ in range(60):
        late.saw(1)
    assert late.margin_ms(10_000) == pytest.approx(2)


class Delayed:
    """A scheduler on a machine so busy that each result waits for so long."""

    def __init__(self, clock, seconds):
        self.clock, self.seconds = clock, seconds

    async def run(self, job):
        job.granted = job.granted._replace(time_ms=1.0, shortened=True)
        result = job.work(job.granted)
        self.clock.passes(self.seconds)
        return result


@pytest.mark.parametrize(("delay_s", "margin_ms"), [(0.0, 30.0), (0.251, 530.0), (5.001, 1_030.0)])
def test_a_search_with_a_deadline_ends_sooner_after_one_that_was_late(delay_s, margin_ms):
    """At most a tenth of its time."""
    clock = Clock()
    request = some_request("goofspiel")
    request.limits.CopyFrom(advice_pb2.Limits(time_ms=1))
    question = finish(requests.move_question(request, "", {}, CONFIG))

    async def talk():
        runner = SearchRunner(CONFIG, Delayed(clock, delay_s), Metrics(Log("error"), False, None, None))
        await runner.run(question, Call("OpponentService", "SuggestMove", None, clock), responses.suggestion)
        call = Call("OpponentService", "SuggestMove", None, clock)
        call.deadline = clock.now + 10.0
        return runner.job(RunningSearch(question, clock), call, responses.suggestion).margin_ms

    assert asyncio.run(talk()) == pytest.approx(margin_ms, abs=0.5)
