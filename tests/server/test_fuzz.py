"""Thousands of random and mutated requests, every rpc: each gets a proper status, and the server lives on.

`python -m loadtest.slow` measures what such requests take. `python -m loadtest.badinputs` sends a million over HTTP.
"""

import random

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.support.http_fuzz import Came, Spoilt, judged, methods, sound, spoilt
from tests.support.rpcs import FORBIDDEN
from tests.support.service_fuzz import QUICK, asked, requests, rpcs_of
from tests.support.web import WEB, client, spoken


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


async def answered(house, http, asked):
    """The answer to a spoilt request."""
    if asked.kind == "head":
        raw = await spoken(house, asked.sent, ends=True)
        return Came(int(raw[9:12] or 0), {}, raw)
    if asked.kind == "query":
        answer = await http.get(asked.path)
    else:
        headers = {"content-type": f"application/{asked.form}", "accept": "application/json"}
        answer = await http.post(asked.path, content=asked.sent, headers=headers)
    return Came(answer.status_code, answer.headers, answer.content)


def fuzzed_over_http(served, count, seed):
    async def talk(house):
        rng, rpcs, seeds, bad = random.Random(seed), methods(), sound(), []
        async with client(house) as http:
            for _ in range(count):
                asked = spoilt(rng, rpcs, seeds)
                came = await answered(house, http, asked)
                if says := judged(asked, came).wrong:
                    bad.append((says, asked, came))
            health = (await http.get("/grpc.health.v1.Health/Check?encoding=json&message={}")).json()
        return bad, health, [line for line in house.logged() if line["event"] in ("broken", "library")]

    bad, health, lines = served(talk, **QUICK, **WEB)
    assert bad == [], lines
    assert lines == []
    assert health == {"status": "SERVING"}


def test_no_request_over_http_breaks_the_server(served):
    fuzzed_over_http(served, 2_000, 1)


def test_what_is_wrong_with_an_answer_is_noticed():
    asked = Spoilt("json", "/hunch.v1.RulesService/ListGames", "json", b"{")
    said = b'{"code": "%s", "message": "%s"}'
    assert judged(asked, Came(400, {}, said % (b"invalid_argument", b"not JSON"))).wrong == ""
    assert judged(asked, Came(500, {}, said % (b"internal", b"it broke"))).wrong == "500 internal"
    assert judged(asked, Came(400, {}, said % (b"invalid_argument", b"KeyError: x"))).wrong == "shows b'KeyError'"
    assert (
        judged(asked._replace(sent=b"KeyError"), Came(400, {}, said % (b"invalid_argument", b"KeyError"))).wrong == ""
    )
    streamed = asked._replace(form="connect+json")
    assert judged(streamed, Came(200, {}, ended(2, b'{"error": {"code": "unknown"}}'))).wrong == "200 unknown"
    assert judged(streamed, Came(200, {}, ended(2, b"{}"))).wrong == ""
    over_web = asked._replace(form="grpc-web+json")
    assert judged(over_web, Came(200, {}, ended(128, b"grpc-status: 13\r\n"))).wrong == "200 grpc-status 13"
    assert judged(over_web, Came(200, {"grpc-status": "3"}, b"")).wrong == ""


def ended(flags, part):
    return bytes((flags,)) + len(part).to_bytes(4, "big") + part


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 52))
def test_no_request_of_a_million_over_http_breaks_the_server(served, seed):
    fuzzed_over_http(served, 20_000, seed)
