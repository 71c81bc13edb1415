"""The tools for agents over HTTP: the same door, keys and limits as for all others."""

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from hunch.server import auth
from tests.support.web import WEB


def texts(answer):
    return "\n".join(part.text for part in answer.content)


def agent(house, token=""):
    headers = {"authorization": f"Bearer {token}"} if token else {}
    http = httpx2.AsyncClient(headers=headers, timeout=30, trust_env=False)
    return Client(streamable_http_client(f"{house.web}/mcp", http_client=http))


def test_an_agent_plays_over_http(served):
    async def talk(house):
        async with agent(house) as client:
            begun = texts(await client.call_tool("new_game", {"game": "kuhn", "level": 1}))
            name, said = begun.partition("\n")[0].removeprefix("game: "), begun
            for _ in range(10):
                if "The game has ended" in said:
                    break
                listed = texts(await client.call_tool("list_moves", {"game": name}))
                move = listed.partition(":")[0]
                said = texts(await client.call_tool("play", {"game": name, "moves": [move]}))
            return said

    assert "The game has ended" in served(talk, **WEB)


@pytest.fixture
def keys(tmp_path):
    made = [auth.make(scopes, "") for scopes in (auth.SCOPES.values(), auth.SCOPES.values(), ["dice"])]
    auth.write(tmp_path / "keys.json", [key for _, key in made])
    return [token for token, _ in made]


def test_tools_need_the_key_and_the_scope_that_their_calls_need(served, keys, tmp_path):
    async def talk(house):
        answers = []
        for token in ("", keys[2], keys[0]):
            async with agent(house, token) as client:
                answer = await client.call_tool("new_game", {"game": "kuhn"})
                answers.append((bool(answer.is_error), texts(answer)))
        return answers

    (none, says), (scope, other), (good, _) = served(talk, keys=str(tmp_path / "keys.json"), **WEB)
    assert (none, scope, good) == (True, True, False)
    assert "UNAUTHENTICATED" in says
    assert "PERMISSION_DENIED" in other


def test_what_one_key_began_no_other_finds(served, keys, tmp_path):
    async def talk(house):
        async with agent(house, keys[0]) as client:
            begun = texts(await client.call_tool("new_game", {"game": "kuhn"}))
        name = begun.partition("\n")[0].removeprefix("game: ")
        answers = []
        for token in keys[:2]:
            async with agent(house, token) as client:
                answers.append(bool((await client.call_tool("show", {"game": name})).is_error))
        return answers

    assert served(talk, keys=str(tmp_path / "keys.json"), **WEB) == [False, True]


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"host": "evil.example"}, b"{}", 403),
        ({"origin": "http://evil.example"}, b"{}", 403),
        ({"content-type": "application/json", "accept": "application/json"}, b"x" * 300_000, 413),
        ({"content-type": "application/json", "accept": "application/json"}, b"{broken", 400),
    ],
)
def test_what_is_no_request_is_refused(served, headers, body, status):
    async def talk(house):
        async with httpx2.AsyncClient(base_url=house.web, trust_env=False) as http:
            return (await http.post("/mcp", headers=headers, content=body)).status_code

    assert served(talk, **WEB) == status


def test_every_call_of_a_tool_is_counted_and_logged(served):
    async def talk(house):
        async with agent(house) as client:
            await client.call_tool("games", {})
        return house.logged()

    assert "ListGames" in [line.get("method") for line in served(talk, **WEB)]
