"""What a server writes of calls, searched for what was in them: logs, figures and traces."""

import base64
import json

import pytest
from grpc import StatusCode

from hunch.engines import messages
from hunch.server import auth
from hunch.v1 import (
    advice_pb2,
    dice_pb2,
    dice_pb2_grpc,
    opponent_pb2,
    opponent_pb2_grpc,
    rules_pb2,
    rules_pb2_grpc,
    solver_pb2,
    solver_pb2_grpc,
)
from tests.support.collector import collected
from tests.support.positions import some_request, whole_game
from tests.support.servers import refused
from tests.support.web import UNARY, WEB, RefusedOverHttp, call, client, spoken, stream

SEED, HASH, MOVE = 4_207_849_484, "cafe1234cafe1234", 3_141_592
"""None of these comes up by chance."""


async def planted(channel, bearer):
    """Calls of every kind, good and bad, and what no log, metric or trace of them may show."""
    moves, rules = opponent_pb2_grpc.OpponentServiceStub(channel), rules_pb2_grpc.RulesServiceStub(channel)
    dice, solver = dice_pb2_grpc.DiceServiceStub(channel), solver_pb2_grpc.SolverServiceStub(channel)
    request = some_request("goofspiel")
    request.seed, request.language = SEED, "canary-language"
    position, raw = request.position, request.position.state.SerializeToString()
    await moves.SuggestMove(request, metadata=bearer)
    hint = opponent_pb2.GetHintRequest(position=position, seed=SEED, limits=advice_pb2.Limits(iterations=50))
    await moves.GetHint(hint, metadata=bearer)
    ask = opponent_pb2.StreamSuggestionsRequest(ask=request)
    _ = [part async for part in moves.StreamSuggestions(iter([ask]), metadata=bearer)]
    start, steps, _ = whole_game("goofspiel")
    judged = opponent_pb2.EvaluateMovesRequest(
        start=messages.encode(start), steps=steps, limits=advice_pb2.Limits(iterations=500), seed=SEED
    )
    _ = [part async for part in moves.EvaluateMoves(judged, metadata=bearer)]
    small = solver_pb2.SolvePositionRequest(position=some_request("kuhn").position)
    _ = [part async for part in solver.SolvePosition(small, metadata=bearer)]
    new = rules_pb2.NewGameRequest(options=messages.encode_options(start.game), chance=rules_pb2.Chance(seed=SEED))
    await rules.NewGame(new, metadata=bearer)
    illegal = rules_pb2.PlayMovesRequest(state=position.state)
    illegal.steps.add().move.goofspiel.card = MOVE
    await refused(rules.PlayMoves(illegal, metadata=bearer))
    request.position.state.data_hash = HASH
    await refused(moves.SuggestMove(request, metadata=bearer))
    game = await dice.CommitDice(dice_pb2.CommitDiceRequest(request_id="canary-commit-request"), metadata=bearer)
    roll = dice_pb2.RollDiceRequest(
        game_id=game.game_id,
        owner_token=game.owner_token,
        request_id="canary-roll",
        faces=[6],
        purpose="canary-purpose",
        player_seeds=[b"canary-seed"],
    )
    await dice.RollDice(roll, metadata=bearer)
    roll.owner_token = "canary-token"
    await refused(dice.RollDice(roll, metadata=bearer))
    await refused(rules.CheckState(rules_pb2.CheckStateRequest(), metadata=(("authorization", "Bearer canary"),)))
    return [str(SEED), hex(SEED)[2:], HASH, str(MOVE), "canary", game.game_id, game.owner_token, *written(raw)]


def written(raw):
    """The ways in which bytes come to be written."""
    return [raw.hex(), base64.b64encode(raw).decode(), repr(raw)[2:-1]]


def test_logs_figures_and_traces_hold_no_state_move_seed_or_key(served, tmp_path, monkeypatch):
    token, key = auth.make(list(auth.SCOPES.values()), "canary-name")
    auth.write(tmp_path / "keys.json", [key])
    bearer = (("authorization", f"Bearer {token}"),)

    def broken(*args):
        raise RuntimeError(f"a state with {HASH} and {SEED}")

    async def talk(house):
        secrets = await planted(house.channel, bearer)
        rules = rules_pb2_grpc.RulesServiceStub(house.channel)
        monkeypatch.setattr(messages, "decode", broken)
        code, says, _ = await refused(rules.CheckState(rules_pb2.CheckStateRequest(), metadata=bearer))
        from prometheus_client import generate_latest

        page = generate_latest(house.server.services.metrics.registry).decode()
        return secrets, page, json.dumps(house.logged()), code, says

    with collected(monkeypatch) as collector:
        settings = {"keys": str(tmp_path / "keys.json"), "traces": collector.endpoint}
        secrets, page, lines, code, says = served(talk, **settings)
        spans = "".join(map(str, collector.spans(13)))
    assert code is StatusCode.INTERNAL
    assert "RuntimeError" in lines  # the kind and the place are enough to find it
    assert "test_canaries.py" in lines
    assert "SuggestMove" in page
    assert "SolvePosition" in spans
    for text in (page, lines, says, spans):
        assert [secret for secret in (*secrets, token, token.split("_", 2)[2], "a state with") if secret in text] == []


