"""The Python clients: a method for every rpc, a deadline for every call, retries only if they are safe."""

import inspect
from collections.abc import AsyncIterator, Sequence
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message

from hunch.cli.session import SERVICES as SERVED
from hunch.client import AsyncClient, Client
from hunch.client.channel import NEVER_RETRIED, SERVICES, Settings
from hunch.engines import GAMES
from hunch.server.errors import Busy, TooMuch
from hunch.server.rpc import Call, RpcHandlers, snake
from hunch.v1 import dice_pb2, opponent_pb2, rules_pb2
from tests.support.positions import some_request
from tests.support.servers import House, Served, with_client

RPCS: list[tuple[str, MethodDescriptor]] = [
    (service.name, method) for service in SERVED.values() for method in service.methods
]


@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_no_rpc_is_forgotten(client: type) -> None:
    assert set(SERVICES) == set(SERVED)
    for _, method in RPCS:
        assert inspect.getdoc(getattr(client, snake(method.name))), method.name
    assert set(NEVER_RETRIED) <= {(service, method.name) for service, method in RPCS}


def parameters(function: Any) -> dict[str, tuple[Any, Any]]:
    """The parameters of a function by name, each with its annotation and default."""
    signature = inspect.signature(function)
    assert all(p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL) for p in signature.parameters.values()), function
    return {name: (p.annotation, p.default) for name, p in signature.parameters.items() if name != "self"}


def test_both_clients_spell_the_parameters_of_the_settings() -> None:
    assert parameters(Client) == parameters(AsyncClient) == parameters(Settings)


@pytest.mark.parametrize("client", [Client, AsyncClient])
@pytest.mark.parametrize(("service", "method"), RPCS, ids=lambda value: getattr(value, "name", value))
def test_every_call_takes_its_request_and_a_timeout(client: type, service: str, method: MethodDescriptor) -> None:
    request, timeout = parameters(getattr(client, snake(method.name))).items()
    assert request[0] == ("requests" if method.client_streaming else "request")
    assert method.input_type.name in str(request[1][0])
    assert timeout == ("timeout", (float | None, None))


def test_moves_games_and_streams_over_one_channel(served: Served) -> None:
    def work(client: Client, house: House) -> tuple[Any, Any, list[Any]]:
        ask = opponent_pb2.StreamSuggestionsRequest(ask=some_request("kuhn"))
        games = client.list_games(rules_pb2.ListGamesRequest())
        return games, client.suggest_move(some_request("kuhn")), list(client.stream_suggestions([ask]))

    games, answer, stream = with_client(served, work)
    assert [game.name for game in games.games] == list(GAMES)
    assert stream[-1].final
    assert stream[-1].advice == answer.advice


def test_the_same_on_an_event_loop(served: Served) -> None:
    async def talk(house: House) -> tuple[Any, list[Any]]:
        async def asks() -> AsyncIterator[opponent_pb2.StreamSuggestionsRequest]:
            yield opponent_pb2.StreamSuggestionsRequest(ask=some_request("kuhn"))

        async with AsyncClient(house.address) as client:
            answer = await client.suggest_move(some_request("kuhn"))
            return answer, [part async for part in client.stream_suggestions(asks())]

    answer, stream = served(talk)
    assert stream[-1].advice == answer.advice


LIST_GAMES = "RulesService", rules_pb2.ListGamesRequest()
COMMIT_DICE = "DiceService", dice_pb2.CommitDiceRequest()


@pytest.mark.parametrize(
    ("rpc", "errors", "calls", "answered"),
    [
        (("list_games", *LIST_GAMES), [Busy("full", 5), Busy("full", 5)], 3, True),
        (("list_games", *LIST_GAMES), [TooMuch("too much")], 1, False),
        (("commit_dice", *COMMIT_DICE), [Busy("full", 5)], 1, False),
    ],
)
def test_a_refused_call_is_sent_again_if_that_is_safe(
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    rpc: tuple[str, str, Message],
    errors: Sequence[Exception],
    calls: int,
    answered: bool,
) -> None:
    method, service, request = rpc
    attempts = failing_at_first(monkeypatch, service, method, errors)

    def work(client: Client, house: House) -> bool:
        try:
            getattr(client, method)(request)
        except grpc.RpcError:
            return False
        return True

    assert with_client(served, work) is answered
    assert len(attempts) == calls


def failing_at_first(
    monkeypatch: pytest.MonkeyPatch, service: str, method: str, errors: Sequence[Exception]
) -> list[Call]:
    """Lets the first calls of a server's method fail with these errors. Returns the calls as they come."""
    handlers, attempts = RpcHandlers.handlers, list[Call]()

    def patched(self: RpcHandlers, descriptor: Any, target: object, name: str = "") -> Any:
        if descriptor.name == service:
            answer = getattr(target, method)

            async def instead(request: Message, call: Call) -> Any:
                attempts.append(call)
                if len(attempts) <= len(errors):
                    raise errors[len(attempts) - 1]
                return await answer(request, call)

            monkeypatch.setattr(target, method, instead, raising=False)
        return handlers(self, descriptor, target, name)

    monkeypatch.setattr(RpcHandlers, "handlers", patched)
    return attempts
