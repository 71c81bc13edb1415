"""The memory of a server does not grow with its calls, of any kind."""

import asyncio
from pathlib import Path

import grpc
import pytest

from hunch.server.config import Config
from hunch.server.observability.logs import Log
from hunch.server.wiring import Services
from loadtest.growth import grow
from loadtest.kinds import Caller
from loadtest.positions import deck
from loadtest.processes import Serving

GROWN_MIB = 3
"""Most growth in the rounds after the first two."""
REFUSED = {
    "SuggestMove, broken": {"INVALID_ARGUMENT"},
    "SuggestMove, oversized": {"RESOURCE_EXHAUSTED"},
    "SuggestMove, cancelled": {"CANCELLED", "OK"},
    "StreamSuggestions, not read": {"CANCELLED", "OK"},
    "SuggestMove, expired": {"DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "OK"},
}


async def of_every_rpc(tmp_path: Path) -> tuple[set[str], set[str]]:
    """The rpcs of a server, and those that a caller calls."""
    services = Services(Config(home=str(tmp_path)), Log("error"))
    async with grpc.aio.insecure_channel("127.0.0.1:1") as channel:
        names = Caller(channel, deck(each=1), "").kinds()
    rpcs = {method.name for service in services.all for method in service.methods}
    services.close()
    return rpcs, {part for name in names for part in name.split(", ")}


def test_calls_of_every_rpc_are_made(tmp_path: Path) -> None:
    rpcs, made = asyncio.run(of_every_rpc(tmp_path))
    assert rpcs - made == set()


@pytest.mark.long
def test_thousands_of_calls_of_every_kind_leave_memory_flat() -> None:
    with Serving(cores=1, log_level="warning") as server:
        growth = asyncio.run(grow(server, each=60, rounds=8))
    assert {name for name, ended in growth.ended.items() if set(ended) - REFUSED.get(name, {"OK"})} == set()
    assert sum(ended.total() for ended in growth.ended.values()) > 10_000
    assert growth.after_warming_mib < GROWN_MIB, growth.memory_mib
