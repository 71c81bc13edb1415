"""`hunch mcp`: the tools for agents, over standard input and output."""

import asyncio
import threading
from typing import TypeVar

import click
from google.protobuf.message import Message

from hunch.agents.ask import Refused as RefusedTool
from hunch.cli.options import SharedOptions, example
from hunch.cli.refusals import Refused
from hunch.cli.session import Session, open_session

A = TypeVar("A", bound=Message)
MISSING = "hunch mcp needs the package mcp: pip install 'hunch[agents]'"


class SessionAsk:
    """Asks through a session, on one thread after the other: its event loop takes one call at a time."""

    def __init__(self, session: Session) -> None:
        self._session, self._lock = session, threading.Lock()

    @property
    def owner(self) -> str:
        """There is one agent only."""
        return ""

    async def one(self, method: str, request: Message, answer: type[A]) -> A:
        """The answer of a unary rpc."""
        return (await self.all(method, request, answer))[0]

    async def all(self, method: str, request: Message, answer: type[A]) -> list[A]:
        """All answers of an rpc."""
        return await asyncio.to_thread(self._answers, method, request, answer)

    def _answers(self, method: str, request: Message, answer: type[A]) -> list[A]:
        with self._lock:
            try:
                return list(self._session.stream(method, request, answer))
            except (Refused, click.ClickException) as error:
                raise RefusedTool(str(error)) from None


@click.command(epilog=example("hunch mcp"))
@click.pass_obj
def mcp(shared: SharedOptions, /) -> None:
    """Serve tools for agents on standard input and output.

    They speak the Model Context Protocol; see docs/agents.md.
    """
    try:
        from hunch.agents.server import make
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "pydantic"):
            raise
        raise click.ClickException(MISSING) from None
    with open_session(shared) as session:
        make(SessionAsk(session)).run("stdio")
