"""The TypeScript example, built and run: long, as it fetches packages from npm."""

import asyncio
import shutil
import subprocess

import pytest

from tests.support.servers import EXAMPLES


@pytest.mark.long
def test_a_bot_move_from_node(served, tmp_path):
    root = tmp_path / "checkout"
    ignored = shutil.ignore_patterns("node_modules", "made", "out")
    shutil.copytree(EXAMPLES, root / "examples", ignore=ignored)
    shutil.copytree(EXAMPLES.parent / "proto", root / "proto")
    folder = root / "examples" / "typescript"

    def npm(*arguments):
        return subprocess.run(["npm", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout

    npm("install", "--no-audit", "--no-fund")
    npm("run", "build")

    async def talk(house):
        return await asyncio.to_thread(npm, "run", "-s", "move", "--", "../kuhn.json", house.address)

    assert " - " in served(talk)
    for words in ((), ("/none/x", "127.0.0.1:1"), ("../kuhn.json", "127.0.0.1:1")):
        done = subprocess.run(["node", "out/move.js", *words], cwd=folder, capture_output=True, text=True)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
