"""What handlers make of a call's deadline: never later than the client's own, and hardly earlier."""

import asyncio
import math
from typing import Any

import grpc
import pytest

from hunch.server.bounds import OpenBound
from hunch.server.rpc import GRPC, Call, RpcHandlers, least_left
from hunch.v1 import rules_pb2
from tests.support.clock import Clock
from tests.support.servers import House, Served, refused
from tests.support.waiting import until

SERVICE = rules_pb2.DESCRIPTOR.services_by_name["RulesService"]
TIMEOUTS = [0.02, 0.5, 0.999, 1.0, 1.005, 2.5, 9.995, 10.0, 10.05, 30.0, 30.01, 99.95, 100.0, 100.5, 999.5, 3_601.0]
ON_THE_WAY = [0.0, 0.0005, 0.02]
"""Shares of a timeout that pass before a handler sees the call."""


def sent(timeout_s: float) -> float:
    """What gRPC's C core writes into `grpc-timeout`, in seconds: whole milliseconds, cut up to three digits from a
    second on. It counts the millisecond that has just begun too."""
    ms = math.floor(timeout_s * 1000) + 1
    unit = 10 ** max(0, len(str(ms)) - 3)
    return float(math.ceil(ms / unit) * unit / 1000)


def test_the_header_is_as_it_was_seen_on_the_wire() -> None:
    seen = [0.501, 1.01, 2.51, 10.1, 10.1, 30.1, 101.0, 101.0, 1010.0]
    assert [sent(timeout_s) for timeout_s in (0.5, 1.0, 2.5, 10.0, 10.05, 30.0, 100.0, 100.5, 1000.0)] == seen


@pytest.mark.parametrize("share", ON_THE_WAY)
@pytest.mark.parametrize("timeout_s", TIMEOUTS)
def test_a_deadline_is_believed_no_later_than_the_client_has_it(timeout_s: float, share: float) -> None:
    """Below a second the header has the millisecond that began."""
    gone = timeout_s * share
    left = least_left(sent(timeout_s) - gone)
    assert left <= timeout_s - gone + 0.001
    assert left >= 0.98 * (timeout_s - gone)


class Context:
    """What grpc shows of a call."""

    def __init__(self, remaining: float | None) -> None:
        self.time_remaining = lambda: remaining
        self.invocation_metadata = tuple
        self.peer = str

    async def read(self) -> bytes:
        return b""


ANY = OpenBound("calls", math.inf, 1)
"""Calls of a socket file have no address, so they are not bounded."""


class Open:
    """Lets everybody call."""

    def authenticate(self, service: str, context: Any) -> str:
        return ""


class Observer:
    """Keeps the status of each call."""

    def __init__(self) -> None:
        self.codes: list[grpc.StatusCode] = []

    def close(self) -> None: ...

    def ended(self, call: Call, code: grpc.StatusCode, error: BaseException | None) -> None:
        self.codes.append(code)


@pytest.mark.parametrize(("remaining", "deadline"), [(None, math.inf), (0.5, 100.5), (10.0996, 109.9996)])
def test_the_deadline_is_on_the_clock_that_was_handed_in(remaining: float | None, deadline: float) -> None:
    call = RpcHandlers(Open(), Observer(), Clock(100.0), ANY)._open(
        "RulesService", "ListGames", Context(remaining), GRPC
    )
    assert call.started == 100.0
    assert call.deadline == pytest.approx(deadline)


@pytest.mark.parametrize(("waits_s", "code"), [(9.9, "CANCELLED"), (10.04, "DEADLINE_EXCEEDED")])
def test_a_client_that_leaves_at_its_own_deadline_did_not_cancel(waits_s: float, code: str) -> None:
    """It leaves at 10.05 s, and grpc believed in 10.1 s."""
    clock, observer = Clock(), Observer()

    class Rules:
        async def list_games(self, request: rules_pb2.ListGamesRequest, call: Call) -> None:
            clock.passes(waits_s)
            raise asyncio.CancelledError

    async def talk() -> None:
        handlers = RpcHandlers(Open(), observer, clock, ANY)
        method = SERVICE.methods_by_name["ListGames"]
        handle = handlers.single(method, Rules())
        with pytest.raises(asyncio.CancelledError):
            await handle(b"", Context(10.0996))

    asyncio.run(talk())
    assert observer.codes == [grpc.StatusCode[code]]


def test_how_long_a_call_took_is_read_from_its_clock() -> None:
    clock = Clock(5.0)
    call = Call("RulesService", "ListGames", None, clock)
    clock.passes(0.25)
    assert call.elapsed_ms() == 250.0


def test_a_call_that_ends_without_its_message_is_refused_and_one_that_is_given_up_only_ends(served: Served) -> None:
    async def talk(house: House) -> tuple[Any, list[str]]:
        rpc: Any = house.channel.stream_unary("/hunch.v1.RulesService/CheckState", None, None)
        given_up, ended = rpc(), rpc()
        await ended.done_writing()
        answer = await refused(ended)
        given_up.cancel()

        async def both_are_logged() -> bool:
            return len(house.server.services.metrics._calls) == 2

        await until(both_are_logged, "both calls are over")
        return answer, [code for _, _, code in house.server.services.metrics._calls]

    (code, says, details), codes = served(talk)
    assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert details["ErrorInfo"].reason == "BAD_MESSAGE"
    assert sorted(codes) == ["CANCELLED", "INVALID_ARGUMENT"], says
