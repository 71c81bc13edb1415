"""The tools as a server of the Model Context Protocol, for standard input and output or for HTTP."""

import functools
from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations

from hunch import __version__
from hunch.agents.ask import Ask, Refused
from hunch.agents.tools import TOOLS, Tools

INSTRUCTIONS = """Hunch plays board games with hidden information, gives hints and judges moves.

Begin with games, then new_game. Read the position, list the moves, play one. You see what your own seat sees, and the
bots see no more than theirs. suggest and hint also take a position as JSON."""
READING = ("games", "show", "list_moves", "suggest", "hint", "judge", "enemy")
"""Tools that change nothing."""


def make(ask: Ask) -> MCPServer:
    """A server with all tools."""
    server: MCPServer = MCPServer(
        "hunch",
        version=__version__,
        instructions=INSTRUCTIONS,
        subscriptions=False,  # the tools never change, and who waits for that would hold a call open without end
    )
    tools = Tools(ask)
    for function in TOOLS:
        name = function.__name__
        server.add_tool(
            _refusing(getattr(tools, name)),
            name=name,
            annotations=ToolAnnotations(read_only_hint=name in READING, open_world_hint=False),
            structured_output=False,
        )
    return server


def _refusing(tool: Callable[..., Awaitable[str]]) -> Callable[..., Awaitable[str]]:
    """The tool, whose refusals are errors that the agent reads."""

    @functools.wraps(tool)
    async def call(*arguments: Any, **named: Any) -> str:
        try:
            return await tool(*arguments, **named)
        except Refused as error:
            raise ToolError(str(error)) from None

    return call
