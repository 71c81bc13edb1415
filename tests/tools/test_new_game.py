"""docs/adding-a-game.md is followed, command by command, in a copy of the tree; then the new game must hold up."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest

from hunch import engines
from hunch.engines import GAMES
from tools.new_game.skeleton import TEMPLATE, edited_files, new_files, refusal

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/adding-a-game.md"
NAME = "onecard"
LEFT_OUT = ("build", "dist", ".*", "__pycache__", "node_modules", "report")
"""What is written by tools, beside the sources."""
LIBRARY = Path(f"build/dev/lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}")
UP_TO_DATE = 'make() { command make -o .venv/ready -o .venv/installed "$@"; }'
"""The copy has the environment of this tree, which make must not set up again."""
BY_HAND = {Path("proto/hunch/v1/game.proto"), Path("engines/registry.py"), Path("README.md")}
RECORDED = {"bench.txt", "proto.binpb"}
CHECKED = (
    "ruff check .",
    "ruff format --check .",
    f"cython-lint --max-line-length 120 engines/games/{NAME}",
    "buf lint",
    "for image in tests/releases/*/proto.binpb; do buf breaking --against $image; done",
    """python -m pytest -m 'not long' tests/test_pages.py tests/test_layers.py tests/engines/test_releases.py \\
        tests/search/test_signature.py""",
)
"""What holds for the whole tree, and so has no game's name."""


def commands() -> list[str]:
    """The lines of the page's shell blocks, in order."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```$", PAGE.read_text(), re.M | re.S)
    return [line.strip().replace("NAME", NAME) for block in blocks for line in block.splitlines()]


def copied(root: Path) -> Path:
    """The sources of this tree, with what is compiled already, so that only the new game is compiled."""
    shutil.copytree(ROOT, root, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
    (root / ".venv").symlink_to(ROOT / ".venv" if (ROOT / ".venv").exists() else sys.prefix)
    for made in ("build/c", "build/stubs"):
        if (ROOT / made).exists():
            shutil.copytree(ROOT / made, root / made, symlinks=True)
    shutil.copytree(Path(engines.__path__[0]).parent, root / LIBRARY / "hunch")
    (root / "build/tools").symlink_to(ROOT / "build/tools")
    return root


def run(tree: Path, lines: Sequence[str]) -> None:
    """Runs lines in one shell, which stops at the first that fails."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHONPATH", "PYTEST", "MAKE"))}
    env["HUNCH_PAGE"] = "off"  # it would fetch packages from npm
    script = "\n".join(["set -eu", UP_TO_DATE, *lines])
    ran = subprocess.run(["bash", "-xc", script], cwd=tree, env=env, capture_output=True, text=True)
    assert ran.returncode == 0, f"{ran.stdout[-6000:]}\n{ran.stderr[-3000:]}"


def contents(tree: Path) -> dict[Path, bytes]:
    """The sources of a tree, by path."""
    tops = [top for top in tree.iterdir() if top.name not in LEFT_OUT and not top.name.startswith(".")]
    paths = [path for top in tops for path in (top, *top.rglob("*")) if path.is_file()]
    return {path.relative_to(tree): path.read_bytes() for path in paths if "__pycache__" not in path.parts}


def test_the_page_leads_to_a_game_that_keeps_the_laws_and_plays(tmp_path: Path) -> None:
    tree = copied(tmp_path / "tree")
    before = contents(tree)
    run(tree, commands())
    after = contents(tree)
    changed = {path for path in before if after.get(path) != before[path]}
    assert {path for path in changed if path.name not in RECORDED} == BY_HAND
    assert all(NAME in str(path) for path in after.keys() - before.keys())
    run(tree, [f'export PYTHONPATH="$PWD/{LIBRARY}" PATH="$PWD/.venv/bin:$PATH"', *CHECKED])


def test_the_page_names_every_file_of_the_skeleton() -> None:
    page = PAGE.read_text()
    names = {path.name.replace(NAME, "NAME") for path in new_files(NAME)}
    assert [name for name in sorted(names) if name not in page] == []


def test_nothing_of_the_templates_name_is_left() -> None:
    for path, text in (new_files(NAME) | edited_files(ROOT, NAME)).items():
        assert "newgame" not in f"{path}{text}".lower(), path
    assert len(new_files(NAME)) == sum(path.is_file() for path in TEMPLATE.rglob("*") if path.suffix != ".pyc")


@pytest.mark.parametrize("name", ["Chess", "2048", "a", "liars_dice", "../kuhn", "a" * 17, "", *GAMES])
def test_a_bad_name_or_one_that_is_taken_is_refused(name: str) -> None:
    assert refusal(ROOT, name)


def test_a_new_name_is_not_refused() -> None:
    assert refusal(ROOT, NAME) == ""
