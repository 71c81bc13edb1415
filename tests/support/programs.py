"""Programs of other languages, run in a folder. `make` installs them beside Python's own interpreter."""

import os
import subprocess
import sys
from pathlib import Path

PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
"""Looked up in this order."""


def run(folder: Path, *command: object, code: int = 0, **variables: str) -> str:
    """What a program prints, or if it ends with another code than 0, what it prints about that."""
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PATH": PATH, **variables},
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stderr if code else done.stdout
