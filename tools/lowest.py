"""Prints what the tests need, each pinned to its lower bound in pyproject.toml, as constraints for pip."""

import re
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
for requirement in project["dependencies"] + project["optional-dependencies"]["test"]:
    print(re.sub(r"\[.*\]", "", requirement).replace(">=", "=="))
