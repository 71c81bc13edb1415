"""Every rpc that reflection names: asked with nothing, and with rubbish."""

from collections.abc import Callable
from typing import Any

import grpc
import pytest

from tests.support.rpcs import FORBIDDEN, Rpc, reflected, status_of
from tests.support.servers import House


@pytest.mark.parametrize("raw", [b"", b"\xff\xff\xff", b"\x0a\xff\xff\xff\xff\x0f", bytes(range(256))])
def test_every_rpc_gives_a_proper_status_for_nothing_and_for_rubbish(served: Callable[..., Any], raw: bytes) -> None:
    async def talk(house: House) -> dict[str, grpc.StatusCode]:
        return {rpc.path: await status_of(house.channel, rpc, raw) for rpc in await reflected(house.channel)}

    statuses = served(talk)
    assert len(statuses) >= 15
    assert {path: code for path, code in statuses.items() if code in FORBIDDEN} == {}


def test_reflection_answers_under_its_newer_name_too(served: Callable[..., Any]) -> None:
    async def talk(house: House) -> list[Rpc]:
        return await reflected(house.channel, "grpc.reflection.v1.ServerReflection")

    assert any(rpc.path.endswith("/SuggestMove") for rpc in served(talk))
