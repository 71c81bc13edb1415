"""Exact answers over the wire."""
from grpc import StatusCode

from hunch.engines import wire
from hunch.v1 import advice_pb2, solver_pb2, solver_pb2_grpc

from .conftest import refused
from .positions import some_position


def test_a_small_game_is_solved_to_its_value(served):
    request = solver_pb2.SolvePositionRequest(
        position=advice_pb2.Position(state=wire.encode(some_position("kuhn", most_steps=0)))
    )

    async def talk(house):
        call = solver_pb2_grpc.SolverServiceStub(house.channel).SolvePosition(request)
        return [part async for part in call]

    parts = served(talk)
    solution = parts[-1].solution
    assert solution.exploitability < 1e-4
    assert abs(sum(one.probability for one in solution.strategy) - 1) < 1e-6
    assert all(part.WhichOneof("part") == "progress" for part in parts[:-1])


def test_a_rest_that_is_too_large_is_refused(served):
    request = solver_pb2.SolvePositionRequest(
        position=advice_pb2.Position(state=wire.encode(some_position("goofspiel", most_steps=0))), most_ends=100
    )

    async def talk(house):
        call = solver_pb2_grpc.SolverServiceStub(house.channel).SolvePosition(request)

        async def all_of_it():
            return [part async for part in call]

        return await refused(all_of_it())

    code, _, details = served(talk)
    assert code is StatusCode.FAILED_PRECONDITION
    assert details["ErrorInfo"].reason == "NO_SOLUTION"
