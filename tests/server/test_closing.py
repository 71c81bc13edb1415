"""SIGTERM ends the process soon after `drain_ms`, whatever hangs."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
import threading
from functools import partial
from types import SimpleNamespace

import grpc
import httpx
import pytest

from hunch.engines import messages
from hunch.server import server
from hunch.server.config import Config
from hunch.v1 import advice_pb2, dice_pb2, dice_pb2_grpc, opponent_pb2
from tests.support.positions import some_request
from tests.support.simulated import Loop
from tests.support.waiting import until
from tests.support.web import WEB, client, stream

HANGS_MS = 600_000
"""A database that hangs would be waited for so long."""
SERVE = """
import asyncio, sys, threading
from hunch.server.config import Config
from hunch.server.observability.logs import Log
from hunch.server.server import serve

home, ledger, hangs = sys.argv[1:]
config = Config(
    listen="127.0.0.1:0", listen_web="127.0.0.1:0", home=home, ledger=ledger, drain_ms=200, ledger_timeout_ms=600_000
)
if hangs == "thread":
    threading.Thread(target=threading.Event().wait).start()
log = Log("info")
asyncio.run(serve(config, log, lambda server: print(server.port, flush=True)))
log.close()
"""


async def watched(house, name):
    """A stream over HTTP, opened; and its answers."""
    request = opponent_pb2.WatchSuggestionsRequest(ask=some_request("goofspiel"), interval_ms=10_000)
    request.ask.limits.CopyFrom(advice_pb2.Limits(time_ms=HANGS_MS))
    http = client(house)
    parts = stream(http, f"OpponentService/{name}", "connect+proto", request, opponent_pb2.WatchSuggestionsResponse)
    assert (await anext(parts)).search_id
    await until(lambda: house.server.services.scheduler.status().running, "the search runs")
    return http, parts


def test_streams_over_http_get_their_final_answer_when_the_server_closes_down(served):
    async def talk(house):
        async def inside(other):
            http, parts = await watched(other, "WatchSuggestions")
            stopping = asyncio.ensure_future(other.server.stop())
            last = [part async for part in parts][-1]
            await stopping
            with pytest.raises(httpx.TransportError):
                await http.get("/")
            await http.aclose()
            return last

        return await house.beside(inside)

    last = served(talk, most_time_ms=HANGS_MS, drain_ms=60_000, ledger="sqlite://", **WEB)
    assert last.final
    assert last.advice.stop_reason == advice_pb2.STOP_REASON_STOPPED


def test_calls_over_http_are_refused_and_health_says_so_while_the_server_closes_down(served):
    async def talk(house):
        async with client(house) as http:
            house.server.close()
            await house.server.services.drain(60)
            health = (await http.get("/grpc.health.v1.Health/Check?encoding=json&message={}")).json()
            answer = await http.post(
                "/hunch.v1.OpponentService/SuggestMove",
                content=messages.to_json(some_request("kuhn")),
                headers={"content-type": "application/json"},
            )
            return health, answer

    health, answer = served(talk, **WEB)
    assert health == {"status": "NOT_SERVING"}
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")


def test_what_hangs_over_http_is_cut_off(served):
    """A client that never sends the rest of its request."""

    async def talk(house):
        async def inside(other):
            reader, writer = await asyncio.open_connection("127.0.0.1", other.server.web_port)
            path = b"/hunch.v1.RulesService/ListGames"
            writer.write(b"POST %b HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n" % path)
            writer.write(b"content-length: 2\r\n\r\n{")
            await until(lambda: other.server._web._state.tasks, "the request is there")
            await other.server.stop()
            await reader.read()
            writer.close()
            return other.server._web._state.tasks

        return await house.beside(inside)

    assert not served(talk, drain_ms=0, ledger="sqlite://", **WEB)


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
        _web=None,
        _observer=SimpleNamespace(close=lambda: None),
        page=page,
    )
    stopping._close_ports = partial(server.Server._close_ports, stopping)

    async def talk():
        await server.Server.stop(stopping)
        return asyncio.get_running_loop().time()

    with asyncio.Runner(loop_factory=Loop) as runner:
        assert runner.run(talk()) == pytest.approx(config.drain_ms / 1000 + server.ON_THE_WIRE_S)
    assert page.waits.wait(HANGS_MS / 1000)
    page.free.set()
