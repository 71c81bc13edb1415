"""The tools for agents over HTTP: the same door, keys and limits as for all others."""

import asyncio

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from hunch.engines import messages
from hunch.server import auth
from tests.support.positions import some_position
from tests.support.waiting import HANGS_S, until
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


@pytest.mark.parametrize(
    "sent",
    [{"jsonrpc": 2, "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": []}],
)
def test_what_is_no_message_is_refused_in_our_words(served, sent):
    async def talk(house):
        async with httpx2.AsyncClient(base_url=house.web, trust_env=False) as http:
            answer = await http.post("/mcp", json=sent, headers={"accept": "application/json"})
            return answer.status_code, answer.json()["error"]["message"]

    status, says = served(talk, **WEB)
    assert status == 400
    assert says.startswith("no message of JSON-RPC")


def test_every_call_of_a_tool_is_counted_and_logged(served):
    async def talk(house):
        async with agent(house) as client:
            await client.call_tool("games", {})
        return house.logged()

    assert "ListGames" in [line.get("method") for line in served(talk, **WEB)]


async def posted(house, tool, headers=None, **arguments):
    """Calls a tool with a request of its own, without the library's client."""
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    async with httpx2.AsyncClient(base_url=house.web, timeout=HANGS_S, trust_env=False) as http:
        answer = await http.post("/mcp", json=body, headers={"accept": "application/json", **(headers or {})})
    said = answer.json()["result"]
    return said["content"][0]["text"], said["isError"]


def name_of(begun):
    return begun.partition("\n")[0].removeprefix("game: ")


def test_an_agent_that_goes_frees_the_core(served):
    position = some_position("goofspiel")
    text = messages.to_json(messages.encode(position.view(position.to_move)))

    async def talk(house):
        asking = asyncio.create_task(posted(house, "suggest", game=text, time_ms=30_000))
        await until(lambda: house.server.services.scheduler.status().running, "a search runs")
        asking.cancel()
        await until(lambda: not house.server.services.scheduler.status().running, "the search has ended")
        return [line["code"] for line in house.logged() if line.get("method") == "SuggestMove"]

    assert served(talk, **WEB) == ["CANCELLED"]


LISTEN = {
    "notifications": {"toolsListChanged": True},
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    },
}
"""Asks for news, and waits for it without end."""


@pytest.mark.parametrize(("method", "status"), [("GET", 405), ("DELETE", 405), ("POST", 404)])
def test_nobody_waits_at_the_page_without_end(served, method, status):
    headers = {"accept": "application/json, text/event-stream"}
    body = None
    if method == "POST":
        headers |= {"mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen"}
        body = {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": LISTEN}

    async def talk(house):
        async with (
            httpx2.AsyncClient(base_url=house.web, trust_env=False) as http,
            http.stream(method, "/mcp", headers=headers, json=body) as answer,
        ):
            return answer.status_code

    assert served(talk, **WEB) == status


def test_without_keys_an_owner_is_an_address_whatever_key_is_sent(served):
    async def talk(house):
        name = name_of((await posted(house, "new_game", game="kuhn"))[0])
        return await posted(house, "show", headers={"authorization": "Bearer other"}, game=name)

    assert not served(talk, **WEB)[1]


def test_one_key_is_one_owner_however_it_is_written(served, keys, tmp_path):
    async def talk(house):
        name = name_of((await posted(house, "new_game", {"authorization": f"Bearer {keys[0]}"}, game="kuhn"))[0])
        return await posted(house, "show", {"authorization": f"bearer   {keys[0]}"}, game=name)

    assert not served(talk, keys=str(tmp_path / "keys.json"), **WEB)[1]
