"""`hunch play` in a terminal of its own: colours if it has them, and lines that fit 80 columns."""

import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest

from tests.support.commands import MAIN

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""A colour, or another sequence that a terminal acts on."""
TYPED = {
    "en": ("guide", "legend", "moves", "#1", "undo", "hint", "board", "quit"),
    "fr": ("guide", "légende", "coups", "#1", "annuler", "conseil", "plateau", "quitter"),
}


def shown(name: str, language: str, kind: str) -> str:
    """What a terminal of this kind shows of a game in which these lines are typed."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    words = ("--language", language, "play", name, "--seed", "3", "--time-ms", "20")
    environ = {**os.environ, "TERM": kind, "PYTHONIOENCODING": "utf-8"}
    environ.pop("COLUMNS", None)
    game = subprocess.Popen(
        [sys.executable, "-c", MAIN, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=environ, close_fds=True
    )
    os.close(theirs)
    os.write(ours, "".join(f"{line}\n" for line in TYPED[language]).encode())
    output = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while part := os.read(ours, 65536):
            output += part
    os.close(ours)
    assert game.wait() == 0
    return output.decode()


@pytest.mark.parametrize("language", TYPED)
@pytest.mark.parametrize("name", ["tomahawk", "powwow", "comancheria"])
def test_lines_fit_eighty_columns_and_colours_are_for_terminals_that_have_them(name: str, language: str) -> None:
    plain, coloured = (shown(name, language, kind) for kind in ("dumb", "xterm-256color"))
    assert not ESCAPE.search(plain.replace("\x1b[?2004h", "").replace("\x1b[?2004l", ""))
    assert re.search(r"\x1b\[[0-9;]*3\dm", coloured)
    for output in (plain, coloured):
        lines = ESCAPE.sub("", output).replace("\r", "").splitlines()
        assert max(map(len, lines)) <= 80
    assert {"en": "Taken back.", "fr": "Coup repris."}[language] in plain
    assert "\ue000" not in plain
