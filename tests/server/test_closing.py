"""SIGTERM ends the process soon after `drain_ms`, whatever hangs."""

import json
import signal
import socket
import subprocess
import sys

import grpc
import pytest

from hunch.v1 import dice_pb2, dice_pb2_grpc

HANGS_MS = 600_000
"""A database that hangs would be waited for so long."""
SERVE = """
import asyncio, sys, threading
from hunch.server.config import Config
from hunch.server.observability.logs import Log
from hunch.server.server import serve

home, ledger, hangs = sys.argv[1:]
config = Config(
    listen="127.0.0.1:0", listen_web="off", home=home, ledger=ledger, drain_ms=200, ledger_timeout_ms=600_000
)
if hangs == "thread":
    threading.Thread(target=threading.Event().wait).start()
log = Log("info")
asyncio.run(serve(config, log, lambda server: print(server.port, flush=True)))
log.close()
"""


@pytest.mark.parametrize(("hangs", "code"), [("database", 0), ("thread", 1)])
def test_sigterm_ends_the_process_whatever_hangs(tmp_path, hangs, code):
    with socket.socket() as database:
        database.bind(("127.0.0.1", 0))  # refuses: the server starts without its ledger
        ledger = f"postgresql://127.0.0.1:{database.getsockname()[1]}/dice" if hangs == "database" else ""
        server = subprocess.Popen(
            [sys.executable, "-c", SERVE, tmp_path, ledger, hangs],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with grpc.insecure_channel(f"127.0.0.1:{server.stdout.readline().strip()}") as channel:
            database.listen()  # from now on it accepts, and never answers
            calls = [dice_pb2_grpc.DiceServiceStub(channel).CommitDice.future(dice_pb2.CommitDiceRequest())]
            if hangs == "database":
                held = database.accept()[0]
            else:
                held = socket.socket()
                assert calls[0].result().game_id
            server.send_signal(signal.SIGTERM)
            _, logged = server.communicate(timeout=HANGS_MS / 2_000)
            held.close()
    lines = [line for line in logged.splitlines() if line.startswith("{")]  # grpc may print how a call was cancelled
    events = [json.loads(line)["event"] for line in lines]
    assert "stopped" in events
    assert server.returncode == code
