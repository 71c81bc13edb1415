"""Fair dice over the ledger: games and rolls."""

import asyncio
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

from google.protobuf.message import Message

from hunch.engines import BadMessage
from hunch.server.config import Config
from hunch.server.dice import clock, derivation, transcripts
from hunch.server.dice.accounts import ADDRESS
from hunch.server.dice.derivation import StoredRoll
from hunch.server.dice.keys import BadSecret, Seal, Signer
from hunch.server.dice.ledger import CONNECTIONS, RETRY_MS, GameRow, Ledger, NewGame, OpenLimits
from hunch.server.errors import NotAllowed, Unavailable
from hunch.server.jobs import Grant, Job
from hunch.server.rpc import Call
from hunch.server.scheduler import Scheduler
from hunch.server.steps import Steps, sliced

T = TypeVar("T")
MINUTE_S = 60
"""Seconds of a minute."""
HOUR_S = 3_600
"""Seconds of an hour."""
DAY_S = 86_400
"""Seconds of a day."""
GAME_ID = re.compile(r"[0-9a-f]{32}")
"""The id of a game of dice."""
LEDGER_MS = 5.0
"""How long a call of the database is expected to take, as the queue reckons it."""
CLOSE_S = 1.0
"""How long to wait for a thread that has nothing left to do."""


@dataclass(frozen=True, slots=True)
class RollRequest:
    """Dice, or draws from a cup, that somebody wants."""

    game: str  # the id of a game of dice
    owner_token: str  # who holds it may roll
    request_id: str  # names the request within the game
    body: str  # hash of the whole request, as `body_of` makes it
    purpose: str  # what the dice are for
    faces: tuple[int, ...]  # of each die; for draws: how many chits are left
    seeds: tuple[bytes, ...] = ()  # the players', which the first roll of a game fixes
    cup: tuple[int, ...] = ()  # how many chits of each kind are in it; empty for dice


class Dice:
    """Games of dice and their rolls, off the event loop; for the service and for the chance of games."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self.ledger = Ledger(config.ledger_url, config.ledger_timeout_ms)
        self._seal: Seal | None = None
        self._signer: Signer | None = None

    @property
    def seal(self) -> Seal:
        """Encrypts the seeds in the ledger. Its key is made at the first use."""
        if self._seal is None:
            self._seal = self._from_home(Seal, "ledger.key")
        return self._seal

    @property
    def signer(self) -> Signer:
        """Signs transcripts. Its key is made at the first use."""
        if self._signer is None:
            self._signer = self._from_home(Signer, "signing.key")
        return self._signer

    @property
    def public_keys(self) -> tuple[bytes, ...]:
        """The keys that check this server's transcripts. None while the signing key is out of reach."""
        try:
            return (self.signer.public,)
        except Unavailable:
            return ()

    def open(self) -> None:
        """Opens the ledger and both keys. Raises BadSecret if nobody could go on with the games that are open."""
        _ = self.seal, self.signer
        self.ledger.open()
        newest = self.ledger.newest_open()
        if newest is None:
            return
        try:
            self.seal.open(newest.sealed_seed, bytes.fromhex(newest.id))
        except BadSecret:
            raise BadSecret(
                f"{Path(self._config.home) / 'ledger.key'}: the open games of this ledger were sealed with another "
                "key; put that key there, or name another ledger"
            ) from None

    async def off_loop(self, call: Call, work: Callable[[], T]) -> T:
        """The work's result, from a thread that may wait for the database."""
        return await self._queues.ledger.run(_job(call, lambda grant: work()))

    async def play(self, call: Call, steps: Steps[T]) -> T:
        """The result of work that calls `from_thread` as it goes. It has threads of its own and pauses: neither its
        Python nor all of its rolls together keep other callers from theirs."""
        return await self._queues.playing.run(_job(call, sliced(steps)))

    def from_thread(self, call: Call, work: Callable[[], T]) -> T:
        """The same as `off_loop`, for work that `play` runs."""
        return asyncio.run_coroutine_threadsafe(self.off_loop(call, work), self._queues.loop).result()

    async def drain(self, within_s: float) -> None:
        """Refuses what waits, and waits for what runs. Work that plays still has its rolls, so it comes first."""
        if "_queues" in vars(self):
            end = self._queues.loop.time() + within_s
            await self._queues.playing.drain(within_s)
            await self._queues.ledger.drain(max(0.0, end - self._queues.loop.time()))

    def close(self) -> None:
        """Ends the threads and lets go of the database. Nobody waits for threads that a hanging database holds."""
        if "_queues" in vars(self):
            for pool in (self._queues.playing, self._queues.ledger):
                pool.close(0.0 if pool.status().running else CLOSE_S)
        self.ledger.close()

    def commit(self, account: str, request_id: str) -> GameRow:
        """A new game, or the game that an earlier try of this request opened."""
        game, seed = secrets.token_bytes(16), secrets.token_bytes(32)
        config, time = self._config, int(clock.now())
        closes_at = time + HOUR_S * config.dice_open_hours
        limits = OpenLimits(
            games=config.dice_open_address if account.startswith(ADDRESS) else config.dice_open_games,
            unused_closes_at=closes_at - MINUTE_S * config.dice_unused_minutes,
            old_closes_at=time - DAY_S * config.dice_keep_days,
        )
        new = NewGame(
            game.hex(), account, request_id, derivation.commitment(seed), self.seal.close(seed, game), closes_at
        )
        return self.ledger.open_game(new, limits)

    def roll(self, request: RollRequest) -> StoredRoll:
        """The roll as it is kept."""
        self.check_owner(request.game, request.owner_token)
        raw = bytes.fromhex(request.game)

        def fair(row: GameRow, seeds: Sequence[bytes], counter: int) -> StoredRoll:
            server_seed = self.seal.open(row.sealed_seed, raw)
            values = derivation.roll(server_seed, raw, request.purpose, seeds, counter, request.faces)
            return StoredRoll(counter, request.purpose, request.faces, values, request.cup)

        return self.ledger.roll(request.game, request.request_id, request.body, request.seeds, fair)

    def check_owner(self, game: str, owner_token: str) -> None:
        """Refuses a caller who does not hold the game's token."""
        right = self.seal.owner_token(bytes.fromhex(game))
        if not hmac.compare_digest(owner_token.encode(), right.encode()):
            raise NotAllowed("this is not the owner's token of that game")

    def visible(self, game: str, owner_token: str) -> GameRow:
        """The game, for those who may see what was rolled: its owner, and everybody once it is closed."""
        row = self.ledger.game(game)
        if not row.closed:
            self.check_owner(game, owner_token)
            return row
        return self.ledger.reveal(game)  # closed for good: a clock that steps back hides nothing that was shown

    def reveal(self, game: str, owner_token: str) -> GameRow:
        """Closes the game and returns it."""
        self.visible(game, owner_token)
        return self.ledger.reveal(game)

    def sign(self, row: GameRow, chain: bytes) -> tuple[bytes, bytes, bytes]:
        """The server's seed of a revealed game with this chain, the signature, and the key that checks it."""
        raw = bytes.fromhex(row.id)
        seed = self.seal.open(row.sealed_seed, raw)
        message = derivation.signed_bytes(raw, row.commitment, seed, row.rolls, chain)
        return seed, self.signer.sign(message), self.signer.public

    def _from_home(self, kind: Callable[[Path], T], name: str) -> T:
        try:
            return kind(Path(self._config.home) / name)
        except OSError:
            raise Unavailable("the keys of dice are out of reach", retry_ms=RETRY_MS) from None

    @cached_property
    def _queues(self) -> "_Queues":
        """Made on the event loop at the first use."""
        config, threads = self._config, 1 if self.ledger.sqlite else CONNECTIONS
        ledger, playing = (
            Scheduler(threads, config.queue_jobs, config.queue_wait_ms, config.ageing_ms, name=name)
            for name in ("ledger", "playing")
        )
        return _Queues(asyncio.get_running_loop(), ledger, playing)


