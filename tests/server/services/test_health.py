"""Health answers everybody, and says when the server closes down."""

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc


def test_the_server_and_its_services_are_serving(served):
    async def talk(house):
        stub = health_pb2_grpc.HealthStub(house.channel)
        names = ("", "hunch.v1.OpponentService", "hunch.v1.RulesService")
        return [(await stub.Check(health_pb2.HealthCheckRequest(service=name))).status for name in names]

    assert set(served(talk)) == {health_pb2.HealthCheckResponse.SERVING}


def test_a_watcher_learns_of_the_end(served):
    async def talk(house):
        watch = health_pb2_grpc.HealthStub(house.channel).Watch(health_pb2.HealthCheckRequest())
        first = await watch.read()
        house.server.close()
        return first.status, (await watch.read()).status

    serving = health_pb2.HealthCheckResponse
    assert served(talk) == (serving.SERVING, serving.NOT_SERVING)


def test_a_service_that_is_unknown_stays_so_to_the_end(served):
    async def talk(house):
        watch = health_pb2_grpc.HealthStub(house.channel).Watch(health_pb2.HealthCheckRequest(service="hunch.v1.Chess"))
        first = await watch.read()
        house.server.close()
        return first.status, await watch.read()

    assert served(talk) == (health_pb2.HealthCheckResponse.SERVICE_UNKNOWN, grpc.aio.EOF)
