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
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status

from hunch.client import Client
from hunch.engines import messages
from hunch.server.config import Config
from hunch.server.observability.logs import Log
from hunch.server.server import Server
from tests.support.waiting import HANGS_S

EXAMPLES = Path(__file__).parents[2] / "examples"
Served = Callable[..., Any]
"""Runs a coroutine with a server around it: `served(talk, cores=1)`."""


@dataclass
class House:
    """A running server, a channel to it, and its log."""

    server: Server
    channel: grpc.aio.Channel
    log: Log
    out: io.StringIO

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server.port}"

    @property
    def web(self) -> str:
        return f"http://127.0.0.1:{self.server.web_port}"

    async def beside(self, talk: Callable[["House"], Awaitable[Any]]) -> Any:
        """Runs a coroutine with a second server of the same settings."""
        return await around(self.server.config, talk)

    def logged(self) -> list[dict[str, Any]]:
        """The log lines so far. Closes the log."""
        self.log.close()
        return [json.loads(line) for line in self.out.getvalue().splitlines()]


def with_client(served: Served, work: Callable[[Client, House], Any], **settings: Any) -> Any:
    """Runs work with a plain client in a thread, beside a server."""

    async def talk(house: House) -> Any:
        def inside() -> Any:
            with Client(house.address, timeout=HANGS_S) as client:
                return work(client, house)

        return await asyncio.to_thread(inside)

    return served(talk, **settings)


async def around(config: Config, talk: Callable[[House], Awaitable[Any]]) -> Any:
    """Runs a coroutine with a server around it."""
    out = io.StringIO()
    log = Log("debug", out)
    server = Server(config, log)
    await server.start()
    channel = grpc.aio.insecure_channel(f"127.0.0.1:{server.port}")
    try:
        async with asyncio.timeout(HANGS_S):
            return await talk(House(server, channel, log, out))
    finally:
        await channel.close(None)
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
    """The status, the message and the details of a refusal, by type name."""
    details: dict[str, Any] = {}
    metadata: Any = error.trailing_metadata() or ()
    for name, value in metadata:
        if name == "grpc-status-details-bin":
            for packed in Status.FromString(value).details:
                kind = packed.TypeName().rpartition(".")[2]
                details[kind] = getattr(error_details_pb2, kind)()
                packed.Unpack(details[kind])
    return error.code(), error.details() or "", details
