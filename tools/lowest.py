"""Prints what the tests need, each pinned to its lower bound in pyproject.toml, as constraints for pip."""

import re
import tomllib
from pathlib import Path

table = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
wanted = [table["project"]["dependencies"], *table["project"]["optional-dependencies"].values()]
for requirements in [*wanted, table["dependency-groups"]["test"]]:
    for requirement in requirements:
        print(re.sub(r"\[.*\]", "", requirement).replace(">=", "=="))
