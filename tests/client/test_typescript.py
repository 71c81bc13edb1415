"""The TypeScript package, built, packed and used: long, as it fetches packages from npm."""

import asyncio
import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hunch.engines import GAMES
from tests.support.programs import run
from tests.support.servers import EXAMPLES, House, Served
from tests.support.web import WEB

ROOT = EXAMPLES.parent
TYPESCRIPT = ROOT / "packages" / "typescript"
MADE = shutil.ignore_patterns("node_modules", "dist", "made", "*.tgz")
USE = """
import { createHunch, verifyTranscript } from "hunch-client";
import { SuggestMoveRequestSchema } from "hunch-client/v1/opponent";
const { games } = await createHunch({ baseUrl: process.argv[1] }).rules.listGames({});
console.log(games.map((game) => game.name).join(" "), typeof verifyTranscript, SuggestMoveRequestSchema.typeName);
"""
pytestmark = pytest.mark.long


def checkout(folder: Path) -> Path:
    """A copy of what the package is built from, with what it needs; the package's folder."""
    shutil.copytree(ROOT / "proto", folder / "proto")
    package = folder / "packages" / "typescript"
    shutil.copytree(TYPESCRIPT, package, ignore=MADE)
    run(package, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    return package


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package's folder, built."""
    package = checkout(tmp_path_factory.mktemp("typescript"))
    run(package, "npm", "run", "build")
    return package


def beside(served: Served, work: Callable[[House], str]) -> str:
    """What a program prints beside a server."""

    async def talk(house: House) -> str:
        return await asyncio.to_thread(work, house)

    return str(served(talk, **WEB))


def test_types_and_tests_of_its_own_pass(package: Path) -> None:
    run(package, "npm", "run", "check")
    run(package, "npm", "test")


def test_it_works_against_a_server(served: Served, package: Path) -> None:
    def work(house: House) -> str:
        return run(package, "npm", "run", "test:server", HUNCH_URL=house.web, HUNCH_EXAMPLES=f"{EXAMPLES}/")

    assert "fail 0" in beside(served, work)


def test_its_examples_print_what_they_promise(served: Served, package: Path, tmp_path: Path) -> None:
    def work(house: House) -> str:
        def example(name: str, *words: object) -> str:
            return run(package, "node", f"examples/{name}.ts", *words, house.web)

        for game in GAMES:
            assert " - " in example("move", EXAMPLES / f"{game}.json")
        hint = example("hint", EXAMPLES / "goofspiel.json")
        assert [hint.count(f"{part}:") for part in ("nudge", "region", "move")] == [3, 2, 1]
        watched = example("watch", EXAMPLES / "tomahawk.json")
        assert [watched.count(part) > 0 for part in ("so far:", "final:")] == [True, True]
        (tmp_path / "answers").write_text("1\n" * 100)
        command = f"node examples/enemy.ts comancheria {house.web} < {tmp_path}/answers"
        assert "your decision, with" in run(package, "sh", "-c", command)
        assert "payoffs: " in example("sealed_game")
        dice = example("dice", tmp_path / "transcript.json")
        assert [dice.count("right"), json.loads((tmp_path / "transcript.json").read_text())["rollCount"]] == [7, "2"]
        return ""

    beside(served, work)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        *((name, ()) for name in ("move", "hint", "watch", "enemy", "dice")),
        *((name, ("/none/x",)) for name in ("move", "hint", "watch")),
        *((name, (EXAMPLES / "kuhn.json", "http://127.0.0.1:1")) for name in ("move", "hint", "watch")),
        ("enemy", ("chess", "http://127.0.0.1:1")),
        ("dice", ("x.json", "http://127.0.0.1:1")),
        ("sealed_game", ("http://127.0.0.1:1",)),
    ],
)
def test_an_example_that_cannot_go_on_says_why_in_a_line(package: Path, name: str, words: tuple[object, ...]) -> None:
    assert run(package, "node", f"examples/{name}.ts", *words, code=1).count("\n") == 1


def test_two_builds_pack_the_same_bytes_and_an_app_that_installs_them_needs_no_more(
    served: Served, package: Path, tmp_path: Path
) -> None:
    hashes, names = set(), []
    for folder in (package, checkout(tmp_path / "again")):
        run(folder, "npm", "pack", "--pack-destination", folder)
        (packed,) = folder.glob("*.tgz")
        hashes.add(hashlib.sha256(packed.read_bytes()).hexdigest())
        names = run(folder, "tar", "-tzf", packed).splitlines()
    assert len(hashes) == 1
    assert {"package/LICENSE", "package/README.md", "package/dist/index.js", "package/dist/index.d.ts"} <= set(names)
    assert [name for name in names if not name.startswith("package/dist/")] == [
        f"package/{name}" for name in ("LICENSE", "package.json", "README.md")
    ]

    app = tmp_path / "app"
    app.mkdir()
    (app / "package.json").write_text('{"type": "module", "private": true}')
    run(app, "npm", "install", "--no-audit", "--no-fund", next(package.glob("*.tgz")))
    use = "node", "--input-type=module", "-e", USE
    said = beside(served, lambda house: run(app, *use, house.web)).split()
    assert said == [*GAMES, "function", "hunch.v1.SuggestMoveRequest"]
    assert {path.name for path in (app / "node_modules").iterdir() if path.name[0] != "."} == {
        "@bufbuild",
        "@connectrpc",
        "hunch-client",
    }
