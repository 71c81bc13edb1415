"""What stands in more than one place is the same there: the version, what each part needs, and the pinned versions."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import hunch

ROOT = Path(__file__).parents[1]
ENTRY = re.compile(r"^([\w.-]+)==(\S+)(?: ; .*?)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M)


def table(path: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / path / "pyproject.toml").read_text())


def test_the_version_is_the_same_in_every_place() -> None:
    version = table("")["project"]["version"]
    image = re.search(r"newTag: \"(.*)\"", (ROOT / "deploy/base/kustomization.yaml").read_text())
    release = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert image
    assert release
    folders, names = ("packages/typescript", "web"), ("package.json", "package-lock.json")
    npm = [json.loads((ROOT / folder / name).read_text()) for folder in folders for name in names]
    places = {table("packages/python")["project"]["version"], image[1], release[1], hunch.__version__}
    places |= {one["version"] for one in [*npm, *(one["packages"][""] for one in npm if "packages" in one)]}
    assert places == {version}


def test_the_client_apart_needs_what_it_needs_as_a_part() -> None:
    whole, apart = table(""), table("packages/python")
    assert apart["project"]["requires-python"] == whole["project"]["requires-python"]
    assert set(apart["project"]["dependencies"]) <= set(whole["project"]["dependencies"])
    assert set(apart["build-system"]["requires"]) <= set(whole["build-system"]["requires"])


@pytest.mark.parametrize("folder", ["packages/typescript", "web"])
def test_the_lock_of_npm_names_hashes_and_no_host(folder: str) -> None:
    text = (ROOT / folder / "package-lock.json").read_text()
    entries = json.loads(text)["packages"].items()
    packages = {name: entry for name, entry in entries if "node_modules/" in name and not entry.get("link")}
    assert packages
    assert [name for name, entry in packages.items() if not entry["integrity"].startswith("sha512-")] == []
    assert [name for name, entry in packages.items() if "://" in entry.get("resolved", "")] == []


def needed(name: str) -> list[str]:
    """What a lock must pin, as pyproject.toml asks for it."""
    whole = table("")
    project, groups = whole["project"], whole["dependency-groups"]
    runtime = project["dependencies"] + [line for extra in project["optional-dependencies"].values() for line in extra]
    return {
        "build": whole["build-system"]["requires"],
        "runtime": runtime,
        "tools": runtime + groups["test"] + groups["dev"] + groups["page"],
        "page": groups["page"],
    }[name]


@pytest.mark.parametrize("name", ["build", "page", "runtime", "tools"])
def test_a_lock_pins_what_is_asked_for_with_hashes_and_names_no_host(name: str) -> None:
    text = (ROOT / "locks" / f"{name}.txt").read_text()
    pinned: dict[str, list[str]] = {}
    for entry in ENTRY.finditer(text):
        pinned.setdefault(entry[1].lower().replace("_", "-"), []).append(entry[2])
    for line in needed(name):
        requirement = Requirement(line)
        versions = pinned.get(requirement.name.lower().replace("_", "-"), [])
        assert versions, f"{line} is not pinned; make lock"
        assert all(requirement.specifier.contains(version) for version in versions), f"{line}: {versions}; make lock"
    assert len(re.findall(r"^[\w.-]+==", text, re.M)) == sum(map(len, pinned.values()))
    assert "://" not in text
    assert "--index" not in text
