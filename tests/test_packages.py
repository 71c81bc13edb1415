"""The package `hunch` as others find it: from any folder, with its version."""

import os
import subprocess
import sys
from pathlib import Path

import hunch

ROOT = Path(__file__).parents[1]
ASK = "import hunch; from hunch import engines; print(hunch.__version__, hunch.__file__)"


def test_a_clone_named_hunch_does_not_hide_the_package_from_its_parent_folder(tmp_path: Path) -> None:
    (tmp_path / "hunch").symlink_to(ROOT)
    assert hunch.__file__
    found = Path(hunch.__file__).parents[1]
    asked = subprocess.run(
        [sys.executable, "-c", ASK],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(found)},
    )
    assert asked.stdout.split() == [hunch.__version__, str(found / "hunch" / "__init__.py")], asked.stderr
