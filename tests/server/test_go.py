"""The Go example, built and run: long, as it compiles grpc for Go."""

import asyncio
import subprocess

import pytest

from tests.support.servers import EXAMPLES


@pytest.mark.long
def test_a_bot_move_from_go(served, tmp_path):
    def run(*command):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(EXAMPLES / "go" / "build.sh", tmp_path / "go")

    async def talk(house):
        return await asyncio.to_thread(run, tmp_path / "go" / "move", EXAMPLES / "kuhn.json", house.address)

    assert " - " in served(talk)
    for words in ((), ("/none/x", "127.0.0.1:1"), (EXAMPLES / "kuhn.json", "127.0.0.1:1")):
        done = subprocess.run([tmp_path / "go" / "move", *words], capture_output=True, text=True)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
