"""`python -m loadtest.growth`: resident memory of a server per call, by kind of call.

Calls are as cheap as they can be and there are many of them, so that a minute tells what hours of soaking would. Every
kind has its turn in each round; the first rounds fill what is kept on purpose, and are left out.
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
"""Rounds that are left out."""
FEWER = {"StreamSuggestions, not read": 10, "GetHint": 2}
"""Kinds that take long, and the part of the calls that is made of them."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What came of the calls, and resident memory in MiB: at the start and after each round; its steps by kind."""

    memory_mib: tuple[float, ...]
    steps_mib: dict[str, list[float]]
    ended: dict[str, Counter[str]]

    @property
    def after_warming_mib(self) -> float:
        """How much memory rose after the first rounds."""
        return self.memory_mib[-1] - self.memory_mib[WARM]

    def bytes_a_call(self, kind: str) -> float:
        """The mean of the rounds after the first ones."""
        made = self.ended[kind].total() / len(self.steps_mib[kind])
        return statistics.fmean(self.steps_mib[kind][WARM:]) * 2**20 / made


async def grow(server: Serving, each: int, rounds: int, only: Sequence[str] = ()) -> Growth:
    """So many calls of each kind in each round, or of the kinds that are named."""
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
    """Prints memory by rounds, and growth by kinds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=200, help="calls of each kind in a round")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--only", action="append", default=[], help="a kind; may be given again")
    options = parser.parse_args()
    with Serving(cores=1, log_level="warning") as server:
        found = asyncio.run(grow(server, options.each, max(options.rounds, WARM + 1), options.only))
    print(f"{'bytes a call after warming up':>60}")
    for name, ended in found.ended.items():
        told = ", ".join(f"{count} {status}" for status, count in ended.items())
        print(f"{name:30}{found.bytes_a_call(name):>12.0f}    {told}")
    made = sum(ended.total() for ended in found.ended.values())
    print(f"{made:,} calls; MiB after each round: {' '.join(f'{one:.1f}' for one in found.memory_mib)}")


if __name__ == "__main__":
    main()
