"""What played: a digest that names the code in a file of results, and proof that a worker runs that code."""

import hashlib
from functools import cache
from pathlib import Path

from tests.support.signature import GOLDEN, signature

ROOT = Path(__file__).parents[2]
ROOMS = ("engines", "search", "bench/arena/greedy")
"""Folders whose code decides what is played."""
FILES = (
    *(
        f"bench/arena/{name}.py"
        for name in ("players", "searches", "builds", "game", "block", "luck", "last_turn", "honesty")
    ),
    "bench/bounds.py",
    "bench/calibration/samples.py",
)
"""Other files on which a result depends."""
SOURCES = (".py", ".pyx", ".pxd", ".json")
CORRECTIONS = "values.json"
"""Files of corrections. They change what is said of a value, and no play."""
DIGITS = 12
"""Hexadecimal digits of a digest."""


class SignatureDiffers(Exception):
    """A worker searches otherwise than `tests/goldens/bench.txt` says."""


@cache
def code() -> str:
    """A digest of the sources of rules, searches and players. It is equal on every machine with the same sources."""
    found = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in SOURCES]
    found = [path for path in found if path.name != CORRECTIONS and "__pycache__" not in path.parts]
    digest = hashlib.sha256()
    for path in sorted([*found, *(ROOT / name for name in FILES)]):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:DIGITS]


def golden() -> str:
    """The signature that each worker must show."""
    return GOLDEN.read_text()


@cache
def prove(expected: str) -> None:
    """Searches what the signature searches, once in a process; SignatureDiffers if it found anything else."""
    shown = signature()
    if shown == expected:
        return
    different = [line for line in shown.splitlines() if line not in expected.splitlines()]
    raise SignatureDiffers(
        "the built code does not search as tests/goldens/bench.txt says. Build it anew, or, if it should differ, run"
        f" `python -m tests.support.signature --write`. It shows: {'; '.join(different) or 'fewer lines'}"
    )
