"""Thousands of random and mutated requests, every rpc: each gets a proper status, and the server lives on.

`python -m loadtest.slow` measures what such requests take.
"""

import random

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.support.rpcs import FORBIDDEN
from tests.support.service_fuzz import QUICK, asked, asked_over_http, corpus, requests, rpcs_of
from tests.support.web import WEB, client


def fuzzed(served, count, seed):
    async def talk(house):
        bad = {}
        for rpc, raw, over_the_wire in requests(random.Random(seed), rpcs_of(house.server), count):
            code = await asked(house.channel, rpc, raw, over_the_wire)
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


def fuzzed_over_http(served, count, seed):
    async def talk(house):
        rng, seeds, bad = random.Random(seed), corpus(), []
        methods = [method for service in house.server.services.all for method in service.methods]
        methods = [method for method in methods if not method.client_streaming]
        async with client(house) as http:
            for _ in range(count):
                method = rng.choice(methods)
                wrong, sent, came = await asked_over_http(http, method, rng, seeds.get(method.input_type.full_name))
                if wrong:
                    bad.append((method.name, wrong, sent, came))
            health = (await http.get("/grpc.health.v1.Health/Check?encoding=json&message={}")).json()
        return bad, health, [line for line in house.logged() if line["event"] in ("broken", "library")]

    bad, health, lines = served(talk, **QUICK, **WEB)
    assert bad == [], lines
    assert lines == []
    assert health == {"status": "SERVING"}


def test_no_request_over_http_breaks_the_server(served):
    fuzzed_over_http(served, 2_000, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 52))
def test_no_request_of_a_million_over_http_breaks_the_server(served, seed):
    fuzzed_over_http(served, 20_000, seed)
