"""Servers for the clients to call."""

from collections.abc import Callable
from typing import Any

from tests.server.conftest import EXAMPLES, House, served, with_client

Served = Callable[..., Any]
"""Runs a coroutine with a server around it: `served(talk, cores=1)`."""

__all__ = ["EXAMPLES", "House", "Served", "served", "with_client"]
