"""The tools as a server of the Model Context Protocol, for standard input and output or for HTTP."""

import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import ValidationError

from hunch import __version__
from hunch.agents.ask import Ask, Refused
from hunch.agents.tools import TOOLS, Tools

INSTRUCTIONS = """Hunch plays board games with hidden information, gives hints and judges moves.

Begin with games, then new_game. Read the position, list the moves, play one. You see what your own seat sees, and the
bots see no more than theirs. suggest and hint also take a position as JSON."""
LONGEST_NAME = 60
"""Characters of a name that is not known, as a refusal shows it."""
MOST_PROBLEMS = 5
"""Wrong arguments that one refusal names."""
READING = ("games", "show", "list_moves", "suggest", "hint", "judge", "enemy")
"""Tools that change nothing."""


class Server(MCPServer):
    """A server that refuses arguments in words: the library's name its own parts, and it ignores unknown ones."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Any = None
    ) -> CallToolResult | InputRequiredResult:
        """The answer of a tool."""
        taken = {tool.name: tool.input_schema.get("properties", {}) for tool in await self.list_tools()}.get(name)
        for argument in arguments:
            if taken is not None and argument not in taken:
                raise ToolError(
                    f"{argument[:LONGEST_NAME]}: there is no such argument; {name} takes {', '.join(taken)}"
                )
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError("; ".join(map(_problem, error.__cause__.errors()[:MOST_PROBLEMS]))) from None
            raise


def _problem(found: Mapping[str, Any]) -> str:
    """What is wrong with an argument, such as "seats[0]: Input should be a valid integer"."""
    first, *rest = found["loc"] or ("arguments",)
    return f"{first}{''.join(f'[{part}]' for part in rest)}: {found['msg']}"


def make(ask: Ask) -> MCPServer:
    """A server with all tools."""
    server = Server(
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