class _Queues(NamedTuple):
    """The queues before the database, in the order of all work: keys first."""

    loop: asyncio.AbstractEventLoop
    ledger: Scheduler
    playing: Scheduler


def _job(call: Call, work: Callable[[Grant], T]) -> Job[T]:
    return Job(work=work, key=call.key, asked_ms=LEDGER_MS, floor_ms=LEDGER_MS, deadline=call.deadline)


def body_of(request: Message) -> str:
    """A hash that differs between a retry and another request under the same id."""
    raw = request.SerializeToString(deterministic=True)
    return hashlib.sha256(request.DESCRIPTOR.full_name.encode() + b"\0" + raw).hexdigest()


def check_names(game: str, request_id: str) -> None:
    """Refuses text that cannot be the id of a game of dice, or of a request."""
    check_game(game)
    check_text("request_id", request_id, 64)


def check_game(game: str) -> None:
    """Refuses text that cannot be the id of a game of dice."""
    if not GAME_ID.fullmatch(game):
        raise BadMessage("game_id", "not an id of a game of dice: 32 hexadecimal digits")


def check_seeds(seeds: Sequence[bytes]) -> None:
    """Refuses bytes that cannot be the players' seeds."""
    if len(seeds) > transcripts.MOST_PLAYERS:
        raise BadMessage("player_seeds", f"{len(seeds)} seeds; at most {transcripts.MOST_PLAYERS} are allowed")
    for i, seed in enumerate(seeds):
        if not 1 <= len(seed) <= transcripts.MOST_SEED:
            raise BadMessage(f"player_seeds[{i}]", f"{len(seed)} bytes; 1 to {transcripts.MOST_SEED} are allowed")


def check_text(field: str, text: str, most: int, least: int = 1) -> None:
    """Refuses a name that is too short, too long or not printable."""
    if not least <= len(text) <= most or not text.isprintable():
        raise BadMessage(field, f"must be {least} to {most} printable characters")
