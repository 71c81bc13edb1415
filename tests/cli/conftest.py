"""What tests of the command line share: `hunch` runs a command here, `served` runs a server beside a coroutine."""

from collections.abc import Callable
from typing import Any

from hunch.engines import package
from tests.server.conftest import EXAMPLES, House, hunch, served

Hunch = Callable[..., str]
"""Runs a command, checks its exit code, and returns its output: `hunch("suggest", file, code=0)`."""
Served = Callable[..., Any]
"""Runs a coroutine with a server around it: `served(talk, cores=1)`."""
SCENARIOS = next(option.values for option in package("comancheria").OPTIONS if option.name == "scenario")
MAIN = "from hunch.cli import main; main(prog_name='hunch')"
"""A program that is the command line, for a process of its own."""

__all__ = ["EXAMPLES", "MAIN", "SCENARIOS", "House", "Hunch", "Served", "hunch", "served"]
