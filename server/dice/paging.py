"""Pages of what was rolled in a game: transcripts and statistics.

A game may hold millions of dice, and with SQLite one thread reads for everybody. So rolls are read in portions, with
other callers' rolls between them, and their Python runs off the loop. What reads a whole game is done once and kept.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial, reduce
from typing import Any, NamedTuple

from hunch.server.dice import derivation, statistics, transcripts
from hunch.server.dice.derivation import StoredRoll
from hunch.server.dice.games import Dice
from hunch.server.dice.ledger import GameRow
from hunch.server.dice.queues import DiceQueues
from hunch.server.dice.statistics import RollStatistics
from hunch.server.errors import Busy, NotFound
from hunch.server.offload import Offload
from hunch.server.recent import Recent
from hunch.server.rpc import Call
from hunch.v1 import dice_pb2 as pb

PORTION = 100
"""Rolls read at once."""
PAGE_DICE = 100_000
"""Dice after which a page of rolls ends early, as clients take messages of a few MiB."""
LITTLE = 1_000
"""Numbers that Python reads in less than a millisecond."""
MOST_CHAINS = 1_000
"""Games whose chain is kept, for all accounts together."""
MOST_KINDS = 2_000_000
"""Kinds of dice that are kept in the statistics of all games together."""
MS_A_DIE = 0.0002
"""How long it takes to count a die."""
MOST_COUNTING = 50
"""Calls that may wait to count a large game; more are refused."""


class Chain(NamedTuple):
    """What the signature of a transcript covers of its rolls."""

    rolls: int  # how many
    version: int  # of the transcript
    chain: bytes  # after the last of them


class Pages:
    """Reads games of dice page by page. Used on one event loop."""

    def __init__(self, dice: Dice, queues: DiceQueues, offload: Offload) -> None:
        self._dice, self._queues, self._offload = dice, queues, offload
        self._chains: Recent[str, Chain] = Recent(MOST_CHAINS)
        self._statistics: Recent[str, RollStatistics] = Recent(MOST_KINDS)
        self._one_large = asyncio.Lock()  # a large game is large in memory while it is counted
        self._counting = 0  # calls that count a large game, or wait for that

    async def transcript(
        self, call: Call, game: str, owner_token: str, after: int, most: int
    ) -> tuple[pb.Transcript, int]:
        """Closes the game. Returns the signed transcript with a page of rolls, and where the next page begins, or 0."""
        row = await self._queues.off_loop(call, lambda: self._dice.reveal(game, owner_token))
        page = await self._page(call, row, after, most)
        chain = await self._chain(row, call)

        def make_message() -> pb.Transcript:
            seed, signature, public_key = self._dice.sign(row, chain.version, chain.chain)
            return pb.Transcript(
                version=chain.version,
                game_id=game,
                commitment=row.commitment,
                server_seed=seed,
                player_seeds=row.player_seeds or (),
                rolls=[transcripts.roll_message(roll) for roll in page],
                roll_count=row.rolls,
                signature=signature,
                public_key=public_key,
            )

        following = after + len(page)
        transcript = await self._offload(call, make_message, heavy=_is_much(page))
        return transcript, following if page and following < row.rolls else 0

    async def statistics(
        self, call: Call, game: str, owner_token: str, above: int, most: int
    ) -> tuple[list[pb.FaceStatistics], int]:
        """A page of kinds of dice with more faces than `above`; and the faces of its last kind if more follow, else 0.
        So kinds that are rolled between two pages push none from one to the other."""
        row = await self._queues.off_loop(call, lambda: self._dice.visible(game, owner_token))
        counted = await self._statistics_of(row, call)
        page = statistics.messages(counted, above, most)
        return page, page[-1].faces if page and page[-1].faces < counted.kinds[-1] else 0

    async def _read(self, call: Call, row: GameRow, after: int, most: int = PORTION) -> list[StoredRoll]:
        most = min(most, PORTION, row.rolls - after)  # what is rolled meanwhile is not in this answer
        if most <= 0:
            return []
        return await self._queues.off_loop(call, lambda: self._dice.ledger.rolls(row.id, after, most))

    async def _page(self, call: Call, row: GameRow, after: int, most: int) -> list[StoredRoll]:
        page: list[StoredRoll] = []
        dice = 0
        while len(page) < most and dice < PAGE_DICE:
            portion = await self._read(call, row, after + len(page), most - len(page))
            if not portion:
                break
            for roll in portion:
                dice += len(roll.throw.faces)
                if dice > PAGE_DICE:
                    break
                page.append(roll)
        return page

    async def _chain(self, row: GameRow, call: Call) -> Chain:
        """The chain after the game's last roll. It is kept, so the next call goes on from where this one came."""
        chain = self._chains.get(call.key, row.id)
        if chain is None:
            version = transcripts.VERSION if row.rolls == 0 else transcripts.UNBOUND_VERSION
            chain = Chain(0, version, derivation.start_of_chain(row.player_seeds or ()))
        while chain.rolls < row.rolls:
            rolls = await self._read(call, row, chain.rolls)
            if not rolls:
                raise NotFound("no such game of dice")  # it was old, and is being removed
            chain = await self._offload(call, partial(_extended, chain, rolls), heavy=_is_much(rolls))
            self._chains.put(call.key, row.id, chain)
        return chain

    async def _statistics_of(self, row: GameRow, call: Call) -> RollStatistics:
        large = row.rolls > PORTION
        if (counted := self._counted(row, call)) is not None:
            return counted
        if large and self._counting >= MOST_COUNTING:
            raise Busy("too many calls wait to count the dice of a large game", retry_ms=1_000)
        turn: AbstractAsyncContextManager[Any] = self._one_large if large else nullcontext()
        self._counting += large
        try:
            async with turn:
                return self._counted(row, call) or await self._count(row, call)
        finally:
            self._counting -= large

    def _counted(self, row: GameRow, call: Call) -> RollStatistics | None:
        counted = self._statistics.get(call.key, row.id)
        return counted if counted is not None and counted.rolls == row.rolls else None

    async def _count(self, row: GameRow, call: Call) -> RollStatistics:
        parts: list[statistics.Numbers] = []
        much = row.rolls > PORTION
        for after in range(0, row.rolls, PORTION):
            rolls = await self._read(call, row, after)
            much = much or _is_much(rolls)
            parts.append(await self._offload(call, partial(statistics.pack, rolls), heavy=_is_much(rolls)))
        count_ms = MS_A_DIE * sum(map(len, parts))
        counted = await self._offload.stepwise(call, statistics.count(parts, row.rolls), much, count_ms)
        weight = len(counted.kinds) + statistics.MOST_LISTED_FACES * len(counted.listed) + 1
        self._statistics.put(call.key, row.id, counted, weight)
        return counted


def _extended(chain: Chain, rolls: Sequence[StoredRoll]) -> Chain:
    version = max(chain.version, max(transcripts.version_of(roll.throw.binding) for roll in rolls))
    return Chain(chain.rolls + len(rolls), version, reduce(derivation.extend_chain, rolls, chain.chain))


def _is_much(rolls: Sequence[StoredRoll]) -> bool:
    return len(rolls) > PORTION or sum(len(roll.throw.faces) + len(roll.throw.cup) for roll in rolls) > LITTLE
