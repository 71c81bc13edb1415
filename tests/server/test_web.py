"""The HTTP port: the same answers and refusals as over gRPC, and its pages."""

import json
import re
import sys
import threading

import grpc
import pytest
from google.protobuf import json_format
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RequestInfo, RetryInfo
from grpc_health.v1 import health_pb2

from hunch.engines import GAMES, messages, protojson
from hunch.engines.words import LANGUAGES
from hunch.server import connections, openapi
from hunch.server.config import BadSetting, Config
from hunch.server.connect import WITHOUT_COST
from hunch.server.errors import TABLE, Busy
from hunch.server.services.rules import RulesService
from hunch.v1 import (
    advice_pb2,
    dice_pb2,
    opponent_pb2,
    opponent_pb2_grpc,
    rules_pb2,
    rules_pb2_grpc,
    solver_pb2,
    solver_pb2_grpc,
)
from tests.support.positions import some_position, some_request, whole_game
from tests.support.servers import EXAMPLES
from tests.support.web import (
    CHECK,
    JSON,
    LIST,
    STREAMED,
    SUGGEST,
    UNARY,
    WEB,
    RefusedOverHttp,
    call,
    client,
    enveloped,
    spoken,
    stream,
)

# The same answers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_equal_requests_give_equal_advice_over_every_protocol(served, game):
    request = some_request(game, iterations=60)

    async def talk(house):
        there = await opponent_pb2_grpc.OpponentServiceStub(house.channel).SuggestMove(request)
        async with client(house) as http:
            here = [await call(http, SUGGEST, form, request, opponent_pb2.SuggestMoveResponse) for form in UNARY]
        return there, here

    there, here = served(talk, **WEB)
    raw = there.advice.SerializeToString(deterministic=True)
    assert [answer.advice.SerializeToString(deterministic=True) == raw for answer in here] == [True] * len(UNARY)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_and_the_worth_of_one_turn_are_the_same_over_every_protocol(served, game, language):
    """One allowed move is searched, too: its value is no placeholder."""
    asked = some_request(game, iterations=400)
    view = some_position(game).view(some_position(game).to_move)
    move = messages.encode_move(view.game, view.legal()[-1])
    hint = opponent_pb2.GetHintRequest(
        position=asked.position, limits=asked.limits, seed=7, idea=[move], language=language
    )
    asked.allow.append(move)

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        there = [await stub.SuggestMove(asked), await stub.GetHint(hint)]
        async with client(house) as http:
            here = [
                [
                    await call(http, SUGGEST, form, asked, opponent_pb2.SuggestMoveResponse),
                    await call(http, "OpponentService/GetHint", form, hint, opponent_pb2.GetHintResponse),
                ]
                for form in UNARY
            ]
        return there, here

    there, here = served(talk, **WEB)
    for answers in (there, *here):
        for answer in answers:
            answer.ClearField("timing")
    assert [answers == there for answers in here] == [True] * len(UNARY)
    worth, told = there
    assert worth.advice.play.moves[0].move == move
    assert worth.advice.stop_reason != advice_pb2.STOP_REASON_ONLY_MOVE
    assert 0.0 <= worth.advice.candidates[0].standard_error < 1.0
    assert worth.advice.candidates[0].visits > 0
    assert told.reasons[0].sentence
    assert move in (told.best.turn.moves[0].move, told.rival.turn.moves[0].move)


@pytest.mark.parametrize("form", STREAMED)
def test_streams_bring_what_they_bring_over_grpc(served, form):
    request = solver_pb2.SolvePositionRequest(position=some_request("kuhn").position)

    async def talk(house):
        there = [part async for part in solver_pb2_grpc.SolverServiceStub(house.channel).SolvePosition(request)]
        async with client(house) as http:
            parts = stream(http, "SolverService/SolvePosition", form, request, solver_pb2.SolvePositionResponse)
            return there, [part async for part in parts]

    there, here = served(talk, **WEB)
    assert [[part.WhichOneof("part") for part in parts][-1] for parts in (there, here)] == ["solution"] * 2
    for part in (there[-1], here[-1]):
        part.solution.search_ms = 0
    assert here[-1] == there[-1]


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_answered_as_curl_sends_it(served, game):
    body = "".join((EXAMPLES / f"{game}.json").read_text().splitlines())  # as `curl -d @file` does

    async def talk(house):
        async with client(house) as http:
            return (await http.post(f"/hunch.v1.{SUGGEST}", content=body, headers=JSON)).json()

    answer = served(talk, **WEB)
    assert answer["advice"]["play"]["moves"][0]["sentence"]


