"""What is told in more than one place is told alike: the version, and what its parts need."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def told(path: str) -> dict[str, object]:
    return tomllib.loads((ROOT / path / "pyproject.toml").read_text())


def test_the_version_is_the_same_in_every_place() -> None:
    version = told("")["project"]["version"]
    image = re.search(r"newTag: \"(.*)\"", (ROOT / "deploy/base/kustomization.yaml").read_text())
    release = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert image
    assert release
    assert {told("packaging/client")["project"]["version"], image[1], release[1]} == {version}


def test_the_client_apart_needs_what_it_needs_as_a_part() -> None:
    whole, apart = told(""), told("packaging/client")
    assert apart["project"]["requires-python"] == whole["project"]["requires-python"]
    assert set(apart["project"]["dependencies"]) <= set(whole["project"]["dependencies"])
    assert set(apart["build-system"]["requires"]) <= set(whole["build-system"]["requires"])
