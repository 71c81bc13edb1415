"""Every rpc that reflection names: asked with nothing, and with rubbish."""

import pytest

from tests.support.rpcs import FORBIDDEN, reflected, status_of


@pytest.mark.parametrize("raw", [b"", b"\xff\xff\xff", b"\x0a\xff\xff\xff\xff\x0f", bytes(range(256))])
def test_every_rpc_gives_a_proper_status_for_nothing_and_for_rubbish(served, raw):
    async def talk(house):
        rpcs = await reflected(house.channel)
        return {path: await status_of(house.channel, path, *streams, raw) for path, *streams in rpcs}

    found = served(talk)
    assert len(found) >= 15
    assert {path: code for path, code in found.items() if code in FORBIDDEN} == {}


def test_reflection_answers_under_its_newer_name_too(served):
    async def talk(house):
        return await reflected(house.channel, "grpc.reflection.v1.ServerReflection")

    assert any(path.endswith("/SuggestMove") for path, *_ in served(talk))