@pytest.mark.parametrize("page", ["README.md", "docs/http.md"])
def test_the_line_of_curl_on_the_page_is_answered(served, page):
    root = EXAMPLES.parent
    lines = re.findall(r"curl -H content-type:(\S+) -d @(\S+) 127\.0\.0\.1:8080(\S+)", (root / page).read_text())
    assert len(lines) == 1

    async def talk(house):
        async with client(house) as http:
            kind, file, path = lines[0]
            return await http.post(path, content=(root / file).read_bytes(), headers={"content-type": kind})

    assert served(talk, **WEB).json()["advice"]["play"]["moves"]


def test_the_refusal_on_the_page_is_what_comes(served):
    page = (EXAMPLES.parent / "docs/http.md").read_text()
    shown = json.loads(re.search(r"```json\n(.*?)```", page, re.DOTALL)[1])

    async def talk(house):
        async with client(house) as http:
            return (await http.post(f"/hunch.v1.{SUGGEST}", content='{"position": {"sead": 1}}', headers=JSON)).json()

    answer = served(talk, **WEB)
    assert {**answer, "details": answer["details"][:1]} == shown


def test_the_bounds_on_the_page_are_those_in_force():
    page = (EXAMPLES.parent / "docs/http.md").read_text()
    assert f"| {connections.MOST_HEAD // 1024} KiB, {connections.MOST_HEADERS} headers |" in page
    assert f"| {connections.REQUEST_S:.0f} s |" in page
    assert f"| {connections.STALLED_S:.0f} s |" in page
    assert f"after {connections.IDLE_S // 60} minutes" in page


def test_what_costs_nothing_answers_get_and_nothing_else_does(served):
    async def talk(house):
        async with client(house) as http:
            paths = house.server._web._uvicorn.app._application.paths
            query = {"encoding": "json", "message": "{}"}
            return {path: (await http.get(path, params=query)).status_code for path in paths}

    statuses = served(talk, **WEB)
    assert {path.rpartition("/")[2] for path, status in statuses.items() if status == 200} == set(WITHOUT_COST)
    assert {status for status in statuses.values() if status != 200} == {405}


def test_a_get_may_carry_base64_and_a_bad_one_is_refused(served):
    async def talk(house):
        async with client(house) as http:
            at = f"/hunch.v1.{LIST}"
            return [
                (await http.get(f"{at}?encoding={encoding}&message={message}{more}")).status_code
                for encoding, message, more in (
                    ("proto", "", ""),
                    ("json", "e30", "&base64=1"),
                    ("json", "{", ""),
                    ("json", "%ff", ""),
                    ("yaml", "{}", ""),
                )
            ] + [(await spoken(house, f"GET {at}?encoding=json&message=é HTTP/1.0\r\n\r\n".encode()))[9:12]]

    assert served(talk, **WEB) == [200, 200, 400, 400, 415, b"400"]


def test_much_json_is_read_in_the_queue_and_written_beside_the_loop(served, monkeypatch):
    start, steps, _ = whole_game("goofspiel")
    small = rules_pb2.CheckStateRequest(state=messages.encode(start))
    large = rules_pb2.PlayMovesRequest(state=messages.encode(start), steps=list(steps) + [rules_pb2.Step()] * 5_000)
    threads, paused = [], []

    def note(name):
        threads.append((name, threading.current_thread() is threading.main_thread()))

    def noted_steps(*about, function=protojson.reading):
        note("read")
        pauses = 0
        for _ in function(*about):
            pauses += 1
            yield
        paused.append(pauses)

    def noted(*about, function=messages.to_json, **more):
        note("write")
        return function(*about, **more)

    async def talk(house):
        async with client(house) as http:
            monkeypatch.setattr(protojson, "reading", noted_steps)
            monkeypatch.setattr(messages, "to_json", noted)
            for rpc, request in ((CHECK, small), ("RulesService/PlayMoves", large)):
                body = json_format.MessageToJson(request)
                await http.post(f"/hunch.v1.{rpc}", content=body, headers=JSON)
            await http.post(f"/hunch.v1.{LIST}", content="{}", headers=JSON)

    served(talk, **WEB)
    assert threads == [("read", True), ("write", True), ("read", False), ("read", True), ("write", False)]
    assert paused[1] > 5_000 // protojson.PAUSE_EVERY


# Refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["json", "grpc-web+json"])
def test_an_unknown_field_is_refused_with_its_path_and_details(served, form):
    async def talk(house):
        async with client(house) as http:
            body = b'{"position": {"sead": 1}}'
            sent = {"content-type": f"application/{form}", "x-request-id": "mine"}
            response = await http.post(
                f"/hunch.v1.{SUGGEST}", content=body if form == "json" else enveloped(body), headers=sent
            )
            bad = rules_pb2.CheckStateRequest()
            bad.state.goofspiel.prize = 77
            with pytest.raises(RefusedOverHttp) as caught:
                await call(http, CHECK, form, bad, rules_pb2.CheckStateResponse)
            return response, caught.value, house.logged()

    response, refused, lines = served(talk, **WEB)
    if form == "json":
        error = response.json()
        assert response.status_code == 400
        assert (error["code"], error["message"]) == ("invalid_argument", "position.sead: there is no such field")
        assert error["details"][0]["debug"]["fieldViolations"][0]["field"] == "position.sead"
        assert error["details"][2]["debug"]["requestId"] == "mine"
    first, second = [line for line in lines if line["event"] == "call"]
    assert (first["code"], second["code"], first["request_id"]) == ("INVALID_ARGUMENT", "INVALID_ARGUMENT", "mine")
    assert refused.code == "invalid_argument"
    assert BadRequest.FromString(refused.details["BadRequest"]).field_violations[0].field == "state.goofspiel.prize"
    assert ErrorInfo.FromString(refused.details["ErrorInfo"]).reason == "BAD_STATE"
    assert RequestInfo.FromString(refused.details["RequestInfo"]).request_id


@pytest.mark.parametrize("form", UNARY)
def test_what_breaks_leaves_no_text_and_is_logged(served, form, monkeypatch):
    async def broken(*about):
        raise RuntimeError("a canary sings")

    monkeypatch.setattr(RulesService, "check_state", broken)

    async def talk(house):
        async with client(house) as http:
            with pytest.raises(RefusedOverHttp) as caught:
                await call(http, CHECK, form, rules_pb2.CheckStateRequest(), rules_pb2.CheckStateResponse)
        return caught.value, house.logged()

    refused, lines = served(talk, **WEB)
    assert (refused.code, refused.says) == ("internal", "something broke in the server; it was logged")
    assert "canary" not in json.dumps(lines) + str(refused.details)
    assert [line["error"] for line in lines if line["event"] == "broken"] == ["RuntimeError"]


def test_a_full_server_says_when_to_come_again(served, monkeypatch):
    async def busy(*about):
        raise Busy("full", retry_ms=250)

    monkeypatch.setattr(RulesService, "check_state", busy)

    async def talk(house):
        async with client(house) as http:
            with pytest.raises(RefusedOverHttp) as caught:
                await call(http, CHECK, "json", rules_pb2.CheckStateRequest(), rules_pb2.CheckStateResponse)
            return caught.value

    refused = served(talk, **WEB)
    assert (refused.status, refused.code) == (429, "resource_exhausted")
    assert RetryInfo.FromString(refused.details["RetryInfo"]).retry_delay.ToMilliseconds() == 250


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("POST", f"/hunch.v1.{LIST}", {}, 415),
        ("POST", f"/hunch.v1.{LIST}", {"content-type": "application/grpc"}, 415),
        ("POST", f"/hunch.v1.{LIST}", {"content-type": "application/jsonx"}, 415),
        ("POST", f"/hunch.v1.{LIST}", {"content-type": "application/connect+json"}, 415),
        ("POST", f"/hunch.v1.{LIST}", {**JSON, "connect-timeout-ms": "soon"}, 400),
        ("POST", f"/hunch.v1.{LIST}", {**JSON, "connect-protocol-version": "2"}, 400),
        ("POST", f"/hunch.v1.{LIST}", {**JSON, "content-encoding": "gzip"}, 501),
        ("PUT", f"/hunch.v1.{LIST}", JSON, 405),
        ("POST", "/", JSON, 405),
        ("POST", "/about", JSON, 405),
        ("POST", "/rules/kuhn.md", JSON, 405),
        ("POST", "/hunch.v1.OpponentService/StreamSuggestions", JSON, 404),
        ("GET", "/favicon.ico", {}, 404),
    ],
)
def test_what_is_no_call_is_refused_in_words(served, method, path, headers, status):
    async def talk(house):
        async with client(house) as http:
            return await http.request(method, path, headers=headers, content=b"{}" if method != "GET" else None)

    response = served(talk, **WEB)
    assert response.status_code == status
    assert response.json()["message"]


