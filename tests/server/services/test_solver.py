"""Exact answers over the wire."""

import pytest
from grpc import StatusCode

from hunch.engines import load, messages
from hunch.v1 import advice_pb2, solver_pb2, solver_pb2_grpc
from tests.support.positions import some_position
from tests.support.questions import facing_a_bet
from tests.support.servers import refused

HOUR_MS = 3_600_000
"""What a small rest is far from taking."""


def test_a_small_game_is_solved_to_its_value(served):
    request = solver_pb2.SolvePositionRequest(
        position=advice_pb2.Position(state=messages.encode(some_position("kuhn", most_steps=0))), time_ms=HOUR_MS
    )

    async def talk(house):
        call = solver_pb2_grpc.SolverServiceStub(house.channel).SolvePosition(request)
        return [part async for part in call]

    parts = served(talk, most_time_ms=HOUR_MS)
    solution = parts[-1].solution
    assert solution.exploitability < 1e-4
    assert abs(sum(one.probability for one in solution.strategy) - 1) < 1e-6
    assert all(part.WhichOneof("part") == "progress" for part in parts[:-1])


@pytest.mark.parametrize(
    ("name", "says"), [("goofspiel", "too large"), ("manitou", "two players"), ("comancheria", "two players")]
)
def test_a_rest_that_is_too_large_or_no_game_of_two_is_refused(served, name, says):
    request = solver_pb2.SolvePositionRequest(
        position=advice_pb2.Position(state=messages.encode(some_position(name, most_steps=0))), most_ends=100
    )

    async def talk(house):
        call = solver_pb2_grpc.SolverServiceStub(house.channel).SolvePosition(request)

        async def all_of_it():
            return [part async for part in call]

        return await refused(all_of_it())

    code, told, details = served(talk)
    assert code is StatusCode.FAILED_PRECONDITION
    assert says in told
    assert details["ErrorInfo"].reason == "NO_SOLUTION"


def solved(position):
    async def talk(house):
        request = solver_pb2.SolvePositionRequest(position=position, target=1e-6, time_ms=HOUR_MS)
        return [part async for part in solver_pb2_grpc.SolverServiceStub(house.channel).SolvePosition(request)]

    return talk


def test_a_record_shows_what_the_other_may_hold(served):
    """The king has bet: whoever knows only that somebody bet calls with the queen oftener than one who knows how."""
    state, record = facing_a_bet()
    view = advice_pb2.Position(state=messages.encode(state.view(1)))
    events = [messages.encode_event(state.game, event) for event in record.events]
    told = advice_pb2.Position(record=advice_pb2.GameRecord(start=messages.encode(record.start), events=events), seat=1)
    alone, since = (served(solved(position), most_time_ms=HOUR_MS)[-1].solution for position in (view, told))
    assert since.value == pytest.approx(1 / 36, abs=1e-4)  # 1/18 of a chip, of two that can be lost
    assert since.decisions > alone.decisions


def test_a_record_too_long_to_be_gone_through_is_refused_with_the_way_out(served):
    start = load("goofspiel", prizes="descending").new()
    record = advice_pb2.GameRecord(start=messages.encode(start.view(0)))

    async def talk(house):
        request = solver_pb2.SolvePositionRequest(position=advice_pb2.Position(record=record, seat=0))

        async def all_of_it():
            return [part async for part in solver_pb2_grpc.SolverServiceStub(house.channel).SolvePosition(request)]

        return await refused(all_of_it())

    code, said, _ = served(talk)
    assert code is StatusCode.FAILED_PRECONDITION
    assert "send the state" in said


@pytest.mark.parametrize(
    ("most_ends", "memory_mib", "granted"),
    [(0, 2048, 190), (10_000_000, 2048, 511), (10_000_000, 1024, 511), (0, 9, 8)],
)
def test_a_solution_is_granted_the_memory_of_its_ends_up_to_that_of_one_search(served, most_ends, memory_mib, granted):
    request = solver_pb2.SolvePositionRequest(
        position=advice_pb2.Position(state=messages.encode(some_position("kuhn", most_steps=0))), most_ends=most_ends
    )

    async def talk(house):
        scheduler, jobs = house.server.services.scheduler, []
        run = scheduler.run

        async def seen(job):
            jobs.append(job.memory_mib)
            return await run(job)

        scheduler.run = seen
        _ = [part async for part in solver_pb2_grpc.SolverServiceStub(house.channel).SolvePosition(request)]
        return jobs

    assert served(talk, memory_mib=memory_mib, inline_bytes=10**8) == [granted]
