"""Prints each runtime requirement of pyproject.toml pinned to its lower bound, as constraints for pip."""
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
print("\n".join(requirement.replace(">=", "==") for requirement in project["dependencies"]))
