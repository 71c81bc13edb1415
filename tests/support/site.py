"""A real server in a process of its own, for a browser beside it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO

from playwright.sync_api import Page

from tests.support.commands import MAIN

LOCAL = "127.0.0.1"


class Site:
    """A server with the page. `start` it, and `stop` it; it keeps its ports over a new start."""

    def __init__(self, home: Path, *flags: str) -> None:
        self._home, self._flags = home, flags
        self._port = self._web_port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """The address of the page, without a slash at its end."""
        return f"http://{LOCAL}:{self._web_port}"

    def start(self) -> None:
        """Starts the server, and returns once it answers."""
        ports = ["--listen", f"{LOCAL}:{self._port}", "--listen-web", f"{LOCAL}:{self._web_port}"]
        command = [sys.executable, "-c", MAIN, "serve", *ports, "--no-log-calls", *self._flags]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=self._environment()
        )
        assert self._process.stderr
        self._port, self._web_port = _ports(self._process.stderr)

    def stop(self) -> None:
        """Ends the server."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def open(self, page: Page, view: str = "/") -> None:
        """Shows a view, such as "/rules/kuhn", loaded anew."""
        page.goto("about:blank")
        page.goto(f"{self.url}/#{view}")
        page.wait_for_selector("main h1")

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("HUNCH_")}
        return {**kept, "HUNCH_HOME": str(self._home)}


def _ports(log: IO[str]) -> tuple[int, int]:
    """The ports that a server names in its log."""
    lines = []
    for line in log:
        lines.append(line)
        entry = json.loads(line) if line.startswith("{") else {}
        if entry.get("event") == "serving":
            return entry["port"], entry["web_port"]
    raise AssertionError(f"the server did not start: {''.join(lines)}")
