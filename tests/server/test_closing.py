"""SIGTERM ends the process soon after `drain_ms`, whatever hangs."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
import threading
from types import SimpleNamespace

import grpc
import pytest

from hunch.server import server
from hunch.server.config import Config
from hunch.v1 import dice_pb2, dice_pb2_grpc
from tests.support.simulated import Loop

HANGS_MS = 600_000
"""A database that hangs would be waited for so long."""
SERVE = """
import asyncio, sys, threading
from hunch.server.config import Config
from hunch.server.observability.logs import Log
from hunch.server.server import serve

home, ledger, hangs = sys.argv[1:]
config = Config(listen="127.0.0.1:0", home=home, ledger=ledger, drain_ms=200, ledger_timeout_ms=600_000)
if hangs == "thread":
    threading.Thread(target=threading.Event().wait).start()
log = Log("info")
asyncio.run(serve(config, log, lambda port: print(port, flush=True)))
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
    assert "library" not in events
    assert server.returncode == code


class Page:
    """The page of figures, held by somebody who reads it: whoever ends it waits."""

    def __init__(self):
        self.free, self.waits = threading.Event(), threading.Event()

    def shutdown(self):
        assert threading.current_thread() is not threading.main_thread(), "the event loop waits for a reader"
        self.waits.set()
        self.free.wait()

    def server_close(self):
        self.waits.clear()


def test_a_drain_that_takes_all_its_time_does_not_wait_for_the_page_of_figures():
    """What is left until the process is cut off is for answers on their way."""
    config, page = Config(drain_ms=2_000), Page()
    stopping = SimpleNamespace(
        config=config,
        close=lambda: None,
        log=SimpleNamespace(line=lambda *facts: None),
        services=SimpleNamespace(drain=asyncio.sleep, close=lambda: None),  # something hangs as long as it may
        _server=SimpleNamespace(stop=asyncio.sleep),
        page=page,
    )

    async def talk():
        await server.Server.stop(stopping)
        return asyncio.get_running_loop().time()

    with asyncio.Runner(loop_factory=Loop) as runner:
        assert runner.run(talk()) == pytest.approx(config.drain_ms / 1000 + server.ON_THE_WIRE_S)
    assert page.waits.wait(HANGS_MS / 1000)
    page.free.set()
