"""A server with the protobuf that is written in Python refuses malformed states, and lives on."""

import os
import subprocess
import sys

ASKED = """
import asyncio, sys, grpc
from google.protobuf.internal import api_implementation
from hunch.server.config import Config
from hunch.server.observability.logs import Log
from hunch.server.server import Server

STATES = ("d200071a808080808020", "1a020a7d", "0a" + "ff" * 20, "d200020a7d", "52020a7d", "5202fa01", "", "1200")

async def main():
    assert api_implementation.Type() == "python"
    server = Server(Config(listen="127.0.0.1:0", listen_web="off", home=sys.argv[1]), Log("error", sys.stderr))
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        check = channel.unary_unary("/hunch.v1.RulesService/CheckState")
        for state in map(bytes.fromhex, STATES):
            for raw in (state, b"\\x0a" + bytes([len(state)]) + state):
                try:
                    await check(raw)
                except grpc.aio.AioRpcError as refused:
                    assert refused.code() is grpc.StatusCode.INVALID_ARGUMENT, (raw, refused)
    await server.stop()

asyncio.run(main())
"""


def test_bytes_that_are_no_state_are_refused_and_the_server_lives_on(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-c", ASKED, str(tmp_path)],
        env={**os.environ, "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": "python", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr[-4000:]
