"""Connections to PostgreSQL that give up after a time: a database that hangs counts as out of reach."""

import math
import select
import time
from typing import Any

import sqlalchemy as sql
from psycopg import Connection, OperationalError

READ, WRITE = 1, 2
"""What psycopg waits for: to read, to write, or both added up."""
LEAST_CONNECT_S = 2
"""libpq takes no shorter limit for a connection."""


class TimedConnection(Connection[Any]):
    """Waits at most `most_s` for each answer, then closes. A database that hangs does not keep a limit of its own."""

    most_s = math.inf
    """Seconds to wait for an answer."""

    def wait(self, gen: Any, *options: Any, **more: Any) -> Any:
        """The result of one exchange with the database."""
        end = time.monotonic() + self.most_s
        try:
            wanted = next(gen)
            while True:
                wanted = gen.send(self._ready(wanted, end))
        except StopIteration as done:
            return done.value

    def _ready(self, wanted: int, end: float) -> int:
        poll = select.poll()
        poll.register(self.pgconn.socket, select.POLLIN * bool(wanted & READ) | select.POLLOUT * bool(wanted & WRITE))
        events = poll.poll(max(0.0, end - time.monotonic()) * 1000)
        if not events:
            self.close()
            raise OperationalError("the database did not answer in time")
        event = events[0][1]
        return READ * bool(event & ~select.POLLOUT) | WRITE * bool(event & select.POLLOUT)


def postgres_engine(url: sql.URL, timeout_ms: int, connections: int) -> sql.Engine:
    """An engine whose connections give up after `timeout_ms`, here and in the database."""
    limit_s = timeout_ms / 1000
    engine = sql.create_engine(
        url,
        pool_pre_ping=True,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=limit_s,
        connect_args={"connect_timeout": max(LEAST_CONNECT_S, math.ceil(limit_s))},
    )

    @sql.event.listens_for(engine, "do_connect")
    def connect(dialect: object, record: object, words: list[Any], options: dict[str, Any]) -> TimedConnection:
        connection = TimedConnection.connect(*words, **options)
        connection.most_s = limit_s
        return connection

    @sql.event.listens_for(engine, "connect")
    def limit(connection: Connection[Any], record: object) -> None:
        connection.autocommit = True
        connection.execute(f"set statement_timeout = {timeout_ms}")  # so that what was given up ends there too
        connection.autocommit = False

    return engine
