"""The Python clients: a method for every rpc, a deadline for every call, retries only where they are safe."""
import inspect

import grpc
import pytest

from hunch.cli.session import SERVICES as SERVED
from hunch.client import AsyncClient, Client
from hunch.client.channel import ONCE, SERVICES
from hunch.engines import GAMES
from hunch.server.door import Door, snake
from hunch.server.errors import Busy, TooMuch
from hunch.v1 import dice_pb2, opponent_pb2, rules_pb2

from .conftest import with_client
from .positions import some_request

RPCS = [(service.name, method) for service in SERVED.values() for method in service.methods]


@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_no_rpc_is_forgotten(client):
    assert set(SERVICES) == set(SERVED)
    for _, method in RPCS:
        assert inspect.getdoc(getattr(client, snake(method.name))), method.name
    assert set(ONCE) <= {(service, method.name) for service, method in RPCS}


def test_moves_games_and_streams_over_one_channel(served):
    def work(client, house):
        ask = opponent_pb2.StreamSuggestionsRequest(ask=some_request("kuhn"))
        games = client.list_games(rules_pb2.ListGamesRequest())
        return games, client.suggest_move(some_request("kuhn")), list(client.stream_suggestions([ask]))

    games, answer, stream = with_client(served, work)
    assert [game.name for game in games.games] == list(GAMES)
    assert stream[-1].final
    assert stream[-1].advice == answer.advice


def test_the_same_on_an_event_loop(served):
    async def talk(house):
        async def asks():
            yield opponent_pb2.StreamSuggestionsRequest(ask=some_request("kuhn"))

        async with AsyncClient(house.address) as client:
            answer = await client.suggest_move(some_request("kuhn"))
            return answer, [part async for part in client.stream_suggestions(asks())]

    answer, stream = served(talk)
    assert stream[-1].advice == answer.advice


@pytest.mark.parametrize(
    ("service", "method", "errors", "calls", "answered"),
    [
        ("RulesService", "list_games", [Busy("full", 5), Busy("full", 5)], 3, True),
        ("RulesService", "list_games", [TooMuch("too much")], 1, False),
        ("DiceService", "commit_dice", [Busy("full", 5)], 1, False),
    ],
)
def test_what_is_full_is_asked_again_where_that_is_safe(served, monkeypatch, service, method, errors, calls, answered):
    made, told = Door.handlers, []

    def handlers(door, descriptor, target, name=""):
        if descriptor.name == service:
            true = getattr(target, method)

            async def instead(request, call):
                told.append(1)
                if len(told) <= len(errors):
                    raise errors[len(told) - 1]
                return await true(request, call)

            monkeypatch.setattr(target, method, instead, raising=False)
        return made(door, descriptor, target, name)

    monkeypatch.setattr(Door, "handlers", handlers)
    request = {"list_games": rules_pb2.ListGamesRequest, "commit_dice": dice_pb2.CommitDiceRequest}[method]()

    def work(client, house):
        try:
            getattr(client, method)(request)
        except grpc.RpcError:
            return False
        return True

    assert with_client(served, work) is answered
    assert len(told) == calls
