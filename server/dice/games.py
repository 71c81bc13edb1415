"""Fair dice over the ledger: games and rolls."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from google.protobuf.message import Message

from hunch.engines import BadMessage
from hunch.server.config import Config
from hunch.server.dice import clock, derivation, transcripts
from hunch.server.dice.accounts import ADDRESS
from hunch.server.dice.derivation import Seeds, StoredRoll, Throw
from hunch.server.dice.keys import LEDGER_KEY, SIGNING_KEY, BadSecret, Seal, Signer
from hunch.server.dice.ledger import RETRY_MS, GameRow, Ledger, NewGame, OpenLimits, RollRequest
from hunch.server.errors import NotAllowed, Unavailable

T = TypeVar("T")
MINUTE_S = 60
"""Seconds of a minute."""
HOUR_S = 3_600
"""Seconds of an hour."""
DAY_S = 86_400
"""Seconds of a day."""
GAME_ID = re.compile(r"[0-9a-f]{32}")
"""The id of a game of dice."""


class Dice:
    """Games of dice and their rolls, for the service and for the chance of games. All of it may block."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self.ledger = Ledger(config.ledger_url, config.ledger_timeout_ms, DAY_S * config.dice_keep_days)
        self._seal: Seal | None = None
        self._signer: Signer | None = None

    @property
    def seal(self) -> Seal:
        """Encrypts the seeds in the ledger. Its key is made at the first use."""
        if self._seal is None:
            self._seal = self._from_home(Seal, LEDGER_KEY)
        return self._seal

    @property
    def signer(self) -> Signer:
        """Signs transcripts. Its key is made at the first use."""
        if self._signer is None:
            self._signer = self._from_home(Signer, SIGNING_KEY)
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
                f"{Path(self._config.home) / LEDGER_KEY}: the open games of this ledger were sealed with another "
                "key; put that key there, or name another ledger"
            ) from None

    def close(self) -> None:
        """Lets go of the database."""
        self.ledger.close()

    def commit(self, account: str, request_id: str) -> GameRow:
        """A new game, or the game that an earlier try of this request opened."""
        game, seed = secrets.token_bytes(16), secrets.token_bytes(32)
        config, time = self._config, int(clock.now())
        closes_at = time + HOUR_S * config.dice_open_hours
        limits = OpenLimits(
            games=config.dice_open_address if account.startswith(ADDRESS) else config.dice_open_games,
            unused_closes_at=closes_at - MINUTE_S * config.dice_unused_minutes,
        )
        new = NewGame(
            game.hex(), account, request_id, derivation.commitment(seed), self.seal.close(seed, game), closes_at
        )
        return self.ledger.open_game(new, limits)

    def seeds(self, request: RollRequest, owner_token: str) -> Seeds:
        """All that the dice of a game follow from, for its owner. While the players' seeds are not fixed, they are
        those of the request."""
        self.check_owner(request.game, owner_token)
        row = self.ledger.game(request.game)
        return self._seeds_of(row, request.seeds if row.player_seeds is None else row.player_seeds)

    def roll(self, request: RollRequest, owner_token: str) -> list[StoredRoll]:
        """The rolls as they are kept."""
        self.check_owner(request.game, owner_token)

        def fair(row: GameRow, players: Sequence[bytes], throws: Sequence[Throw]) -> list[StoredRoll]:
            seeds, numbered = self._seeds_of(row, players), enumerate(throws, row.rolls + 1)
            return [StoredRoll(counter, throw, derivation.roll(seeds, throw, counter)) for counter, throw in numbered]

        return self.ledger.roll(request, fair)

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

    def sign(self, row: GameRow, version: int, chain: bytes) -> tuple[bytes, bytes, bytes]:
        """The server's seed of a revealed game with this chain, the signature, and the key that checks it."""
        seeds = self._seeds_of(row, row.player_seeds or ())
        message = derivation.signed_bytes(version, seeds, row.commitment, row.rolls, chain)
        return seeds.server, self.signer.sign(message), self.signer.public

    def _seeds_of(self, row: GameRow, players: Sequence[bytes]) -> Seeds:
        raw = bytes.fromhex(row.id)
        return Seeds(raw, self.seal.open(row.sealed_seed, raw), tuple(players))

    def _from_home(self, kind: Callable[[Path], T], name: str) -> T:
        try:
            return kind(Path(self._config.home) / name)
        except OSError:
            raise Unavailable("the keys of dice are out of reach", retry_ms=RETRY_MS) from None


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


def check_position(position: bytes) -> None:
    """Refuses bytes that cannot be the hash of a position."""
    if len(position) not in (0, derivation.POSITION_BYTES):
        raise BadMessage("position", f"{len(position)} bytes; a SHA-256 has {derivation.POSITION_BYTES}")


def check_text(field: str, text: str, most: int, least: int = 1) -> None:
    """Refuses a name that is too short, too long or not printable."""
    if not least <= len(text) <= most or not text.isprintable():
        raise BadMessage(field, f"must be {least} to {most} printable characters")
