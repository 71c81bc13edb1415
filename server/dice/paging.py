"""Pages of what was rolled in a game: transcripts and statistics.

A game may hold millions of dice, and with SQLite one thread reads for everybody. So rolls are read in portions, with
others' rolls between them, and the Python on them runs aside. What goes over a whole game is done once and kept.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial, reduce
from typing import Any, Generic, TypeVar

from hunch.server.dice import derivation, statistics, transcripts
from hunch.server.dice.derivation import Kept
from hunch.server.dice.games import Dice
from hunch.server.dice.ledger import GameRow
from hunch.server.dice.statistics import Falls
from hunch.server.errors import Busy
from hunch.server.offload import Offload
from hunch.server.rpc import Call
from hunch.v1 import dice_pb2 as pb

V = TypeVar("V")
PORTION = 100
"""Rolls read at once."""
PAGE_DICE = 100_000
"""A page of rolls ends early with so many dice, as clients take messages of a few MiB."""
LITTLE = 1_000
"""Numbers that Python goes over in less than a millisecond."""
MOST_CHAINS, MOST_KINDS = 1_000, 2_000_000
"""Kept: chains of games, and kinds of dice in all statistics together."""
MS_A_DIE = 0.0002
"""What it takes to count a die."""
MOST_COUNTING = 50
"""Calls that wait to count a large game before more are refused."""


class Recent(Generic[V]):
    """What was computed of the games that were asked for last, up to a weight in all."""

    def __init__(self, most: int) -> None:
        self._most, self._weight = most, 0
        self._kept: OrderedDict[str, tuple[V, int]] = OrderedDict()

    def get(self, game: str) -> V | None:
        """What is kept of a game."""
        if game not in self._kept:
            return None
        self._kept.move_to_end(game)
        return self._kept[game][0]

    def put(self, game: str, value: V, weight: int = 1) -> None:
        """Keeps it, and lets go of what was not asked for the longest."""
        self._weight += weight - self._kept.pop(game, (None, 0))[1]
        self._kept[game] = value, weight
        while self._weight > self._most and len(self._kept) > 1:
            self._weight -= self._kept.popitem(last=False)[1][1]


class Pages:
    """Reads games of dice page by page. Used on one event loop."""

    def __init__(self, dice: Dice, aside: Offload) -> None:
        self._dice, self._aside = dice, aside
        self._chains: Recent[tuple[int, bytes]] = Recent(MOST_CHAINS)  # after so many rolls
        self._falls: Recent[Falls] = Recent(MOST_KINDS)
        self._one_large = asyncio.Lock()  # a large game is large in memory while it is counted
        self._counting = 0

    async def transcript(
        self, call: Call, game: str, owner_token: str, after: int, most: int
    ) -> tuple[pb.Transcript, int]:
        """The signed transcript with a page of derivation, and where the next one begins, 0 for none; closes the game."""
        row = await self._dice.off_loop(call, lambda: self._dice.revealed(game, owner_token))
        page = await self._page(call, row, after, most)
        chain = await self._chain(row, call)

        def tell() -> pb.Transcript:
            seed, signature, public_key = self._dice.signed(row, chain)
            return pb.Transcript(
                version=transcripts.VERSION,
                game_id=game,
                commitment=row.commitment,
                server_seed=seed,
                player_seeds=row.player_seeds or (),
                rolls=[transcripts.told(one) for one in page],
                roll_count=row.rolls,
                signature=signature,
                public_key=public_key,
            )

        following = after + len(page)
        told = await self._aside(call, tell, heavy=_much(page))
        return told, following if page and following < row.rolls else 0

    async def statistics(
        self, call: Call, game: str, owner_token: str, above: int, most: int
    ) -> tuple[list[pb.FaceStatistics], int]:
        """A page of kinds of dice with more faces than `above`, and the faces of its last where more follow, else 0. So
        kinds that are rolled between two pages push none from one to the other."""
        row = await self._dice.off_loop(call, lambda: self._dice.shown(game, owner_token))
        found = await self._fell(row, call)
        page = statistics.told(found, above, most)
        return page, page[-1].faces if page and page[-1].faces < found.kinds[-1] else 0

    # Inside ---------------------------------------------------------------------------------------------------

    async def _read(self, call: Call, row: GameRow, after: int, most: int = PORTION) -> list[Kept]:
        most = min(most, PORTION, row.rolls - after)  # what is rolled meanwhile is not in this answer
        if most <= 0:
            return []
        return await self._dice.off_loop(call, lambda: self._dice.ledger.rolls(row.id, after, most))

    async def _page(self, call: Call, row: GameRow, after: int, most: int) -> list[Kept]:
        page: list[Kept] = []
        dice = 0
        while len(page) < most and dice < PAGE_DICE:
            some = await self._read(call, row, after + len(page), most - len(page))
            if not some:
                break
            for one in some:
                dice += len(one.faces)
                if dice > PAGE_DICE:
                    break
                page.append(one)
        return page

    async def _chain(self, row: GameRow, call: Call) -> bytes:
        """After the game's last roll. How far it came is kept, so one that is asked again goes on from there."""
        count, chain = self._chains.get(row.id) or (0, derivation.start_of_chain(row.player_seeds or ()))
        while count < row.rolls:
            kept = await self._read(call, row, count)
            if not kept:
                raise AssertionError("the ledger has as many rolls of a game as it says")
            chain = await self._aside(call, partial(reduce, derivation.chained, kept, chain), heavy=_much(kept))
            count += len(kept)
            self._chains.put(row.id, (count, chain))
        return chain

    async def _fell(self, row: GameRow, call: Call) -> Falls:
        large = row.rolls > PORTION
        if (found := self._counted(row)) is not None:
            return found
        if large and self._counting >= MOST_COUNTING:
            raise Busy("too many calls wait to count the dice of a large game", retry_ms=1_000)
        turn: AbstractAsyncContextManager[Any] = self._one_large if large else nullcontext()
        self._counting += large
        try:
            async with turn:
                return self._counted(row) or await self._count(row, call)
        finally:
            self._counting -= large

    def _counted(self, row: GameRow) -> Falls | None:
        found = self._falls.get(row.id)
        return found if found is not None and found.rolls == row.rolls else None

    async def _count(self, row: GameRow, call: Call) -> Falls:
        parts: list[statistics.Numbers] = []
        much = row.rolls > PORTION
        for after in range(0, row.rolls, PORTION):
            kept = await self._read(call, row, after)
            much = much or _much(kept)
            parts.append(await self._aside(call, partial(statistics.packed, kept), heavy=_much(kept)))
        count_ms = MS_A_DIE * sum(map(len, parts))
        found = await self._aside.stepwise(call, statistics.counted(parts, row.rolls), much, count_ms)
        self._falls.put(row.id, found, weight=len(found.kinds) + 100 * len(found.listed) + 1)
        return found


def _much(kept: Sequence[Kept]) -> bool:
    return len(kept) > PORTION or sum(len(one.faces) + len(one.cup) for one in kept) > LITTLE
