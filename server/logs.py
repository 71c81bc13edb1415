"""Log lines as JSON, written by a thread of their own. They name calls, never what was in them."""
import json
import logging
import sys
import threading
import time
from queue import Empty, Full, Queue
from typing import IO, Any

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
MOST_WAITING = 10_000


class Log:
    """Takes lines at once and writes them later; when the reader is stuck, lines are dropped and counted."""

    def __init__(self, level: str = "info", out: IO[str] | None = None) -> None:
        self._level = LEVELS[level]
        self._out = out or sys.stderr
        self._lines: Queue[dict[str, Any] | None] = Queue(MOST_WAITING)
        self.dropped = 0
        self._writer = threading.Thread(target=self._write, name="log", daemon=True)
        self._writer.start()

    def line(self, level: str, event: str, **facts: str | int | float | bool) -> None:
        """One line."""
        if LEVELS[level] >= self._level:
            try:
                self._lines.put_nowait({"time": time.time(), "level": level, "event": event, **facts})
            except Full:
                self.dropped += 1

    def close(self) -> None:
        """Writes what is left."""
        self._lines.put(None)
        self._writer.join(2.0)

    def _write(self) -> None:
        while True:
            lines = [self._lines.get()]
            while len(lines) < 200 and lines[-1] is not None:
                try:
                    lines.append(self._lines.get_nowait())
                except Empty:
                    break
            text = "".join(_json(line) for line in lines if line is not None)
            try:
                self._out.write(text)
                self._out.flush()
            except (OSError, ValueError):
                self.dropped += len(lines)
            if lines[-1] is None:
                return


def _json(line: dict[str, Any]) -> str:
    stamp = line["time"]
    line["time"] = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(stamp)) + f".{int(stamp % 1 * 1000):03d}Z"
    return json.dumps(line, ensure_ascii=True) + "\n"


class Foreign(logging.Handler):
    """What libraries log: by whom and how bad, with the template of the message, never its arguments."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """One record."""
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        level = "error" if record.levelno >= logging.ERROR else "warning"
        template = str(record.msg)[:80] if record.args else ""
        self._log.line(level, "library", logger=record.name, template=template, error=kind)
