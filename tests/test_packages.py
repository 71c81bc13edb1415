"""The packages as others get them: from any folder, from a source archive, and both in one environment.

What builds packages is long, as it compiles everything and fetches what the packages need.
"""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import hunch
from hunch.engines import GAMES

ROOT = Path(__file__).parents[1]
ASK = "import hunch; from hunch import engines; print(hunch.__version__, hunch.__file__)"
BUILD = "import sys; from setuptools.build_meta import build_sdist; print(build_sdist(sys.argv[1]))"
SERVER = """
import hunch.cli
from hunch import engines
from hunch.client import Client
from hunch.v1 import opponent_pb2
print(engines.load("kuhn").seats, Client.__module__)
"""
CLIENT = """
from hunch_client import Client
from hunch_client.v1 import opponent_pb2
print(opponent_pb2.SuggestMoveRequest.DESCRIPTOR.full_name, Client.__module__)
"""
BOTH = """
from hunch.v1 import opponent_pb2 as one
from hunch_client.v1 import opponent_pb2 as other
request = other.SuggestMoveRequest(language="fr")
print(one.SuggestMoveRequest.FromString(request.SerializeToString()).language)
"""
FILES = """
import sys
from importlib.metadata import distribution
print(*(file for file in distribution(sys.argv[1]).files))
"""


def run(folder: Path, *command: object, **variables: str) -> str:
    """What a program prints that is run in this folder."""
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, cwd=folder, env={**os.environ, **variables}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(folder: Path) -> Path:
    """A new environment of Python; its interpreter."""
    run(folder.parent, sys.executable, "-m", "venv", folder)
    return folder / "bin" / "python"


def test_a_clone_named_hunch_does_not_hide_the_package_from_its_parent_folder(tmp_path: Path) -> None:
    (tmp_path / "hunch").symlink_to(ROOT)
    assert hunch.__file__
    found = Path(hunch.__file__).parents[1]
    answer = run(tmp_path, sys.executable, "-c", ASK, PYTHONPATH=str(found))
    assert answer.split() == [hunch.__version__, str(found / "hunch" / "__init__.py")]


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter with all that builds a package, as pinned."""
    python = environment(tmp_path_factory.mktemp("builder") / "venv")
    run(ROOT, python, "-m", "pip", "install", "-q", "--require-hashes", "-r", ROOT / "locks" / "build.txt")
    return python


@pytest.fixture(scope="module")
def archive(builder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive."""
    folder = tmp_path_factory.mktemp("archive")
    return folder / run(ROOT, builder, "-c", BUILD, folder, HUNCH_PAGE="require").split()[-1]


@pytest.fixture(scope="module")
def source(archive: Path) -> Path:
    """The source archive, unpacked into a folder named `hunch`."""
    with tarfile.open(archive) as opened:
        opened.extractall(archive.parent, filter="data")
    return (archive.parent / archive.name.removesuffix(".tar.gz")).rename(archive.parent / "hunch")


@pytest.fixture(scope="module")
def wheels(builder: Path, source: Path) -> dict[str, Path]:
    """The two wheels, both built from the source archive."""
    folder = source.parent / "wheels"
    build = builder, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder
    run(source, *build, ".", HUNCH_PAGE="require")
    run(source, *build, "./packages/python")
    return {path.name.split("-")[0]: path for path in folder.iterdir()}


@pytest.mark.long
def test_a_source_archive_holds_every_file_of_the_checkout(archive: Path) -> None:
    with tarfile.open(archive) as opened:
        held = {name.partition("/")[2] for name in opened.getnames()}
    assert set(run(ROOT, "git", "ls-files").splitlines()) - held == set()


@pytest.mark.long
def test_the_page_of_a_source_archive_is_up_to_date_without_node(source: Path) -> None:
    run(source, sys.executable, "-S", "tools/build_page.py", PATH="/nowhere")


@pytest.mark.long
def test_the_tests_run_in_an_unpacked_source_archive(source: Path) -> None:
    """All are found there, and those run that read most of its files."""
    tests = sys.executable, "-m", "pytest", "-m", "not long"
    assert hunch.__file__
    found = str(Path(hunch.__file__).parents[1])
    run(source, *tests, "--collect-only", PYTHONPATH=found)
    readers = sorted(path.relative_to(source) for path in source.glob("tests/test_*.py"))
    run(source, *tests, *readers, "tests/engines/test_goldens.py", PYTHONPATH=found)


@pytest.mark.long
def test_both_packages_install_into_one_environment_and_either_can_be_removed(
    wheels: dict[str, Path], source: Path
) -> None:
    beside = source.parent
    python = environment(beside / "venv")
    pip = python, "-m", "pip", "-q"
    run(beside, *pip, "install", *wheels.values())
    assert run(beside, python, "-c", BOTH).split() == ["fr"]
    owned = [set(run(beside, python, "-c", FILES, name).split()) for name in ("hunch", "hunch-client")]
    assert owned[0] & owned[1] == set()

    assert {f"hunch/pages/{name}.md" for name in GAMES} <= owned[0]
    assert {"hunch/page/index.html", "hunch/page/index.html.br", "hunch/page/licences.txt"} <= owned[0]
    assert "Rulings" in run(beside, python.parent / "hunch", "rules", "tomahawk")
    assert "Big Manitou" in run(beside, python.parent / "hunch", "rules", "manitou", "--all")

    run(beside, *pip, "uninstall", "-y", "hunch-client")
    assert run(beside, python, "-c", SERVER).split() == ["2", "hunch.client.sync"]
    run(beside, *pip, "install", wheels["hunch_client"])
    run(beside, *pip, "uninstall", "-y", "hunch")
    assert run(beside, python, "-c", CLIENT).split() == ["hunch.v1.SuggestMoveRequest", "hunch_client.sync"]
