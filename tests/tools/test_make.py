"""What `make` writes and removes."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text()


def recipe(target: str) -> str:
    """Returns the commands of a target."""
    return re.split(r"\n(?!\t)", MAKEFILE.split(f"\n{target}:")[1])[0]


def home() -> Path:
    """Returns the folder in which `make serve` keeps the ledger and the keys."""
    return Path(re.findall(r"HUNCH_HOME:-([^}]+)}", recipe("serve"))[0])


def test_clean_leaves_the_ledger_and_the_keys_of_a_host() -> None:
    removed = [word for line in re.findall(r"rm -rf (.*)", recipe("clean")) for word in line.split()]
    assert "build" in removed
    assert not {str(home()), *map(str, home().parents)} & set(removed)


def test_neither_git_nor_an_image_takes_the_keys_of_a_host() -> None:
    assert f"/{home()}/" in (ROOT / ".gitignore").read_text().split()
    assert str(home()) in (ROOT / ".dockerignore").read_text().split()
