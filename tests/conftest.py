"""Fixtures that several folders share: `served` runs a server beside a coroutine, `hunch` runs a command here.

They import what they need when they are asked for: tests of the engines under the sanitizers load no server.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

    from tests.support.commands import Hunch
    from tests.support.servers import House, Served


@pytest.fixture
def served(tmp_path: Path) -> "Served":
    """Runs a coroutine with a server of these settings around it: `served(talk, cores=1)`."""
    from hunch.server.config import Config
    from tests.support.servers import around

    def run(talk: "Callable[[House], Awaitable[Any]]", **settings: Any) -> Any:
        settings = {"listen": "127.0.0.1:0", "listen_web": "off", "home": str(tmp_path), **settings}
        return asyncio.run(around(Config(**settings), talk))

    return run


@pytest.fixture
def hunch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Hunch":
    """Runs a command in this process. It keeps its files in the test's own folder."""
    from click.testing import CliRunner

    from hunch.cli import main
    from hunch.cli.options import SHARED

    monkeypatch.setenv("HUNCH_HOME", str(tmp_path / "home"))
    for option in SHARED.values():
        if "envvar" in option:
            monkeypatch.delenv(option["envvar"], raising=False)

    def run(*arguments: object, code: int = 0, **settings: Any) -> str:
        result = CliRunner().invoke(main, [str(argument) for argument in arguments], **settings)
        assert result.exit_code == code, result.output
        return result.output

    return run


def pytest_terminal_summary(terminalreporter: "TerminalReporter") -> None:
    """Says in one line why tests were left out."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = {
        report.longrepr[2].removeprefix("Skipped: ") for report in skipped if isinstance(report.longrepr, tuple | list)
    }
    for reason in sorted(reasons):
        terminalreporter.write_line(reason)
