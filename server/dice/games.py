"""Fair dice over the ledger: games and rolls."""

import asyncio
import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

from google.protobuf.message import Message

from hunch.engines import BadMessage
from hunch.server.config import Config
from hunch.server.dice import derivation, transcripts
from hunch.server.dice.derivation import Kept
from hunch.server.dice.keys import BadSecret, Seal, Signer
from hunch.server.dice.ledger import RETRY_MS, GameRow, Ledger, NewGame
from hunch.server.errors import NotAllowed, Unavailable
from hunch.server.rpc import Call
from hunch.server.scheduler import Grant, Job, Pool
from hunch.server.steps import Steps, sliced

T = TypeVar("T")
GAME_ID = re.compile(r"[0-9a-f]{32}")
POSTGRES_THREADS = 4
"""Threads that wait for PostgreSQL; SQLite has one writer."""
LEDGER_MS = 5.0
"""What a call of the database is reckoned to take before it is measured."""
CLOSE_S = 1.0
"""How long to wait for each thread that a hanging database holds."""


@dataclass(frozen=True, slots=True)
class Throw:
    """What to roll: the faces of each die, with the players' seeds; with a `cup`, the dice draw from it."""

    purpose: str
    faces: tuple[int, ...]
    seeds: tuple[bytes, ...] = ()
    cup: tuple[int, ...] = ()


class Dice:
    """Games and derivation, off the event loop; for the service and for the chance of games."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self.ledger = Ledger(config.ledger_url)
        self._seal: Seal | None = None
        self._signer: Signer | None = None

    @property
    def seal(self) -> Seal:
        """Opens and closes what is secret in the ledger; its key is made at the first use."""
        if self._seal is None:
            self._seal = self._from_home(Seal, "ledger.key")
        return self._seal

    @property
    def signer(self) -> Signer:
        """Signs transcripts; its key is made at the first use."""
        if self._signer is None:
            self._signer = self._from_home(Signer, "signing.key")
        return self._signer

    @property
    def public_keys(self) -> tuple[bytes, ...]:
        """What transcripts are signed with here; nothing while the signing key is out of reach."""
        try:
            return (self.signer.public,)
        except Unavailable:
            return ()

    def open(self) -> None:
        """Opens the ledger and both keys; BadSecret where nobody could go on with the games that are open."""
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
                "key; put that one there, or name another ledger"
            ) from None

    async def off_loop(self, call: Call, work: Callable[[], T]) -> T:
        """The work's result, from a thread that may wait for the database."""
        return await self._gates.ledger.run(_reckoned(call, lambda grant: work()))

    async def played(self, call: Call, steps: Steps[T]) -> T:
        """The result of work that rolls `in_turn` as it goes. It has threads of its own and pauses: neither its Python
        nor all of its rolls together keep others from theirs."""
        return await self._gates.playing.run(_reckoned(call, sliced(steps)))

    def in_turn(self, call: Call, work: Callable[[], T]) -> T:
        """The work's result, to a thread of `played`, from one that may wait for the database."""
        return asyncio.run_coroutine_threadsafe(self.off_loop(call, work), self._gates.loop).result()

    async def drain(self, within_s: float) -> None:
        """Refuses what waits for the database, and waits for what runs."""
        if "_gates" in vars(self):
            await asyncio.gather(self._gates.playing.drain(within_s), self._gates.ledger.drain(within_s))

    def close(self) -> None:
        """Ends what runs and lets go of the database."""
        if "_gates" in vars(self):
            self._gates.playing.close(CLOSE_S)
            self._gates.ledger.close(CLOSE_S)
        self.ledger.close()

    def commit(self, account: str, request_id: str) -> GameRow:
        """A new game, or the one that this request opened before."""
        game, seed = secrets.token_bytes(16), secrets.token_bytes(32)
        closes_at = int(time.time()) + 3600 * self._config.dice_open_hours
        new = NewGame(
            game.hex(), account, request_id, derivation.commitment(seed), self.seal.close(seed, game), closes_at
        )
        return self.ledger.open_game(new, self._config.dice_open_games)

    def roll(
        self,
        game: str,
        owner_token: str,
        request_id: str,
        body: str,
        throw: Throw,
    ) -> Kept:
        """Dice, or draws from a cup, as they are kept."""
        self.check_owner(game, owner_token)
        raw = bytes.fromhex(game)

        def fair(row: GameRow, fixed: Sequence[bytes], counter: int) -> Kept:
            seed = self.seal.open(row.sealed_seed, raw)
            shown = derivation.roll(seed, raw, throw.purpose, fixed, counter, throw.faces)
            return Kept(counter, throw.purpose, throw.faces, shown, throw.cup)

        return self.ledger.roll(game, request_id, body, throw.seeds, fair)

    def check_owner(self, game: str, owner_token: str) -> None:
        """Refuses who does not hold the game's token."""
        right = self.seal.owner_token(bytes.fromhex(game))
        if not hmac.compare_digest(owner_token.encode(), right.encode()):
            raise NotAllowed("this is not the owner's token of that game")

    def shown(self, game: str, owner_token: str) -> GameRow:
        """The game, to who may see what was rolled: its owner, and everybody once it is closed."""
        row = self.ledger.game(game)
        if not row.closed:
            self.check_owner(game, owner_token)
            return row
        return self.ledger.reveal(game)  # closed for good: a clock that steps back hides nothing that was shown

    def revealed(self, game: str, owner_token: str) -> GameRow:
        """The game, closed by this."""
        self.shown(game, owner_token)
        return self.ledger.reveal(game)

    def signed(self, row: GameRow, chain: bytes) -> tuple[bytes, bytes, bytes]:
        """Of a revealed game with this chain: the server's seed, the signature, and the key it is checked with."""
        raw = bytes.fromhex(row.id)
        seed = self.seal.open(row.sealed_seed, raw)
        told = derivation.signed_bytes(raw, row.commitment, seed, row.rolls, chain)
        return seed, self.signer.sign(told), self.signer.public

    def _from_home(self, kind: Callable[[Path], T], name: str) -> T:
        try:
            return kind(Path(self._config.home) / name)
        except OSError:
            raise Unavailable("the keys of dice are out of reach", retry_ms=RETRY_MS) from None

    @cached_property
    def _gates(self) -> "_Gates":
        """Made on the event loop at the first use."""
        config, threads = self._config, 1 if self.ledger.sqlite else POSTGRES_THREADS
        ledger, playing = (
            Pool(threads, config.queue_jobs, config.queue_wait_ms, config.ageing_ms, name=name)
            for name in ("ledger", "playing")
        )
        return _Gates(asyncio.get_running_loop(), ledger, playing)


