"""Log lines as JSON, written by a thread of their own. They name calls, never their content."""

import asyncio
import json
import logging
import sys
import threading
import time
from collections import deque
from functools import lru_cache
from typing import IO, Any

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
"""The levels of lines, rising."""
MOST_WAITING = 10_000
"""Lines that wait to be written; more are dropped."""
LOOK_EVERY_S = 0.05
"""How often the writer looks for lines."""


class Log:
    """Takes lines at once and writes them a moment later. If nobody reads them, lines are dropped and counted.

    The writer looks for lines from time to time, as waking it for each costs the caller more than the line does.
    """

    def __init__(self, level: str = "info", out: IO[str] | None = None) -> None:
        self._level = LEVELS[level]
        self._out = out or sys.stderr
        self._lines: deque[dict[str, Any]] = deque()
        self._closed = threading.Event()
        self.dropped = 0
        self._writer = threading.Thread(target=self._write, name="log", daemon=True)
        self._writer.start()

    def line(self, level: str, event: str, **facts: str | int | float | bool) -> None:
        """One line."""
        if LEVELS[level] < self._level:
            return
        if len(self._lines) >= MOST_WAITING:
            self.dropped += 1
            return
        self._lines.append({"time": time.time(), "level": level, "event": event, **facts})

    def close(self, within_s: float = 2.0) -> None:
        """Writes the last lines, if somebody reads them in that time."""
        self._closed.set()
        self._writer.join(within_s)

    def _write(self) -> None:
        while not self._closed.wait(LOOK_EVERY_S):
            self._write_all()
        self._write_all()

    def _write_all(self) -> None:
        lines = [self._lines.popleft() for _ in range(len(self._lines))]
        if lines:
            try:
                self._out.write("".join(map(_json, lines)))
                self._out.flush()
            except (OSError, ValueError):
                self.dropped += len(lines)


def _json(line: dict[str, Any]) -> str:
    stamp = line["time"]
    line["time"] = f"{_second(int(stamp))}.{int(stamp % 1 * 1000):03d}Z"
    return _ENCODED(line) + "\n"


_ENCODED = json.JSONEncoder(ensure_ascii=True).encode


@lru_cache(maxsize=4)
def _second(stamp: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(stamp))


class Foreign(logging.Handler):
    """Logs what libraries log: the logger, the level and the template of the message, never its arguments."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """One record."""
        cause = record.exc_info[0] if record.exc_info else None
        if cause is not None and issubclass(cause, asyncio.CancelledError):
            return  # grpc reports streams that are cut at the end of a drain; each has its line as a call
        kind = cause.__name__ if cause else ""
        level = "error" if record.levelno >= logging.ERROR else "warning"
        template = str(record.msg)[:80] if record.args else ""
        self._log.line(level, "library", logger=record.name, template=template, error=kind)
