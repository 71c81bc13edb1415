"""WatchSuggestions names its search. StopSearch ends it, for the account that asked, in the replica that runs it."""

import asyncio

import grpc
import pytest

from hunch.client import AsyncClient
from hunch.server import auth
from hunch.server.errors import NotFound, Unavailable
from hunch.server.named_searches import NamedSearches
from hunch.v1 import advice_pb2, operations_pb2, opponent_pb2, opponent_pb2_grpc
from tests.support.positions import some_request
from tests.support.servers import refused
from tests.support.waiting import until

HOUR_MS = 3_600_000
PATIENT = {"most_time_ms": HOUR_MS, "ledger": "sqlite://"}


def watching(**limits):
    request = opponent_pb2.WatchSuggestionsRequest(ask=some_request("goofspiel"), interval_ms=20)
    request.ask.limits.CopyFrom(advice_pb2.Limits(**limits))
    return request


def bearer(token):
    return (("authorization", f"Bearer {token}"),)


def test_the_first_message_names_the_search_and_the_last_one_is_its_answer(served):
    request = watching(iterations=300)

    async def talk(house):
        async with AsyncClient(house.address) as client:
            answer = await client.suggest_move(request.ask)
            parts = [part async for part in client.watch_suggestions(request)]
            replica = (await client.get_server_info(operations_pb2.GetServerInfoRequest())).replica
            code, *_ = await refused(client.stop_search(opponent_pb2.StopSearchRequest(search_id=parts[0].search_id)))
        return answer, parts, replica, code

    answer, parts, replica, code = served(talk)
    assert parts[0].search_id.startswith(replica + ".")
    assert not parts[0].HasField("advice")
    assert [part.final for part in parts] == [False] * (len(parts) - 1) + [True]
    assert [part.search_id for part in parts[1:]] == [""] * (len(parts) - 1)
    assert parts[-1].advice == answer.advice
    assert parts[-1].timing.search_ms > 0
    assert code is grpc.StatusCode.NOT_FOUND


def test_a_search_brings_answers_until_it_is_stopped(served):
    async def talk(house):
        async with AsyncClient(house.address) as client:
            watched = aiter(client.watch_suggestions(watching(time_ms=HOUR_MS)))
            name = (await anext(watched)).search_id
            so_far = [await anext(watched) for _ in range(2)]
            await client.stop_search(opponent_pb2.StopSearchRequest(search_id=name))
            return so_far, [part async for part in watched][-1]

    so_far, last = served(talk, **PATIENT)
    assert all(part.advice.play.moves and not part.final for part in so_far)
    assert last.final
    assert last.advice.stop_reason == advice_pb2.STOP_REASON_STOPPED


def test_another_key_cannot_stop_a_search(served, tmp_path):
    (mine, first), (other, second) = (auth.make(["opponent"]) for _ in range(2))
    auth.write(tmp_path / "keys.json", [first, second])

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        watched = aiter(stub.WatchSuggestions(watching(time_ms=HOUR_MS), metadata=bearer(mine)))
        stop = opponent_pb2.StopSearchRequest(search_id=(await anext(watched)).search_id)
        stranger = await refused(stub.StopSearch(stop, metadata=bearer(other)))
        nothing = await refused(stub.StopSearch(opponent_pb2.StopSearchRequest(search_id="x"), metadata=bearer(other)))
        runs = house.server.services.scheduler.status().running
        await stub.StopSearch(stop, metadata=bearer(mine))
        last = [part async for part in watched][-1]
        return stranger, nothing, runs, last

    stranger, nothing, runs, last = served(talk, keys=str(tmp_path / "keys.json"), **PATIENT)
    assert stranger[:2] == nothing[:2]
    assert stranger[0] is grpc.StatusCode.NOT_FOUND
    assert runs == 1
    assert last.final


def test_a_name_of_another_replica_is_sent_on(served):
    async def talk(house):
        async def beside(other):
            stub = opponent_pb2_grpc.OpponentServiceStub(other.channel)
            there = aiter(stub.WatchSuggestions(watching(time_ms=HOUR_MS)))
            stop = opponent_pb2.StopSearchRequest(search_id=(await anext(there)).search_id)
            code, _, details = await refused(opponent_pb2_grpc.OpponentServiceStub(house.channel).StopSearch(stop))
            both = f"ipv4:{house.address},{other.address}"
            async with AsyncClient(both) as client:  # it takes turns, and so reaches the right one
                await client.stop_search(stop)
            return code, details, [part async for part in there][-1]

        return await house.beside(beside)

    code, details, last = served(talk, **PATIENT)
    assert code is grpc.StatusCode.UNAVAILABLE
    assert details["RetryInfo"].retry_delay.ToMilliseconds() > 0
    assert last.final


@pytest.mark.parametrize("bad", [{"interval_ms": 5}, {"ask": opponent_pb2.SuggestMoveRequest(level=99)}])
def test_a_bad_question_is_refused_with_its_path_and_gets_no_name(served, bad):
    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        request = watching(iterations=10)
        request.MergeFrom(opponent_pb2.WatchSuggestionsRequest(**bad))
        return await refused(stub.WatchSuggestions(request).read())

    code, _, details = served(talk)
    assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field in ("interval_ms", "ask.level")


def test_a_full_server_refuses_before_it_names_the_search(served):
    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        held = [stub.WatchSuggestions(watching(time_ms=HOUR_MS)) for _ in range(2)]
        for call in held:
            await call.read()
        names = house.server.services.all
        await until(lambda: sum(house.server.services.scheduler.status().queued.values()) == 1, "one waits")
        code, *_ = await refused(stub.WatchSuggestions(watching(time_ms=HOUR_MS)).read())
        for call in held:
            call.cancel()
        return code, names

    code, _ = served(talk, cores=1, queue_jobs=1, queue_wait_ms=600_000, **PATIENT)
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED


def test_a_name_is_forgotten_when_its_search_ends():
    names = NamedSearches()

    class Running:
        pass

    running = Running()
    with names.named(running, "key") as name:
        assert names.find(name, "key") is running
        with pytest.raises(NotFound):
            names.find(name, "")
        with pytest.raises(Unavailable):
            NamedSearches().find(name, "key")
    with pytest.raises(NotFound):
        names.find(name, "key")


def test_nothing_is_left_of_a_stream_that_was_cancelled(served):
    async def talk(house):
        opponent = next(service for service in house.server.services.all.values() if hasattr(service, "_names"))
        call = opponent_pb2_grpc.OpponentServiceStub(house.channel).WatchSuggestions(watching(time_ms=HOUR_MS))
        await call.read()
        assert len(opponent._names._running) == 1
        call.cancel()
        await until(lambda: not opponent._names._running, "the name is gone")
        await asyncio.wait_for(house.server.services.scheduler.idle(), 60)

    served(talk, **PATIENT)
