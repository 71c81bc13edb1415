"""When the page is built anew, and what is said when it cannot be."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tools import build_page
from tools.build_page import MARK, Missing, cause

ROOT = Path(__file__).parents[2]


class Machine:
    """A checkout without contents, and an npm that only notes what it was asked for."""

    def __init__(self, root: Path) -> None:
        self.root, self.asked = root, list[str]()

    def write(self, name: str, text: str = "") -> None:
        """Writes a file of the checkout."""
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def npm(self, node: Path, folder: Path, *words: str) -> None:
        """Makes what the program would."""
        self.asked.append(f"{folder.name} {' '.join(words[:2])}")
        made = {"typescript exec": "dist/index.js", "web run": "dist/index.html"}
        goal = made.get(f"{folder.name} {words[0]}")
        if goal:
            self.write(str((folder / goal).relative_to(self.root)))
        if words[:2] == ("run", "generate"):
            self.write("packages/typescript/src/made/game.ts")

    def built(self) -> list[str]:
        """What npm was asked for by a build, without installations."""
        self.asked.clear()
        build_page.build()
        return [words for words in self.asked if " ci" not in words]


CLIENT = ["typescript run generate", "typescript exec --"]
PAGE = ["web run build"]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A checkout with a file of each kind."""
    made = Machine(tmp_path)
    for name in ("web/src/main.tsx", "web/package-lock.json", "packages/typescript/src/index.ts", "proto/a.proto"):
        made.write(name, name)
    made.write("packages/typescript/package-lock.json")
    for name, path in {
        "ROOT": "",
        "WEB": "web",
        "DIST": "web/dist",
        "CLIENT": "packages/typescript",
        "CLIENT_MADE": "packages/typescript/src/made",
    }.items():
        monkeypatch.setattr(build_page, name, tmp_path / path)
    monkeypatch.setattr(build_page, "npm", made.npm)
    monkeypatch.setattr(build_page, "find_node", lambda: Path("node"))
    return made


def test_nothing_runs_if_nothing_changed(machine: Machine) -> None:
    assert machine.built() == CLIENT + PAGE
    assert machine.built() == machine.asked == []


@pytest.mark.parametrize(
    ("file", "runs"),
    [
        ("web/src/main.tsx", PAGE),
        ("web/src/new.ts", PAGE),
        ("packages/typescript/src/index.ts", CLIENT + PAGE),
        ("proto/a.proto", CLIENT + PAGE),
        ("web/dist/index.html", []),
        ("packages/typescript/src/made/game.ts", []),
        ("web/test/one.test.ts", []),
        ("web/node_modules/x/index.js", []),
    ],
)
def test_what_changed_is_made_anew_with_what_is_made_of_it(machine: Machine, file: str, runs: list[str]) -> None:
    machine.built()
    machine.write(file, "changed")
    assert machine.built() == runs


@pytest.mark.parametrize("lost", ["web/dist/index.html", f"web/dist/{MARK}"])
def test_what_is_lost_is_made_anew(machine: Machine, lost: str) -> None:
    machine.built()
    (machine.root / lost).unlink()
    assert machine.built() == PAGE


def test_packages_are_fetched_once_for_each_lock(machine: Machine) -> None:
    machine.built()
    assert [words for words in machine.asked if " ci" in words] == ["typescript ci --no-audit", "web ci --no-audit"]
    machine.write("web/package-lock.json", "changed")
    machine.built()
    assert [words for words in machine.asked if " ci" in words] == ["web ci --no-audit"]


def test_a_build_that_failed_is_tried_again(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Missing("`npm ci` failed")

    monkeypatch.setattr(build_page, "npm", fail)
    for _ in range(2):
        with pytest.raises(Missing):
            build_page.build()
    monkeypatch.setattr(build_page, "npm", machine.npm)
    assert machine.built() == CLIENT + PAGE


def test_without_node_one_line_says_so(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere() -> Path:
        raise Missing("there is no Node 22")

    monkeypatch.setattr(build_page, "find_node", nowhere)
    assert build_page.main() == 1
    assert capsys.readouterr().err == "the page is left out: there is no Node 22\n"


@pytest.mark.parametrize(
    ("version", "found"), [("v24.19.0", True), ("v22.0.0", True), ("v20.20.2", False), ("", False)]
)
def test_a_node_that_is_too_old_is_no_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, found: bool
) -> None:
    program = tmp_path / "node"
    program.write_text(f"#!/bin/sh\necho {version}\n")
    program.chmod(0o755)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    look: Callable[[], Path] = build_page.find_node
    if found:
        assert look() == program
    else:
        with pytest.raises(Missing, match="there is no Node 22"):
            look()


def test_of_what_a_program_said_the_cause_is_shown() -> None:
    said = "vite v8\nerror during build:\nError: cannot resolve ./main.tsx\n    at somewhere\n"
    assert cause(said) == "Error: cannot resolve ./main.tsx"
    assert cause("done\n") == "done"
    assert cause("") == "it said nothing"


def test_an_image_gets_what_the_page_and_the_package_are_made_of() -> None:
    """The patterns of .dockerignore in their order, as far as they are used here: the last that matches counts."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    patterns = [line for line in lines if line and line[0] != "#"]

    def kept(name: str) -> bool:
        answer = True
        for pattern in patterns:
            plain = pattern.removeprefix("!")
            for place in [name, *map(str, Path(name).parents)]:
                if Path("/", place).match(f"/{plain}") and place != ".":
                    answer = pattern.startswith("!")
        return answer

    sources = [
        *build_page.of_page(),
        *(ROOT / "docs/games").glob("*.md"),
        *ROOT.glob("server/**/*.py"),
        *ROOT.glob("tools/*.py"),
    ]
    needed = [str(path.relative_to(ROOT)) for path in sources]
    assert len(needed) > 100
    assert [name for name in needed if not kept(name)] == []
    assert not kept("tests/conftest.py")
    assert not kept("docs/hosting.md")
    assert not kept("packages/go/go.mod")
    assert kept("web/dist/index.html")
