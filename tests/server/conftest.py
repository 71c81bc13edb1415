"""A real server on a free port of loopback, and a channel to it, on the test's own event loop."""

import asyncio
import io
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from click.testing import CliRunner
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status

from hunch.cli import main
from hunch.client import Client
from hunch.engines import messages
from hunch.server.config import Config
from hunch.server.observability.logs import Log
from hunch.server.server import Server
from tests.support.waiting import HANGS_S

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass
class House:
    """What a test gets: the server, a channel to it, and what was logged."""

    server: Server
    channel: grpc.aio.Channel
    log: Log
    out: io.StringIO

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server.port}"

    async def beside(self, talk: Callable[["House"], Awaitable[Any]]) -> Any:
        """Runs a coroutine with a second server of the same settings."""
        return await _around(self.server.config, talk)

    def logged(self) -> list[dict[str, Any]]:
        """The log lines so far; the log is closed by that."""
        self.log.close()
        return [json.loads(line) for line in self.out.getvalue().splitlines()]


@pytest.fixture
def served(tmp_path: Path) -> Callable[..., Any]:
    """Runs a coroutine with a server of these settings around it: `served(talk, cores=1)`."""

    def run(talk: Callable[[House], Awaitable[Any]], **settings: Any) -> Any:
        settings = {"listen": "127.0.0.1:0", "home": str(tmp_path), **settings}
        return asyncio.run(_around(Config(**settings), talk))

    return run


@pytest.fixture
def hunch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Runs a command in this process. It keeps its files in the test's own folder."""
    monkeypatch.setenv("HUNCH_HOME", str(tmp_path / "home"))

    def run(*arguments: object, code: int = 0, **settings: Any) -> str:
        result = CliRunner().invoke(main, [str(argument) for argument in arguments], **settings)
        assert result.exit_code == code, result.output
        return result.output

    return run


def with_client(served: Callable[..., Any], work: Callable[[Client, House], Any], **settings: Any) -> Any:
    """Runs work with a plain client in a thread, beside a server."""

    async def talk(house: House) -> Any:
        def inside() -> Any:
            with Client(house.address, timeout=HANGS_S) as client:
                return work(client, house)

        return await asyncio.to_thread(inside)

    return served(talk, **settings)


async def _around(config: Config, talk: Callable[[House], Awaitable[Any]]) -> Any:
    out = io.StringIO()
    log = Log("debug", out)
    server = Server(config, log)
    await server.start()
    channel = grpc.aio.insecure_channel(f"127.0.0.1:{server.port}")
    try:
        async with asyncio.timeout(HANGS_S):
            return await talk(House(server, channel, log, out))
    finally:
        await channel.close()
        await server.stop()
        log.close()


def example(name: str, message: Any) -> Any:
    """A message from examples/."""
    return messages.from_json((EXAMPLES / name).read_text(), message)


async def refused(call: Awaitable[Any]) -> tuple[grpc.StatusCode, str, dict[str, Any]]:
    """The status, the message and the details (by type name) of a call that must fail."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return explained(caught.value)


def explained(error: grpc.aio.AioRpcError) -> tuple[grpc.StatusCode, str, dict[str, Any]]:
    """What a refusal says."""
    details: dict[str, Any] = {}
    for name, value in error.trailing_metadata() or ():
        if name == "grpc-status-details-bin":
            for packed in Status.FromString(value).details:
                kind = packed.TypeName().rpartition(".")[2]
                details[kind] = getattr(error_details_pb2, kind)()
                packed.Unpack(details[kind])
    return error.code(), error.details() or "", details
