"""Thousands of random and mutated requests, every rpc: each gets a proper status, and the server lives on.

`python -m loadtest.slow` measures what such requests take.
"""

import random

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.support.rpcs import FORBIDDEN
from tests.support.service_fuzz import QUICK, requests, rpcs_of, status


def fuzzed(served, count, seed):
    async def talk(house):
        bad = {}
        for rpc, raw, over_the_wire in requests(random.Random(seed), rpcs_of(house.server), count):
            code = await status(house.channel, rpc, raw, over_the_wire)
            if code in FORBIDDEN:
                bad.setdefault((rpc[0], code.name), raw)
        health = await health_pb2_grpc.HealthStub(house.channel).Check(health_pb2.HealthCheckRequest())
        return bad, health.status, [line for line in house.logged() if line["event"] == "broken"]

    bad, health, lines = served(talk, **QUICK)
    assert bad == {}, lines
    assert health == health_pb2.HealthCheckResponse.SERVING


def test_no_request_breaks_the_server(served):
    fuzzed(served, 20_000, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 52))
def test_no_request_of_a_million_breaks_the_server(served, seed):
    fuzzed(served, 20_000, seed)
