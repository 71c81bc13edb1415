"""`python -m loadtest.growth`: growth of a server's resident memory per call, by kind of call.

The calls are cheap and many, so a minute shows as much as hours of soaking. Every kind has its turn in each round. The
first rounds fill the caches, and are left out.
"""

import argparse
import asyncio
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import grpc

from loadtest.kinds import Caller, calls
from loadtest.positions import deck
from loadtest.processes import Serving

AT_ONCE = 8
WARM = 2
"""First rounds, which are left out."""
FEWER = {"StreamSuggestions, not read": 10, "GetHint": 2}
"""Slow kinds, and how many times fewer calls of them are made."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Resident memory in MiB at the start and after each round, its steps by kind, and how the calls ended."""

    memory_mib: tuple[float, ...]
    steps_mib: dict[str, list[float]]
    ended: dict[str, Counter[str]]

    @property
    def after_warming_mib(self) -> float:
        """Growth of memory after the first rounds."""
        return self.memory_mib[-1] - self.memory_mib[WARM]

    def bytes_a_call(self, kind: str) -> float:
        """Growth per call: the mean of the rounds after the first ones."""
        made = self.ended[kind].total() / len(self.steps_mib[kind])
        return statistics.fmean(self.steps_mib[kind][WARM:]) * 2**20 / made


async def grow(server: Serving, each: int, rounds: int, only: Sequence[str] = ()) -> Growth:
    """Makes `each` calls of each kind in each round, or only of the named kinds."""
    async with grpc.aio.insecure_channel(server.address) as channel:
        caller = Caller(channel, deck(), server.address)
        await caller.open_tables()
        kinds = {name: call for name, call in caller.kinds().items() if not only or name in only}
        memory = [server.memory_mib()]
        steps: dict[str, list[float]] = {name: [] for name in kinds}
        ended = {name: Counter[str]() for name in kinds}
        for _ in range(rounds):
            for name, call in kinds.items():
                before = server.memory_mib()
                ended[name] += await calls(call, max(1, each // FEWER.get(name, 1)), AT_ONCE)
                steps[name].append(server.memory_mib() - before)
            memory.append(server.memory_mib())
        return Growth(tuple(memory), steps, ended)


def main() -> None:
    """Prints memory by round, and growth by kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=200, help="calls of each kind in a round")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--only", action="append", default=[], help="a kind; may be repeated")
    options = parser.parse_args()
    with Serving(cores=1, log_level="warning") as server:
        growth = asyncio.run(grow(server, options.each, max(options.rounds, WARM + 1), options.only))
    print(f"{'bytes a call after warming up':>60}")
    for name, ended in growth.ended.items():
        statuses = ", ".join(f"{count} {status}" for status, count in ended.items())
        print(f"{name:30}{growth.bytes_a_call(name):>12.0f}    {statuses}")
    made = sum(ended.total() for ended in growth.ended.values())
    print(f"{made:,} calls; MiB after each round: {' '.join(f'{mib:.1f}' for mib in growth.memory_mib)}")


if __name__ == "__main__":
    main()
