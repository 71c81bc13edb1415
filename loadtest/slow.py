"""Whether a mutated request takes a server much longer than sound ones do.

    python -m loadtest.slow [--count N] [--seed N]

Each rpc is asked in this process, straight to the handlers, and the processor's time is taken. Exit code 1 when a
request takes ten times as long as the slowest sound one.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from typing import Any

from hunch.server.config import Config
from hunch.server.observability.logs import Log
from hunch.server.server import Server
from tests.support.service_fuzz import QUICK, asked, corpus, requests, rpcs_of

SLOW = 10
"""A request is too slow if it takes this many times as long as the slowest sound one."""
AGAIN = 3
"""How often a request that seems too slow is timed, because machines pause."""


async def slow(count: int, seed: int) -> list[str]:
    """What each request that is too slow took, and its bytes."""
    settings: dict[str, Any] = QUICK
    with tempfile.TemporaryDirectory() as home:
        server = Server(Config(home=home, listen="127.0.0.1:0", listen_web="off", **settings), Log("error"))
        await server.start()
        try:
            return await _too_slow(rpcs_of(server), count, seed)
        finally:
            await server.stop()


async def _too_slow(rpcs: list[Any], count: int, seed: int) -> list[str]:
    seeds, found = corpus(), []
    most_s = SLOW * max(
        [await _least_s(rpc, raw) for rpc in rpcs for raw in seeds.get(rpc[2].input_type.full_name, ())]
    )
    for rpc, raw, _ in requests(random.Random(seed), rpcs, count):
        if await _took_s(rpc, raw) >= most_s and (took_s := await _least_s(rpc, raw)) >= most_s:
            found.append(f"{took_s * 1000:.0f} ms, at most {most_s * 1000:.0f}: {rpc[0]} {raw.hex()}")
    return found


async def _took_s(rpc: Any, raw: bytes) -> float:
    start = time.process_time()
    await asked(None, rpc, raw, False)
    return time.process_time() - start


async def _least_s(rpc: Any, raw: bytes) -> float:
    return min([await _took_s(rpc, raw) for _ in range(AGAIN)])


def main() -> None:
    """Prints what is too slow."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = asyncio.run(slow(options.count, options.seed))
    print("\n".join(found) or f"none of {options.count:,} requests is slow")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
