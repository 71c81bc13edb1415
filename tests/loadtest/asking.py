"""Clients for tests of faults: a crowd that asks without pause, and games of dice that remember what they were told."""
import asyncio
import itertools
from dataclasses import dataclass, field

import grpc

from hunch.client import AsyncClient
from hunch.v1 import advice_pb2, dice_pb2, dice_pb2_grpc, operations_pb2, operations_pb2_grpc, opponent_pb2
from loadtest.positions import deck
from tests.waiting import HANGS_S, until


def question(number=0, iterations=0, time_ms=20, candidates=0):
    """A question about some position."""
    moments = deck(games=["goofspiel", "tomahawk"], each=1).moments
    return opponent_pb2.SuggestMoveRequest(
        position=moments[number % len(moments)].asks, candidates=candidates,
        limits=advice_pb2.Limits(iterations=iterations, time_ms=time_ms, memory_mib=8),
    )  # fmt: skip


def target(*servers):
    """One address for all of them."""
    return "ipv4:" + ",".join(server.address for server in servers)


async def at_work(channel):
    """How many searches run or wait."""
    stub = operations_pb2_grpc.OperationsServiceStub(channel)
    status = await stub.GetQueueStatus(operations_pb2.GetQueueStatusRequest(), timeout=HANGS_S)
    return status.running + sum(one.queued for one in status.classes)


@dataclass
class Crowd:
    """Asks for moves, a few at a time, until it is told to stop."""

    client: AsyncClient
    at_once: int = 8
    answered: int = 0
    failed: list = field(default_factory=list)
    in_flight: int = 0
    stopped: bool = False

    async def run(self):
        requests = [question(number) for number in range(self.at_once)]

        async def one(request):
            while not self.stopped:
                self.in_flight += 1
                try:
                    await self.client.suggest_move(request, timeout=HANGS_S)
                    self.answered += 1
                except grpc.RpcError as error:
                    self.failed.append((error.code(), request, error.details()))
                finally:
                    self.in_flight -= 1

        await asyncio.gather(*(one(request) for request in requests))

    async def has_answers(self, more):
        """Returns once so many more calls were answered."""
        wanted = self.answered + more
        await until(lambda: self.answered >= wanted, "the crowd is answered")


@dataclass
class Table:
    """A game of dice, and every roll that the server said it made."""

    stub: dice_pb2_grpc.DiceServiceStub
    game: dice_pb2.CommitDiceResponse
    told: dict = field(default_factory=dict)            # values by counter
    names: itertools.count = field(default_factory=itertools.count)

    @classmethod
    async def opened(cls, channel):
        stub = dice_pb2_grpc.DiceServiceStub(channel)
        return cls(stub, await stub.CommitDice(dice_pb2.CommitDiceRequest(), timeout=HANGS_S))

    def at(self, channel):
        """The same game, asked for over another channel."""
        return Table(dice_pb2_grpc.DiceServiceStub(channel), self.game, self.told, self.names)

    async def roll(self, timeout=HANGS_S):
        request = dice_pb2.RollDiceRequest(
            game_id=self.game.game_id, owner_token=self.game.owner_token, request_id=f"roll-{next(self.names)}",
            faces=[6] * 10,
        )  # fmt: skip
        answer = await self.stub.RollDice(request, timeout=timeout)
        self.told[answer.roll.counter] = tuple(answer.roll.values)

    async def rolls_until_refused(self, most):
        """Rolls so often, or until the server cannot; gives the status it then had."""
        for _ in range(most):
            try:
                await self.roll()
            except grpc.RpcError as error:
                return error.code()
        return grpc.StatusCode.OK

    async def lost(self):
        """How many rolls that were told are not in the transcript as they were told; ends the game."""
        kept = {}
        request = dice_pb2.RevealDiceRequest(game_id=self.game.game_id, owner_token=self.game.owner_token)
        while True:
            page = await self.stub.RevealDice(request, timeout=HANGS_S)
            kept.update({roll.counter: tuple(roll.values) for roll in page.transcript.rolls})
            if not page.next_page_token:
                return sum(kept.get(counter) != values for counter, values in self.told.items())
            request.page_token = page.next_page_token