async def planted_over_http(house, bearer):
    """Calls over HTTP, good and bad, and what no log, metric or trace of them may show."""
    request = some_request("goofspiel")
    request.seed, request.language = SEED, "canary-language"
    raw = request.position.state.SerializeToString()
    illegal = rules_pb2.PlayMovesRequest(state=request.position.state)
    illegal.steps.add().move.goofspiel.card = MOVE
    new = dice_pb2.CommitDiceRequest(request_id="canary-commit-request")
    async with client(house, headers=dict(bearer)) as http:
        await call(http, "OpponentService/SuggestMove", "json", request, opponent_pb2.SuggestMoveResponse)
        ask = opponent_pb2.WatchSuggestionsRequest(ask=request)
        watch, kind = "OpponentService/WatchSuggestions", opponent_pb2.WatchSuggestionsResponse
        first, *_ = [part async for part in stream(http, watch, "connect+json", ask, kind)]
        game = await call(http, "DiceService/CommitDice", "grpc-web+proto", new, dice_pb2.CommitDiceResponse)
        for form in ("json", "proto"):
            with pytest.raises(RefusedOverHttp):
                await call(http, "RulesService/PlayMoves", form, illegal, rules_pb2.PlayMovesResponse)
        at, json_type = "/hunch.v1.RulesService/CheckState", {"content-type": "application/json"}
        for body in ('{"canary-field": 1}', '{"state": {"dataHash": "canary"}}', "canary", "{", "\ufeff"):
            assert (await http.post(at, content=body, headers=json_type)).status_code == 400
        for headers in ({"host": "canary.example"}, {"origin": "https://canary"}, {"authorization": "Bearer canary"}):
            answer = await http.post(at, content="{}", headers={**json_type, **headers})
            assert answer.status_code in (401, 403)
        assert (await http.get("/canary?canary=1", headers={"x-canary": "1"})).status_code == 404
        assert b" 400 " in await spoken(house, b"canary\r\n\r\n")
    return [
        str(SEED),
        hex(SEED)[2:],
        str(MOVE),
        "canary",
        game.game_id,
        game.owner_token,
        first.search_id,
        *written(raw),
    ]


def test_neither_do_they_of_calls_over_http(served, tmp_path, monkeypatch):
    token, key = auth.make(list(auth.SCOPES.values()), "canary-name")
    auth.write(tmp_path / "keys.json", [key])
    bearer = (("authorization", f"Bearer {token}"),)

    def broken(*args):
        raise RuntimeError(f"a state with {HASH} and {SEED}")

    async def talk(house):
        secrets = await planted_over_http(house, bearer)
        monkeypatch.setattr(messages, "decode", broken)
        answers = []
        async with client(house, headers=dict(bearer)) as http:
            for form in (*UNARY, "connect+json"):
                kind = f"application/{form}"
                answers.append(await http.post(AT, content=BODIES[form], headers={"content-type": kind}))
        from prometheus_client import generate_latest

        page = generate_latest(house.server.services.metrics.registry).decode()
        return secrets, page, json.dumps(house.logged()), answers

    with collected(monkeypatch) as collector:
        settings = {"keys": str(tmp_path / "keys.json"), "traces": collector.endpoint}
        secrets, page, lines, answers = served(talk, **settings, **WEB)
        spans = "".join(map(str, collector.spans(10)))
    assert "RuntimeError" in lines
    assert "SuggestMove" in page
    assert "PlayMoves" in spans
    assert "connect_rpc" in spans
    for text in (page, lines, spans, *(str(answer.headers) + answer.text for answer in answers)):
        assert [secret for secret in (*secrets, token, token.split("_", 2)[2], "a state with") if secret in text] == []
    assert [answer.status_code for answer in answers] == [500, 500, 200, 200, 415]


AT = "/hunch.v1.RulesService/CheckState"
BODIES = {
    "proto": b"",
    "json": b"{}",
    "grpc-web+proto": bytes(5),
    "grpc-web+json": b"\0\0\0\0\2{}",
    "connect+json": b"",
}
"""An empty request in each form."""
