"""Prints requirements of pyproject.toml for pip: `build`, the package (`run`), and extras and groups by name."""

import sys
import tomllib
from pathlib import Path

table = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
parts = {
    "build": table["build-system"]["requires"],
    "run": table["project"]["dependencies"],
    **table["project"]["optional-dependencies"],
    **table["dependency-groups"],
}
print("\n".join(requirement for name in sys.argv[1:] for requirement in parts[name]))
