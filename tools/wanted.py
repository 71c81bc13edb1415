"""Prints requirements of pyproject.toml for pip: the package's own with those of some extras, or the build's."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
if sys.argv[1] == "build":
    wanted = project["build-system"]["requires"]
else:
    wanted = project["project"]["dependencies"]
    wanted += [name for extra in sys.argv[1:] for name in project["project"]["optional-dependencies"][extra]]
print("\n".join(wanted))
