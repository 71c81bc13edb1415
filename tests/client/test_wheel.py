"""The client as a wheel of its own, used where nothing else of ours is: long, as it fetches grpcio."""

import asyncio
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.servers import EXAMPLES, House, Served

USE = """
import sys
from importlib.metadata import distributions
from google.protobuf import json_format
from hunch_client import Client
from hunch_client.v1 import opponent_pb2
request = json_format.Parse(open(sys.argv[1]).read(), opponent_pb2.SuggestMoveRequest())
with Client(sys.argv[2]) as client:
    print(client.suggest_move(request).advice.play.moves[0].notation)
print(*sorted(package.name for package in distributions()))
"""


@pytest.mark.long
def test_the_clients_wheel_is_pure_and_needs_only_grpcio_and_protobuf(served: Served, tmp_path: Path) -> None:
    def run(*command: object) -> str:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    source = EXAMPLES.parent / "packages" / "python"
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, source)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"hunch_client"}
    assert [name for name in names if name.endswith((".so", ".pyd"))] == []
    run(sys.executable, "-m", "venv", tmp_path / "empty")
    python = tmp_path / "empty" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", wheel)

    async def talk(house: House) -> str:
        return await asyncio.to_thread(run, python, "-c", USE, EXAMPLES / "kuhn.json", house.address)

    move, installed = served(talk).splitlines()
    assert move in ("check", "bet", "fold", "call")
    assert set(installed.split()) <= {"grpcio", "hunch-client", "pip", "protobuf", "setuptools", "typing_extensions"}
