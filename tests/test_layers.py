"""Each room knows only the rooms before it: read from the imports and cimports of every file."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import GAMES

ROOT = Path(__file__).parents[1]
LOOKING_IN = ("tests", "bench", "loadtest", "tools")  # they look in from outside: no room knows them
COMMON = ("contract", "errors", "keys", "explain", "rng")  # all that a search knows of the engines
GAME_PACKAGES = tuple(GAMES.values())

# Per room: the names that must not be imported in it.
NEVER = {
    "engines": ("hunch.search", "hunch.agents", "hunch.server", "hunch.cli", "hunch.client", "grpc", *LOOKING_IN),
    "search": (
        "hunch.agents",
        "hunch.server",
        "hunch.cli",
        "hunch.client",
        "hunch.v1",
        "google",
        "grpc",
        *GAME_PACKAGES,
        *LOOKING_IN,
    ),
    "agents": ("hunch.search", "hunch.server", "hunch.cli", "hunch.client", "grpc", *GAME_PACKAGES, *LOOKING_IN),
    "server": ("hunch.cli", "hunch.client", *GAME_PACKAGES, *LOOKING_IN),
    "cli": ("hunch.client", "hunch.server.wiring", *GAME_PACKAGES, *LOOKING_IN),
    "client": ("hunch.engines", "hunch.search", "hunch.agents", "hunch.server", "hunch.cli", "google.rpc", *LOOKING_IN),
}
STATEMENT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+c?import\s+(?:\(([^)]*)\)|([^#\n]*))|c?import\s+([\w., ]+))", re.M)


def imports(path: Path) -> Iterator[str]:
    """Every name a file imports: modules, and what is taken from them."""
    for module, several, taken, modules in STATEMENT.findall(path.read_text()):
        names = re.sub(r"#.*", "", several or taken or modules).replace("\\", "").split(",")
        names = [name.split()[0] for name in names if name.strip()]
        yield from [module, *(f"{module}.{name}" for name in names)] if module else names


def inside(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".pyi", ".pyx", ".pxd")]


def arrows_back(room: str, folder: Path) -> Iterator[str]:
    """The imports in a folder that its room must not have."""
    for path in files(folder):
        for name in imports(path):
            if any(inside(name, never) for never in NEVER[room]) or (room == "search" and not in_contract(name)):
                yield f"{path.relative_to(folder.parent)} imports {name}"


def in_contract(name: str) -> bool:
    """Whether a search may know it: nothing of the engines but what is common, and no game by name."""
    if not name.startswith("hunch.engines."):
        return True
    part = name.split(".")[2]
    module = (ROOT / "engines" / part).is_dir() or any((ROOT / "engines").glob(f"{part}.p*"))
    return part in COMMON or not module


@pytest.mark.parametrize("room", NEVER)
def test_no_arrow_points_back(room: str) -> None:
    assert files(ROOT / room)
    assert list(arrows_back(room, ROOT / room)) == []


def test_a_game_knows_no_other_game_and_the_core_knows_none() -> None:
    for path in files(ROOT / "engines"):
        own = "hunch." + ".".join(path.parent.relative_to(ROOT).parts)
        others = [package for package in GAME_PACKAGES if not inside(own, package)]
        for name in imports(path):
            assert not any(inside(name, other) for other in others), f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("file", ["scheduler", "steps", "offload", "question", "search_jobs"])
def test_what_runs_work_knows_no_message_and_no_service(file: str) -> None:
    upward = ("hunch.v1", "google", "hunch.server.requests", "hunch.server.responses", "hunch.server.services")
    names = list(imports(ROOT / f"server/{file}.py"))
    assert names
    assert not [name for name in names if any(inside(name, never) for never in upward)]


@pytest.mark.parametrize(
    ("library", "known_by"),
    [("connectrpc", ["connect.py"]), ("protobuf", ["connect.py"]), ("uvicorn", ["connections.py", "web.py"])],
)
def test_few_files_know_what_http_needs(library: str, known_by: list[str]) -> None:
    """So the server runs without it, and another release of it changes little."""
    knowing = [path.name for path in files(ROOT / "server") if any(inside(name, library) for name in imports(path))]
    assert knowing == known_by
    ours = [f"hunch.server.{name}" for name in ("connect", "connections", "listener", "openapi", "web")]
    may_know = {"agents.py", "server.py", *(f"{name.rpartition('.')[2]}.py" for name in ours)}
    for path in (*files(ROOT / "server"), *files(ROOT / "cli")):
        if path.name not in may_know:
            assert not [name for name in imports(path) if any(inside(name, module) for module in ours)], path


@pytest.mark.parametrize(
    ("room", "line"),
    [
        ("engines", "from hunch.search.tree cimport Tree"),
        ("engines", "    cimport hunch.search.tree as tree"),
        ("engines", "import json, hunch.server"),
        ("engines", "from hunch import (\n    engines,\n    search,\n)"),
        ("engines", "from tests.engines import laws"),
        ("search", "from hunch.v1 import game_pb2"),
        ("search", "from google.protobuf import message"),
        ("search", "from hunch.engines.games.kuhn.rules cimport Kuhn"),
        ("search", "from hunch.engines import messages"),
        ("server", "from hunch.engines.games.kuhn import rules"),
        ("agents", "from hunch.server import auth"),
        ("server", "from hunch.cli.session import Session"),
        ("cli", "from hunch.server.wiring import Services"),
        ("cli", "from hunch.engines.games.kuhn import rules"),
    ],
)
def test_a_planted_arrow_is_found(tmp_path: Path, room: str, line: Any) -> None:
    (tmp_path / room).mkdir()
    (tmp_path / room / "noun.pyx").write_text(f'"""A module."""\n{line}\n')
    assert list(arrows_back(room, tmp_path / room)) != []
    (tmp_path / room / "noun.pyx").write_text(
        '"""A module whose text says: from hunch.search nothing."""\n'
        "from hunch.engines import Game, State\nfrom hunch.engines.contract cimport Game, move_t\n"
    )
    assert list(arrows_back(room, tmp_path / room)) == []
