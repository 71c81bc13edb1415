"""Whether a search that may think longer than its call waits is answered before the client gives up."""

import contextlib

import grpc

from bench.service.freed import SUGGEST
from bench.service.questions import Row, question
from hunch.v1 import opponent_pb2

LONG_MS = 3_600_000
TRIALS = {1.005: 20, 2.5: 10, 10.0: 5, 10.05: 20, 100.5: 1}
"""By timeout in seconds; gRPC rounds the longer ones up more coarsely on their way."""
FEW = {1.005: 5, 2.5: 3, 10.05: 2}


async def deadlines(ours: str, trials: dict[float, int]) -> list[Row]:
    """How many of the answers came, one call after the other."""
    async with grpc.aio.insecure_channel(ours) as channel:
        answered = {timeout_s: await _answered(channel, timeout_s, count) for timeout_s, count in trials.items()}
    return [_row(timeout_s, trials[timeout_s], came) for timeout_s, came in answered.items()]


async def _answered(channel: grpc.aio.Channel, timeout_s: float, count: int) -> int:
    suggest, answered = channel.unary_unary(SUGGEST), 0
    asked = question("powwow", time_ms=LONG_MS).SerializeToString()
    for _ in range(count):
        with contextlib.suppress(grpc.aio.AioRpcError):
            answer = opponent_pb2.SuggestMoveResponse.FromString(await suggest(asked, timeout=timeout_s))
            answered += bool(answer.advice.play.moves)
    return answered


def _row(timeout_s: float, count: int, answered: int) -> Row:
    return f"answered with a timeout of {timeout_s} s", f"{answered} of {count}", "all", answered == count
