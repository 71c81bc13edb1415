"""Answers a second of two replicas with one search thread each, beside one process with two threads.

Run `python -m loadtest.scale`. `--envoy PATH` adds the replicas behind Envoy, with the settings of deploy/envoy.yaml.
"""

import argparse
import asyncio
import contextlib
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import grpc

from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc
from loadtest.positions import deck
from loadtest.processes import Process, Serving, free_port, healthy

ROUND_ROBIN = json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})
ITERATIONS = 5_000
AT_ONCE = 8
WAIT_MS = 60_000  # long enough that no request is refused, so that the figures compare work
DEPLOY = Path(__file__).parents[1] / "deploy"


async def answers_a_second(target: str, seconds: float) -> float:
    """Answers a second to questions of equal work, with AT_ONCE of them under way. None may fail."""
    requests = [
        opponent_pb2.SuggestMoveRequest(
            position=moment.asks, limits=advice_pb2.Limits(iterations=ITERATIONS, memory_mib=16), seed=1
        )
        for moment in deck(games=["tomahawk"], each=4).moments
    ]
    answered, start = 0, time.monotonic()
    async with grpc.aio.insecure_channel(target, [("grpc.service_config", ROUND_ROBIN)]) as channel:
        stub = opponent_pb2_grpc.OpponentServiceStub(channel)

        async def ask(number: int) -> None:
            nonlocal answered
            while time.monotonic() - start < seconds:
                await stub.SuggestMove(requests[number % len(requests)], timeout=60)
                answered += time.monotonic() - start < seconds
                number += AT_ONCE

        await asyncio.gather(*(ask(number) for number in range(AT_ONCE)))
    return answered / seconds


def compare(seconds: float, rounds: int = 3, envoy: str = "") -> dict[str, float]:
    """Answers a second of each way to serve. All servers run the whole time, and each round asks them in turn."""
    with contextlib.ExitStack() as stack:
        both = stack.enter_context(Serving(cores=2, queue_wait_ms=WAIT_MS))
        replicas = [stack.enter_context(Serving(cores=1, queue_wait_ms=WAIT_MS)) for _ in range(2)]
        targets = {"one process": both.address, "two replicas": _addresses(replicas)}
        if envoy:
            targets["two replicas behind Envoy"] = stack.enter_context(_envoy(envoy, replicas))
        rates: dict[str, list[float]] = {name: [] for name in targets}
        for number in range(rounds):
            for name in list(targets)[:: 1 if number % 2 else -1]:
                rates[name].append(asyncio.run(answers_a_second(targets[name], seconds)))
    figures = {name: statistics.median(each) for name, each in rates.items()}
    ratios = [two / one for two, one in zip(rates["two replicas"], rates["one process"], strict=True)]
    return {**figures, "two replicas / one process": statistics.median(ratios)}


def _addresses(replicas: list[Serving]) -> str:
    return "ipv4:" + ",".join(replica.address for replica in replicas)


@contextlib.contextmanager
def _envoy(binary: str, replicas: list[Serving]) -> Iterator[str]:
    """Envoy before the replicas, with the settings of deploy/ except the addresses."""
    port = free_port()
    text = (DEPLOY / "envoy.yaml").read_text()
    endpoints = [
        {"endpoint": {"address": {"socket_address": {"address": "127.0.0.1", "port_value": replica.port}}}}
        for replica in replicas
    ]
    text = text.replace("port_value: 50050", f"port_value: {port}").replace("address: 0.0.0.0", "address: 127.0.0.1")
    text = text.replace("type: STRICT_DNS", "type: STATIC").replace("port_value: 9901", f"port_value: {free_port()}")
    before, _, _ = text.partition("- lb_endpoints:")
    with tempfile.TemporaryDirectory(prefix="hunch-envoy-") as folder:
        settings = Path(folder) / "envoy.yaml"
        settings.write_text(before + f"- lb_endpoints: {json.dumps(endpoints)}\n")
        process = Process(
            [binary, "-c", str(settings), "--disable-hot-restart", "--concurrency", "1", "-l", "error"],
            Path(folder) / "log",
        )
        try:
            until = time.monotonic() + 20
            while not healthy(f"127.0.0.1:{port}"):
                if time.monotonic() > until:
                    raise RuntimeError("Envoy did not start within 20 s")
                time.sleep(0.1)
            yield f"127.0.0.1:{port}"
        finally:
            process.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--envoy", default="", help="the binary; without it Envoy is left out")
    options = parser.parse_args()
    for name, figure in compare(options.seconds, options.rounds, options.envoy).items():
        print(f"{name:28} {figure:8.2f}")
