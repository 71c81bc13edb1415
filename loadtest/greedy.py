"""One key at its worst: it keeps a number of calls of a kind in flight until the process is ended."""

import argparse
import asyncio
import contextlib
import itertools
import json
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

import grpc
from google.protobuf.message import Message

from hunch.v1 import advice_pb2, dice_pb2, opponent_pb2, rules_pb2, solver_pb2
from loadtest.positions import Deck, deck

AGAIN_S = 1.0
"""How long one that was refused waits: this is about work, not about floods of calls."""
TIMEOUT_S = 40.0
MOST_MS = 30_000
COUNT = 1_400_000
"""Iterations that a server believes to make in 30 s of any game it has not seen yet."""
LESS = 0.8
"""By how much a count is lowered that was refused."""
MESSAGE_BYTES = 250 * 1024
TABLES, CHANNELS = 100, 8
Ask = Callable[[int], Awaitable[object]]


class Greedy:
    """Calls of each kind, over channels of its own with the key."""

    def __init__(self, address: str, key: str, drawn: Deck) -> None:
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]
        self._channels = [grpc.aio.insecure_channel(address, options) for _ in range(CHANNELS)]
        self._metadata = (("authorization", f"Bearer {key}"),) if key else ()
        self._drawn, self._numbers, self._count = drawn, itertools.count(), float(COUNT)

    async def ask(self, kind: str) -> Ask:
        """One call of this kind after the other."""
        made: dict[str, Callable[[], Awaitable[Ask]]] = {
            "counts": self._counts,
            "solutions": self._solutions,
            "transcripts": self._transcripts,
            "plays": self._plays,
            "dice": self._dice,
            "moves": self._moves,
        }
        return await made[kind]()

    async def _counts(self) -> Ask:
        """Searches limited by iterations, as many as the server takes."""
        asks = [moment.asks for moment in self._drawn.moments]

        async def ask(number: int) -> None:
            limits = advice_pb2.Limits(iterations=int(self._count))
            try:
                await self._one(
                    "OpponentService/SuggestMove",
                    [opponent_pb2.SuggestMoveRequest(position=asks[number % len(asks)], limits=limits)],
                )(number)
            except grpc.aio.AioRpcError as error:
                if "limits.iterations" in (error.details() or ""):
                    self._count *= LESS
                raise

        return ask

    async def _moves(self) -> Ask:
        limits = advice_pb2.Limits(time_ms=MOST_MS)
        return self._one(
            "OpponentService/SuggestMove",
            [opponent_pb2.SuggestMoveRequest(position=moment.asks, limits=limits) for moment in self._drawn.moments],
        )

    async def _solutions(self) -> Ask:
        requests = [
            solver_pb2.SolvePositionRequest(position=moment.asks, time_ms=MOST_MS, target=1e-9, most_ends=10_000_000)
            for moment in self._drawn.moments
            if moment.game in ("goofspiel", "tomahawk", "leduc")
        ]
        rpcs = [channel.unary_stream("/hunch.v1.SolverService/SolvePosition") for channel in self._channels]

        async def ask(number: int) -> None:
            raw = requests[number % len(requests)].SerializeToString()
            async for _ in rpcs[number % CHANNELS](raw, timeout=TIMEOUT_S, metadata=self._metadata):
                pass

        return ask

    async def _transcripts(self) -> Ask:
        roll = dice_pb2.Roll(counter=1, faces=[6] * 1_000, values=[1] * 1_000)
        transcript = dice_pb2.Transcript(
            version=1,
            game_id="0" * 32,
            commitment="0" * 64,
            server_seed=bytes(32),
            signature=bytes(64),
            public_key=bytes(32),
            rolls=[roll] * (MESSAGE_BYTES // roll.ByteSize()),
        )
        return self._one("DiceService/VerifyTranscript", [dice_pb2.VerifyTranscriptRequest(transcript=transcript)])

    async def _plays(self) -> Ask:
        return self._one(
            "RulesService/PlayMoves",
            [rules_pb2.PlayMovesRequest(state=start, steps=steps) for start, steps in self._drawn.games],
        )

    async def _dice(self) -> Ask:
        opens = self._one("DiceService/CommitDice", [dice_pb2.CommitDiceRequest()])
        tables = [dice_pb2.CommitDiceResponse.FromString(await opens(number)) for number in range(TABLES)]

        async def ask(number: int) -> None:
            table = tables[number % TABLES]
            await self._one(
                "DiceService/RollDice",
                [
                    dice_pb2.RollDiceRequest(
                        game_id=table.game_id, owner_token=table.owner_token, request_id=f"r{number}", faces=[6, 6]
                    )
                ],
            )(number)

        return ask

    def _one(self, path: str, requests: Sequence[Message]) -> Callable[[int], Awaitable[bytes]]:
        raw = [request.SerializeToString() for request in requests]
        rpcs = [channel.unary_unary(f"/hunch.v1.{path}") for channel in self._channels]

        async def ask(number: int) -> bytes:
            asked = rpcs[number % CHANNELS](raw[number % len(raw)], timeout=TIMEOUT_S, metadata=self._metadata)
            return bytes(await asked)

        return ask


async def ever(ask: Ask, numbers: Iterator[int], ended: Counter[str]) -> None:
    """One call after the other, counted by how they ended."""
    while True:
        try:
            await ask(next(numbers))
            ended["OK"] += 1
        except grpc.aio.AioRpcError as error:
            ended[error.code().name] += 1
            await asyncio.sleep(AGAIN_S)


async def run(options: argparse.Namespace) -> None:
    """Keeps the kind's number of calls in flight until the process is ended."""
    greedy, numbers = Greedy(options.address, options.key, deck(options.seed)), itertools.count()
    at_once = json.loads((Path(__file__).parent / "mixes.json").read_text())["greedy"][options.kind]
    ask, ended = await greedy.ask(options.kind), Counter[str]()
    calls = asyncio.gather(*(ever(ask, numbers, ended) for _ in range(at_once)))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, calls.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await calls
    print(", ".join(f"{count} {status}" for status, count in ended.most_common()), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", required=True)
    parser.add_argument("--kind", required=True)
    parser.add_argument("--key", default="")
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(run(parser.parse_args()))
