"""What one key's load does to another's answers, over grpc and with keys as clients send them."""
import asyncio
import random

import grpc
import pytest

from hunch.server import auth
from hunch.v1 import advice_pb2, opponent_pb2_grpc
from loadtest.figures import percentile

from .positions import some_request

ASKED_MS, SHARE, CALLS = 40, 0.25, 120
ITERATIONS = 60_000                 # as long, about, and never cut short: what waits makes a queue
A_SECOND = SHARE * 1000 / ASKED_MS


async def arrivals(house, token, a_second, seed, **limits):
    """How long each of a key's calls took, in ms, or the status where it was refused; they come at random, whatever
    became of the earlier ones, and on a connection of their own."""
    request, rng, loop, tasks = some_request("goofspiel"), random.Random(seed), asyncio.get_running_loop(), []
    request.limits.CopyFrom(advice_pb2.Limits(**limits))
    at, end = loop.time(), loop.time() + CALLS / A_SECOND

    async def one(stub):
        start = loop.time()
        try:
            await stub.SuggestMove(request, metadata=(("authorization", f"Bearer {token}"),))
        except grpc.aio.AioRpcError as refused:
            return refused.code()
        return (loop.time() - start) * 1000

    async with grpc.aio.insecure_channel(house.address, [("own", seed)]) as channel:
        stub = opponent_pb2_grpc.OpponentServiceStub(channel)
        while (at := at + rng.expovariate(a_second)) < end:
            await asyncio.sleep(at - loop.time())
            tasks.append(asyncio.ensure_future(one(stub)))
        return await asyncio.gather(*tasks)


@pytest.mark.long
def test_a_key_at_ten_times_its_load_moves_anothers_p99_by_at_most_twice_its_solo_value(served, tmp_path):
    """Both may ask for a quarter of the core; then one of them asks for ten times that."""
    (quiet, first), (hog, second) = (auth.make(["opponent"]) for _ in range(2))
    auth.write(tmp_path / "keys.json", [first, second])

    async def talk(house):
        alone = await arrivals(house, quiet, A_SECOND, 1, time_ms=ASKED_MS)
        return alone, *await asyncio.gather(
            arrivals(house, quiet, A_SECOND, 1, time_ms=ASKED_MS),
            arrivals(house, hog, 10 * A_SECOND, 2, iterations=ITERATIONS),
        )

    alone, beside, hogs = served(talk, keys=str(tmp_path / "keys.json"), cores=1)
    refused = [one for one in hogs if isinstance(one, grpc.StatusCode)]
    assert set(refused) == {grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert not any(isinstance(one, grpc.StatusCode) for one in (*alone, *beside))
    assert percentile(beside, 0.99) <= 2 * percentile(alone, 0.99)
