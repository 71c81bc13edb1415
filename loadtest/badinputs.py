"""Bad inputs over HTTP by the hundred thousand, half of them JSON: what they are answered with.

    python -m loadtest.badinputs [--count 1000000] [--processes 4] [--seed 1]

They go to a server of their own, in batches that several processes share. Every line counts so far. Exit code 1: an
answer was wrong (a status that the table of errors does not have, or text that no client may see), an answer did not
come, or the server logged a fault or ended.
"""

import argparse
import base64
import contextlib
import http.client
import json
import multiprocessing
import random
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

from hunch.engines import messages
from hunch.v1 import dice_pb2
from loadtest.processes import Serving, free_port
from tests.support.http_fuzz import Came, Spoilt, judged, methods, new_games, sealed_requests, sound, spoilt
from tests.support.service_fuzz import QUICK

BATCH = 2_000
"""Inputs of a batch. Its number is its seed."""
LIMITS: dict[str, Any] = {**QUICK, "most_time_ms": 1, "most_iterations": 20}
"""Settings with which a request that is sound takes little time too."""
HANGS_S = 60.0
"""What is not answered by then hangs."""
HEAD_S = 0.05
"""How long the answer to a spoilt head may take to begin. Then the client ends its side, so that nobody waits."""
SHOWN = 20
"""Wrong answers that are printed in full."""


class Found(NamedTuple):
    """What came of a batch."""

    counts: Counter[tuple[str, str]]
    """How often each kind of input had each outcome; "hang", if no answer came."""
    wrong: list[str]
    """What was wrong, with the input."""


class Client:
    """Sends spoilt requests to a server, over one connection as long as that is kept."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANGS_S)

    def ask(self, asked: Spoilt) -> Came:
        """The answer."""
        if asked.kind == "head":
            return self._plain(asked.sent)
        if asked.kind == "query":
            return self._call("GET", asked, {})
        headers = {"content-type": f"application/{asked.form}", "accept": "application/json, text/event-stream"}
        return self._call("POST", asked, headers)

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    def _call(self, method: str, asked: Spoilt, headers: dict[str, str]) -> Came:
        try:
            self._connection.request(method, asked.path, asked.sent or None, headers)
            response = self._connection.getresponse()
        except (ConnectionError, http.client.BadStatusLine):  # closed since the last answer
            self._connection.close()
            self._connection.request(method, asked.path, asked.sent or None, headers)
            response = self._connection.getresponse()
        shown = {name.lower(): value for name, value in response.getheaders()}
        return Came(response.status, shown, response.read())

    def _plain(self, sent: bytes) -> Came:
        """The answer to these bytes. The status is 0 if the connection is closed without one."""
        came = b""
        connection = socket.create_connection(("127.0.0.1", self._port), HEAD_S)
        with connection, contextlib.suppress(ConnectionError):
            connection.sendall(sent)
            with contextlib.suppress(TimeoutError):
                came = connection.recv(65536)
            connection.settimeout(HANGS_S)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                came += part
        status = came[9:12]
        return Came(int(status) if status.isdigit() else 0, {}, came)


def batch(number: int, port: int, seeds: dict[str, list[bytes]]) -> Found:
    """Sends the inputs of a batch."""
    rng, rpcs, found = random.Random(number), methods(), Found(Counter(), [])
    with contextlib.closing(Client(port)) as client:
        for _ in range(BATCH):
            asked = spoilt(rng, rpcs, seeds)
            kind = asked.kind if asked.kind == "mcp" else asked.form or asked.kind
            try:
                came = client.ask(asked)
                outcome, wrong = judged(asked, came)
            except TimeoutError:
                client.close()
                outcome, wrong, came = "hang", "no answer", Came(0, {}, b"")
            except Exception as error:
                client.close()
                outcome, wrong, came = "broken", f"{type(error).__name__}: {error}", Came(0, {}, b"")
            found.counts[kind, outcome] += 1
            if wrong:
                found.wrong.append(f"{wrong}\n  {asked.path} {kind} {asked.sent!r:.2000}\n  {came.body!r:.600}")
    return found


def seeds_of(port: int) -> dict[str, list[bytes]]:
    """Sound requests, among them some with a token of the server."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANGS_S)

    def answer(rpc: str, request: Any) -> Any:
        connection.request(
            "POST", f"/hunch.v1.{rpc}", messages.to_json(request).encode(), {"content-type": "application/json"}
        )
        return json.loads(connection.getresponse().read())

    tokens = [(name, answer("RulesService/NewGame", request)["sealed"]["token"]) for name, request in new_games()]
    game = answer("DiceService/CommitDice", dice_pb2.CommitDiceRequest())
    named = {"game_id": game["gameId"], "owner_token": game["ownerToken"], "request_id": "r"}
    dice = [
        dice_pb2.RollDiceRequest(**named, faces=[6, 6]),
        dice_pb2.DrawChitsRequest(**named, cup=[1, 2], draws=2),
        dice_pb2.GetRollStatisticsRequest(game_id=game["gameId"]),
    ]
    return sound((*sealed_requests((name, base64.b64decode(token)) for name, token in tokens), *dice))


