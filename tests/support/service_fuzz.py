"""Random and mutated requests for every rpc, over the wire and straight to the handlers."""

import random
from collections.abc import AsyncIterator, Iterator
from typing import Any

import grpc
from google.protobuf.message_factory import GetMessageClass

from hunch.engines import GAMES, load, messages
from hunch.v1 import advice_pb2, dice_pb2, opponent_pb2, rules_pb2, solver_pb2
from tests.support.positions import some_position, some_request, whole_game
from tests.support.rpcs import Rpc, status_of

QUICK = {"most_time_ms": 5, "most_iterations": 500, "most_memory_mib": 4, "log_level": "error"}


def corpus() -> Any:
    """Sound requests by the name of their message."""
    sound: dict[str, list[bytes]] = {}

    def add(*requests: Any) -> None:
        for request in requests:
            sound.setdefault(request.DESCRIPTOR.full_name, []).append(request.SerializeToString())

    for name in GAMES:
        state = messages.encode(some_position(name))
        start, steps, _ = whole_game(name)
        position, limits = advice_pb2.Position(state=state), advice_pb2.Limits(iterations=5)
        add(
            some_request(name, iterations=5),
            opponent_pb2.StreamSuggestionsRequest(ask=some_request(name, iterations=5)),
            opponent_pb2.WatchSuggestionsRequest(ask=some_request(name, iterations=5)),
            opponent_pb2.GetHintRequest(position=position, limits=limits),
            opponent_pb2.EvaluateMovesRequest(start=messages.encode(start), steps=steps[:20], limits=limits),
            rules_pb2.NewGameRequest(options=messages.encode_options(load(name)), chance=rules_pb2.Chance(seed=1)),
            rules_pb2.ListMovesRequest(state=state, seat=0),
            rules_pb2.PlayMovesRequest(state=messages.encode(start), steps=steps[:20]),
            rules_pb2.ViewStateRequest(state=state, seat=0),
            rules_pb2.CheckStateRequest(state=state),
            solver_pb2.SolvePositionRequest(position=position, most_ends=1000),
        )
    dice: dict[str, Any] = {"game_id": "0" * 32, "owner_token": "0" * 64, "request_id": "r"}
    add(
        dice_pb2.RollDiceRequest(**dice, faces=[6, 6]),
        dice_pb2.DrawChitsRequest(**dice, cup=[1, 2], draws=2),
        dice_pb2.RevealDiceRequest(game_id="0" * 32),
        dice_pb2.GetRollStatisticsRequest(game_id="0" * 32),
        dice_pb2.VerifyTranscriptRequest(
            transcript=dice_pb2.Transcript(
                version=1,
                game_id="0" * 32,
                commitment="0" * 64,
                server_seed=bytes(32),
                signature=bytes(64),
                public_key=bytes(32),
                roll_count=1,
                rolls=[dice_pb2.Roll(counter=1, faces=[6], values=[1])],
            )
        ),
    )
    return sound


def mutated(rng: random.Random, seeds: Any) -> Any:
    """Random bytes, or a sound request with some bytes changed, removed, doubled or inserted."""
    if not seeds or rng.random() < 0.1:
        return rng.randbytes(rng.randrange(40))
    raw = bytearray(rng.choice(seeds))
    for _ in range(rng.choice((1, 1, 1, 2, 4, 8))):
        at = rng.randrange(len(raw) + 1)
        kind = rng.randrange(4)
        if kind == 0 and at < len(raw):
            raw[at] = rng.choice((rng.randrange(256), raw[at] ^ 1 << rng.randrange(8), raw[at] + 1 & 255, 0, 255))
        elif kind == 1:
            del raw[at : at + rng.randrange(1, 9)]
        elif kind == 2:
            raw[at:at] = raw[at : at + rng.randrange(1, 30)]
        else:
            raw[at:at] = rng.randbytes(rng.randrange(1, 5))
    return bytes(raw)


class Context:
    """A call that comes from nowhere: what a handler sees of grpc."""

    def __init__(self, raw: bytes) -> None:
        self.code, self._raw = grpc.StatusCode.OK, raw

    def invocation_metadata(self) -> Any:
        return ()

    def time_remaining(self) -> Any:
        return None

    async def read(self) -> bytes:
        return self._raw

    def peer(self) -> Any:
        return "ipv4:127.0.0.1:1"

    async def abort(self, code: grpc.StatusCode, says: str, metadata: Any) -> None:
        self.code = code
        raise grpc.aio.AbortError


async def by_handler(handler: Any, raw: bytes) -> Any:
    """The status that a handler of ours gives, and a message it sent."""
    context, answer = Context(raw), b""

    async def stream() -> AsyncIterator[Any]:
        yield raw

    try:
        if handler.response_streaming:
            answer = [b"", *[part async for part in handler.stream_stream(stream(), context)]][-1]
        else:
            answer = await handler.stream_unary(stream(), context)
    except grpc.aio.AbortError:
        pass
    return context.code, answer


def rpcs_of(server: Any) -> Any:
    """Every rpc of ours: its path, its handler, its descriptor."""
    rpcs = []
    for descriptor, service in server.services.all.items():
        handlers = server.rpc.handlers(descriptor, service)
        for method in descriptor.methods:
            path = f"/{descriptor.full_name}/{method.name}"
            details = type("Details", (), {"method": path, "invocation_metadata": ()})
            rpcs.append((path, handlers.service(details), method))
    return rpcs


async def asked(channel: Any, rpc: Any, raw: bytes, over_the_wire: bool) -> Any:
    """The status of a request; an answer that came straight to the handlers is a message of its kind."""
    path, handler, method = rpc
    if over_the_wire:
        return await status_of(channel, Rpc(path, method.client_streaming, method.server_streaming), raw)
    code, answer = await by_handler(handler, raw)
    GetMessageClass(method.output_type).FromString(answer)
    return code


def requests(rng: random.Random, rpcs: Any, count: int) -> Iterator[Any]:
    """So many mutated requests: the rpc, the bytes, and whether they go over the wire, which takes longer."""
    seeds = corpus()
    for i in range(count):
        rpc = rng.choice(rpcs)
        yield rpc, mutated(rng, seeds.get(rpc[2].input_type.full_name)), i % 20 == 0
