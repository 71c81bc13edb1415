"""ARCHITECTURE.md names what exists, and the way of a request that it describes can be followed in the code."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "ARCHITECTURE.md").read_text()
ENDINGS = (".py", ".pyx", ".pxd", ".pyi", ".json", ".md", ".proto")
"""What the names of files end with."""
PER_GAME = ("__init__.py", "decode.pyx", "codec.py", "words.py")
"""Files that are named without a folder, as each game has its own."""
SOURCES = ("*/*.*", "*/*/*.*", "*/*/*/*.*")
"""Where the files of a folder at the root lie."""
MADE = {"build", "dist", "__pycache__", "node_modules", "hunch.egg-info"}
"""Folders that are made, not written."""
MOST_STEPS = 12
"""Steps of a request that a reader can still follow."""
STEP = re.compile(r"`([\w/]+\.py): ([\w.]+)`")
"""A step, as a file and what is defined in it."""


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def named(text: str) -> list[str]:
    """The files and folders that a text names."""
    names = re.findall(r"`([\w./]+?)(?:: [\w.]+)?`", text)
    return [name for name in names if name.endswith(("/", *ENDINGS))]


def rooms() -> dict[str, str]:
    """The text about each room, by its folder."""
    _, *parts = section("Rooms").split("\n### ")
    return {part[1 : part.index("/`")]: part for part in parts}


def missing(text: str, folder: Path) -> list[str]:
    return [name for name in named(text) if not ((folder / name).exists() or (ROOT / name).exists())]


def defined(path: Path) -> set[str]:
    """The functions, the classes and their methods in a file."""
    names = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{part.name}" for part in node.body if hasattr(part, "name")}
    return names


def test_every_file_and_folder_of_a_room_exists() -> None:
    for room, text in rooms().items():
        assert missing(text, ROOT / room) == []


def test_every_other_file_and_folder_exists() -> None:
    rest = PAGE.split("\n### ")[0] + section("The life of a request") + section("Invariants")
    assert [name for name in missing(rest, ROOT) if name not in PER_GAME] == []
    for name in PER_GAME:
        assert (ROOT / "engines/games/kuhn" / name).exists()


def test_every_folder_at_the_root_is_named() -> None:
    folders = {path.relative_to(ROOT).parts[0] for pattern in SOURCES for path in ROOT.glob(pattern)}
    assert [name for name in sorted(folders - MADE) if not name.startswith(".") and f"`{name}/" not in PAGE] == []


@pytest.mark.parametrize("room", ["server", "cli"])
def test_every_file_of_a_python_room_is_named(room: str) -> None:
    files = [path.name for path in (ROOT / room).glob("*.py") if path.name != "__init__.py"]
    assert [name for name in files if f"`{name}`" not in rooms()[room]] == []


def test_the_way_of_a_request_can_be_followed() -> None:
    steps = re.findall(r"^(\d+)\. (.*(?:\n {3,}.*)*)", section("The life of a request"), re.M)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    assert len(steps) <= MOST_STEPS
    for number, text in steps:
        hops = STEP.findall(text)
        assert hops, f"step {number} names no function"
        for file, name in hops:
            assert name in defined(ROOT / file), f"step {number}: there is no {name} in {file}"


def test_a_step_that_is_not_there_is_found() -> None:
    assert "RpcHandlers.handlers" in defined(ROOT / "server/rpc.py")
    assert not {"RpcHandlers.vanished", "Vanished", "RpcHandlers.time"} & defined(ROOT / "server/rpc.py")
    assert missing("`server/vanished.py`, `vanished/` and `rpc.py`", ROOT / "server") == [
        "server/vanished.py",
        "vanished/",
    ]
