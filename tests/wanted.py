"""Prints the requirements of pyproject.toml for pip: the package's own with an extra's, or the build's."""
import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
if sys.argv[1] == "build":
    wanted = project["build-system"]["requires"]
else:
    wanted = project["project"]["dependencies"] + project["project"]["optional-dependencies"][sys.argv[1]]
print("\n".join(wanted))
