"""What one key's load does to another's answers, over grpc and with keys as clients send them.

    python -m loadtest.fairness

It wants a quiet machine. Both keys may ask for a quarter of the core; then one of them asks for ten times that. Exit
code 1 when that makes the 99th percentile of the other more than twice as long as it is alone.
`tests/server/test_scheduler_under_load.py` says the same of the queue by itself, in simulated time.
"""

import asyncio
import random
import sys
import tempfile
from pathlib import Path

import grpc

from hunch.server import auth
from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc
from loadtest.figures import percentile
from loadtest.positions import deck
from loadtest.processes import Serving

ASKED_MS, SHARE, CALLS = 40, 0.25, 120
ITERATIONS = 60_000  # as long, about, and never cut short: what waits makes a queue
A_SECOND = SHARE * 1000 / ASKED_MS


async def arrivals(
    address: str, token: str, a_second: float, seed: int, **limits: int
) -> list[float | grpc.StatusCode]:
    """How long each of a key's calls took, in ms, or the status if it was refused; they come at random, whatever
    became of the earlier ones, and on a connection of their own."""
    asks = deck(games=["goofspiel"], each=1).moments[0].asks
    request = opponent_pb2.SuggestMoveRequest(position=asks, limits=advice_pb2.Limits(**limits), seed=7)
    rng, loop, tasks = random.Random(seed), asyncio.get_running_loop(), []
    at, end = loop.time(), loop.time() + CALLS / A_SECOND

    async def one(stub: opponent_pb2_grpc.OpponentServiceStub) -> float | grpc.StatusCode:
        start = loop.time()
        try:
            await stub.SuggestMove(request, metadata=(("authorization", f"Bearer {token}"),))
        except grpc.aio.AioRpcError as refused:
            code: grpc.StatusCode = refused.code()
            return code
        return (loop.time() - start) * 1000

    async with grpc.aio.insecure_channel(address, [("own", seed)]) as channel:
        stub = opponent_pb2_grpc.OpponentServiceStub(channel)
        while (at := at + rng.expovariate(a_second)) < end:
            await asyncio.sleep(at - loop.time())
            tasks.append(asyncio.ensure_future(one(stub)))
        return await asyncio.gather(*tasks)


async def compare(address: str, quiet: str, hog: str) -> tuple[list[float | grpc.StatusCode], ...]:
    """The quiet key's answers alone, its answers beside the other key, and those of the other."""
    alone = await arrivals(address, quiet, A_SECOND, 1, time_ms=ASKED_MS)
    return alone, *await asyncio.gather(
        arrivals(address, quiet, A_SECOND, 1, time_ms=ASKED_MS),
        arrivals(address, hog, 10 * A_SECOND, 2, iterations=ITERATIONS),
    )


def main() -> None:
    """Prints both percentiles, and what was refused."""
    (quiet, first), (hog, second) = (auth.make(["opponent"]) for _ in range(2))
    with tempfile.TemporaryDirectory() as home:
        keys = Path(home) / "keys.json"
        auth.write(keys, [first, second])
        with Serving(cores=1, home=Path(home), keys=keys) as server:
            found = asyncio.run(compare(server.address, quiet, hog))
    took = [[one for one in calls if isinstance(one, float)] for calls in found]
    refused = [{one.name for one in calls if isinstance(one, grpc.StatusCode)} for calls in found]
    alone, beside = percentile(took[0], 0.99), percentile(took[1], 0.99)
    print(f"p99 of the quiet key: {alone:.0f} ms alone, {beside:.0f} ms beside the other, of which {refused[2]} came")
    sys.exit(0 if beside <= 2 * alone and refused[:2] == [set(), set()] else 1)


if __name__ == "__main__":
    main()