def test_headers_that_are_no_text_are_refused(served):
    async def talk(house):
        head = f"POST /hunch.v1.{LIST} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n".encode()
        return [
            await spoken(house, head + bad + b"\r\n\r\n")
            for bad in (b"x-a: \xff\xfe", b"content-type: \xc3\xa9", b"a b")
        ]

    assert [answer[9:12] for answer in served(talk, **WEB)] == [b"400"] * 3


# Pages -------------------------------------------------------------------------------------------------------------


def test_the_page_about_the_port_names_the_schema_and_each_rpc(served):
    async def talk(house):
        async with client(house) as http:
            return await http.get("/about"), await http.head("/about"), await http.get("/openapi.json")

    page, head, schema = served(talk, **WEB)
    assert 'href="/openapi.json"' in page.text
    assert "/hunch.v1.OpponentService/WatchSuggestions" in page.text
    assert (head.status_code, head.content) == (200, b"")
    for path in schema.json()["paths"]:
        assert path in page.text


def test_the_schema_describes_every_rpc_and_every_field():
    schema = json.loads(openapi.document())
    for file in (advice_pb2, dice_pb2, opponent_pb2, rules_pb2, solver_pb2):
        for service in file.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                path = f"/{service.full_name}/{method.name}"
                assert (path in schema["paths"]) != method.client_streaming
        for message in file.DESCRIPTOR.message_types_by_name.values():
            described = schema["components"]["schemas"][message.name]
            assert described["description"]
            assert set(described["properties"]) == {field.json_name for field in message.fields}
            assert all(field["description"] for field in described["properties"].values())
    text = openapi.document().decode()
    assert {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]} <= set(
        schema["components"]["schemas"]
    )


def test_health_answers_over_http(served):
    async def talk(house):
        async with client(house) as http:
            at = "/grpc.health.v1.Health/Check?encoding=json&message={}"
            return (await http.get(at)).json()

    assert served(talk, **WEB) == {"status": "SERVING"}
    assert health_pb2.HealthCheckResponse.SERVING == 1


# Without ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("missing", ["connectrpc", "uvicorn", "httptools"])
def test_without_what_it_needs_the_server_serves_grpc_and_says_so_in_a_line(served, monkeypatch, missing):
    for name in [name for name in sys.modules if name.split(".")[0] == missing]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("web", "connect", "connections", "listener", "openapi"):
        monkeypatch.delitem(sys.modules, f"hunch.server.{name}", raising=False)
    if missing == "httptools":
        monkeypatch.delitem(sys.modules, "uvicorn.protocols.http.httptools_impl", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)

    async def talk(house):
        games = await rules_pb2_grpc.RulesServiceStub(house.channel).ListGames(rules_pb2.ListGamesRequest())
        return games, house.server.web_port, [line for line in house.logged() if line["event"] == "web"]

    games, port, lines = served(talk, **WEB)
    assert games.games
    assert port == 0
    assert [line["problem"] for line in lines] == [
        f"listen_web: {missing} is not installed; it comes with the extra, pip install '.[web]'"
    ]


def test_the_port_is_off_if_the_setting_says_so(served):
    async def talk(house):
        return house.server.web_port, house.logged()

    port, lines = served(talk)
    assert port == 0
    assert not [line for line in lines if line["event"] == "web"]
    for wrong in ("", "localhost", "127.0.0.1:99999"):
        with pytest.raises(BadSetting):
            Config(listen_web=wrong)


def test_every_status_of_the_table_has_a_code_of_connect():
    from hunch.server.connect import CODES

    assert {code for code, _ in TABLE.values()} <= set(CODES)
    assert len(set(CODES.values())) == len(grpc.StatusCode) - 1
