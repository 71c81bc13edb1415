"""Clients for tests of faults: a crowd that asks without pause, and games of dice that remember the rolls they saw."""

import asyncio
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

import grpc

from hunch.client import AsyncClient
from hunch.v1 import advice_pb2, dice_pb2, dice_pb2_grpc, operations_pb2, operations_pb2_grpc, opponent_pb2
from loadtest.positions import deck
from loadtest.processes import Serving
from tests.support.waiting import HANGS_S, until


def question(
    number: int = 0, iterations: int = 0, time_ms: int = 20, candidates: int = 0
) -> opponent_pb2.SuggestMoveRequest:
    """A question about some position."""
    moments = deck(games=["goofspiel", "tomahawk"], each=1).moments
    return opponent_pb2.SuggestMoveRequest(
        position=moments[number % len(moments)].asks,
        candidates=candidates,
        limits=advice_pb2.Limits(iterations=iterations, time_ms=time_ms, memory_mib=8),
    )


def target(*servers: Serving) -> str:
    """One address for all these servers."""
    return "ipv4:" + ",".join(server.address for server in servers)


async def at_work(channel: grpc.aio.Channel) -> int:
    """How many searches run or wait."""
    stub = operations_pb2_grpc.OperationsServiceStub(channel)
    status = await stub.GetQueueStatus(operations_pb2.GetQueueStatusRequest(), timeout=HANGS_S)
    return int(status.running + sum(waiting.queued for waiting in status.classes))


@dataclass
class Crowd:
    """Asks for moves, a few at a time, until it is stopped."""

    client: AsyncClient
    at_once: int = 8
    answered: int = 0
    failed: list[tuple[grpc.StatusCode, opponent_pb2.SuggestMoveRequest, str | None]] = field(default_factory=list)
    in_flight: int = 0
    stopped: bool = False

    async def run(self) -> None:
        requests = [question(number) for number in range(self.at_once)]

        async def ask(request: opponent_pb2.SuggestMoveRequest) -> None:
            while not self.stopped:
                self.in_flight += 1
                try:
                    await self.client.suggest_move(request, timeout=HANGS_S)
                    self.answered += 1
                except grpc.RpcError as error:
                    self.failed.append((error.code(), request, error.details()))
                finally:
                    self.in_flight -= 1

        await asyncio.gather(*(ask(request) for request in requests))

    async def has_answers(self, more: int) -> None:
        """Returns after `more` further answers."""
        wanted = self.answered + more
        await until(lambda: self.answered >= wanted, "the crowd is answered")


@dataclass
class Table:
    """A game of dice, and every roll that the server reported."""

    stub: dice_pb2_grpc.DiceServiceStub
    game: dice_pb2.CommitDiceResponse
    seen: dict[int, tuple[int, ...]] = field(default_factory=dict)  # values by counter
    names: Iterator[int] = field(default_factory=itertools.count)

    @classmethod
    async def opened(cls, channel: grpc.aio.Channel) -> "Table":
        """A new game."""
        stub = dice_pb2_grpc.DiceServiceStub(channel)
        return cls(stub, await stub.CommitDice(dice_pb2.CommitDiceRequest(), timeout=HANGS_S))

    def at(self, channel: grpc.aio.Channel) -> "Table":
        """The same game, over another channel."""
        return Table(dice_pb2_grpc.DiceServiceStub(channel), self.game, self.seen, self.names)

    async def roll(self, timeout: float = HANGS_S) -> None:
        """Rolls once."""
        request = dice_pb2.RollDiceRequest(
            game_id=self.game.game_id,
            owner_token=self.game.owner_token,
            request_id=f"roll-{next(self.names)}",
            faces=[6] * 10,
        )
        answer = await self.stub.RollDice(request, timeout=timeout)
        self.seen[answer.roll.counter] = tuple(answer.roll.values)

    async def rolls_until_refused(self, most: int) -> grpc.StatusCode:
        """Rolls at most so often. Returns the status of the first roll that fails, or OK."""
        for _ in range(most):
            try:
                await self.roll()
            except grpc.RpcError as error:
                return grpc.StatusCode(error.code())
        return grpc.StatusCode.OK

    async def lost(self) -> int:
        """Ends the game. Returns how many rolls that the server reported are missing or different in its transcript."""
        kept: dict[int, tuple[int, ...]] = {}
        request = dice_pb2.RevealDiceRequest(game_id=self.game.game_id, owner_token=self.game.owner_token)
        while True:
            page = await self.stub.RevealDice(request, timeout=HANGS_S)
            kept.update({roll.counter: tuple(roll.values) for roll in page.transcript.rolls})
            if not page.next_page_token:
                return sum(kept.get(counter) != values for counter, values in self.seen.items())
            request.page_token = page.next_page_token
