"""Each kind of greed is one that a server takes, or refuses for its size."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from loadtest import greedy
from loadtest.positions import deck
from loadtest.processes import Serving

KINDS = json.loads((Path(greedy.__file__).parent / "mixes.json").read_text())["greedy"]


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    with Serving(cores=1, most_time_ms=200) as server:
        yield server


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_greed_is_understood(server: Any, kind: Any) -> None:
    async def talk() -> Any:
        ask = await greedy.Greedy(server.address, "", deck(games=["leduc"], each=1)).ask(kind)
        try:
            await ask(0)
        except grpc.aio.AioRpcError as refused:
            return refused.code()
        return StatusCode.OK

    assert asyncio.run(talk()) in (StatusCode.OK, StatusCode.RESOURCE_EXHAUSTED)