def sent(port: int, count: int, processes: int, seed: int) -> Iterator[Found]:
    """What comes of each batch, as it ends."""
    seeds, batches = seeds_of(port), range(seed * 1_000_000, seed * 1_000_000 + -(-count // BATCH))
    context = multiprocessing.get_context("spawn")  # a fork would copy the threads of grpc
    with ProcessPoolExecutor(processes, context) as pool:
        for future in as_completed([pool.submit(batch, number, port, seeds) for number in batches]):
            yield future.result()


def summary(counts: Counter[tuple[str, str]]) -> str:
    """The counts by kind and outcome."""
    rows = []
    for kind in sorted({kind for kind, _ in counts}):
        outcomes = sorted((outcome, count) for (of, outcome), count in counts.items() if of == kind)
        rows.append(f"  {kind:16} " + ", ".join(f"{outcome}: {count:,}" for outcome, count in outcomes))
    return "\n".join(rows)


def run(count: int, processes: int, seed: int) -> int:
    """Sends them, prints what came, and returns the exit code."""
    counts: Counter[tuple[str, str]] = Counter()
    bad: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        log, port = Path(folder) / "log", free_port()
        began = time.monotonic()
        with Serving(listen_web=f"127.0.0.1:{port}", log=log, **LIMITS) as server:
            for found in sent(port, count, processes, seed):
                for text in found.wrong[: max(0, SHOWN - len(bad))]:
                    print(text, flush=True)
                counts.update(found.counts)
                bad += found.wrong
                done = counts.total()
                if done % (25 * BATCH) == 0 or done >= count:
                    took, mib = time.monotonic() - began, server.memory_mib()
                    print(f"{done:,} inputs in {took:,.0f} s, {len(bad)} wrong, {mib:.0f} MiB", flush=True)
            lives = server.running
        logged = "".join(line for line in log.read_text().splitlines(keepends=True) if line.startswith("{"))
    texts = sum(count for (kind, _), count in counts.items() if kind.endswith(("json", "mcp")))
    print(f"{counts.total():,} inputs, {texts:,} of them JSON:\n{summary(counts)}")
    print(f"{len(bad)} wrong; the server {'lives' if lives else 'ENDED'}; its log: {logged or 'empty'}")
    return 1 if bad or logged or not lives else 0


def main() -> None:
    """Runs it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000_000, help="how many, in batches of 2,000")
    parser.add_argument("--processes", type=int, default=4, help="how many send at once")
    parser.add_argument("--seed", type=int, default=1, help="other seeds make other inputs")
    options = parser.parse_args()
    sys.exit(run(options.count, options.processes, options.seed))


if __name__ == "__main__":
    main()