class _Gates(NamedTuple):
    """The queues before the database, in the order of all work: keys first."""

    loop: asyncio.AbstractEventLoop
    ledger: Pool
    playing: Pool


def _reckoned(call: Call, work: Callable[[Grant], T]) -> Job[T]:
    return Job(work=work, key=call.key, asked_ms=LEDGER_MS, floor_ms=LEDGER_MS, deadline=call.deadline)


def body_of(request: Message) -> str:
    """What tells a retry from another request under the same id."""
    raw = request.SerializeToString(deterministic=True)
    return hashlib.sha256(request.DESCRIPTOR.full_name.encode() + b"\0" + raw).hexdigest()


def check_names(game: str, request_id: str) -> None:
    """Refuses what cannot be the id of a game of dice, or of a request."""
    check_game(game)
    check_text("request_id", request_id, 64)


def check_game(game: str) -> None:
    """Refuses what cannot be the id of a game of dice."""
    if not GAME_ID.fullmatch(game):
        raise BadMessage("game_id", "not an id of a game of dice: 32 hexadecimal digits")


def check_seeds(seeds: Sequence[bytes]) -> None:
    """Refuses what cannot be the players' seeds."""
    if len(seeds) > transcripts.MOST_PLAYERS:
        raise BadMessage("player_seeds", f"{len(seeds)} seeds; at most {transcripts.MOST_PLAYERS} are taken")
    for i, seed in enumerate(seeds):
        if not 1 <= len(seed) <= transcripts.MOST_SEED:
            raise BadMessage(f"player_seeds[{i}]", f"{len(seed)} bytes; 1 to {transcripts.MOST_SEED} are taken")


def check_text(field: str, text: str, most: int, least: int = 1) -> None:
    """Refuses a name that is too short, too long or not printable."""
    if not least <= len(text) <= most or not text.isprintable():
        raise BadMessage(field, f"{least} to {most} printable characters are wanted")
