"""Every code is written once: in the enum of a state.pxd or of the contract, from which Python imports it."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hunch.engines import GAMES

ROOT = Path(__file__).parents[2]
ENUM = re.compile(r"^cp?def enum:\n((?:    .*\n|\n)+)", re.M)
CODE = re.compile(r"^    ([A-Z][A-Z_0-9]*) = ([^#\n]+)", re.M)
STATES = sorted(path.relative_to(ROOT) for path in ROOT.glob("engines/games/*/state.pxd"))
DECLARED = (Path("engines/contract.pxd"), *STATES)
COMPILED = tuple(path for path in DECLARED if (ROOT / path).with_suffix(".pyx").exists())


def declared(path: Path) -> dict[str, int]:
    """The codes of a .pxd with the values that its text gives them."""
    codes: dict[str, int] = {}
    for enum in ENUM.findall((ROOT / path).read_text()):
        for name, value in CODE.findall(enum):
            codes[name] = eval(value, {}, codes)
    return codes


def written_again(source: str, codes: dict[str, int]) -> list[str]:
    """The codes that a module assigns itself."""
    return [
        name.id
        for statement in ast.parse(source).body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for name in ast.walk(statement)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store) and name.id in codes
    ]


def sources(folder: Path) -> Iterator[Path]:
    """The Python that speaks of a game: in its folder and in the benchmarks."""
    yield from sorted((ROOT / folder).glob("*.py"))
    yield from sorted(ROOT.glob(f"bench/*/{folder.name}.py"))


@pytest.mark.parametrize("path", COMPILED, ids=str)
def test_python_reads_every_code_with_its_value(path: Path) -> None:
    module = importlib.import_module("hunch." + ".".join(path.with_suffix("").parts))
    codes = declared(path)
    assert codes
    assert {name: getattr(module, name) for name in codes} == codes
    assert {type(getattr(module, name)) for name in codes} == {int}


@pytest.mark.parametrize("path", COMPILED, ids=str)
def test_the_stub_names_the_codes_that_there_are(path: Path) -> None:
    stub = (ROOT / path).with_suffix(".pyi").read_text()
    assert re.findall(r"^([A-Z][A-Z_0-9]*): int$", stub, re.M) == list(declared(path))


@pytest.mark.parametrize("path", COMPILED, ids=str)
def test_no_python_file_writes_a_code_again(path: Path) -> None:
    codes = declared(path)
    found = {source.name: written_again(source.read_text(), codes) for source in sources(path.parent)}
    assert {name: again for name, again in found.items() if again} == {}


def test_a_code_that_is_written_again_is_found() -> None:
    codes = {"DEAL": 256, "KIND": 3840}
    assert written_again("KIND, DEAL = 0xF00, 0x100\n", codes) == ["KIND", "DEAL"]
    assert written_again("DEAL: int = 256\n", codes) == ["DEAL"]
    assert written_again("from here import DEAL\nOTHER = DEAL + 1\n", codes) == []


def test_every_game_but_those_with_rooms_of_their_own_has_its_codes_in_its_state() -> None:
    flat = [name for name, package in GAMES.items() if not (folder_of(package) / "data").is_dir()]
    assert len(flat) > 5
    assert [name for name in flat if folder_of(GAMES[name]).relative_to(ROOT) / "state.pxd" not in COMPILED] == []


def folder_of(package: str) -> Path:
    return ROOT.joinpath(*package.split(".")[1:])
