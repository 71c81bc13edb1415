"""DiceService: fair dice over the ledger."""
import asyncio
import hashlib
import hmac
import itertools
import math
import re
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from google.protobuf.message import Message

from hunch.engines import BadMessage
from hunch.server import rolls, transcripts
from hunch.server.config import Config
from hunch.server.door import Call
from hunch.server.errors import Busy, NotAllowed
from hunch.server.ledger import MOST_ROLLS, GameRow, Ledger, NewGame
from hunch.server.rolls import Kept
from hunch.server.signing import BadSecret, Seal, Signer
from hunch.v1 import dice_pb2 as pb

T = TypeVar("T")
GAME_ID = re.compile(r"[0-9a-f]{32}")
MOST_WAITING = 200
"""Calls that wait for the database before more are refused."""
PAGE, STATISTICS_PAGE = 1_000, 100
PAGE_DICE = 100_000
"""A page of rolls ends early with so many dice, as clients take messages of a few MiB."""
MOST_LISTED_FACES = 100


class Dice:
    """Games, rolls and transcripts, off the event loop; for the service and for the enemy's dice."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self.ledger = Ledger(config.ledger_url)
        self._threads = ThreadPoolExecutor(1 if self.ledger.sqlite else 4, "ledger")
        self._waiting = 0
        self._seal: Seal | None = None
        self._signer: Signer | None = None

    @property
    def seal(self) -> Seal:
        """Opens and closes what is secret in the ledger; its key is made at the first use."""
        if self._seal is None:
            self._seal = Seal(Path(self._config.home) / "ledger.key")
        return self._seal

    @property
    def signer(self) -> Signer:
        """Signs transcripts; its key is made at the first use."""
        if self._signer is None:
            self._signer = Signer(Path(self._config.home) / "signing.key")
        return self._signer

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

    async def off_loop(self, work: Callable[[], T]) -> T:
        """The work's result, from a thread that may wait for the database."""
        if self._waiting >= MOST_WAITING:
            raise Busy("too many calls wait for the ledger", retry_ms=200)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Ends what runs and lets go of the database."""
        self._threads.shutdown(wait=True)
        self.ledger.close()

    def commit(self, account: str, request_id: str) -> GameRow:
        """A new game, or the one that this request opened before."""
        game, seed = secrets.token_bytes(16), secrets.token_bytes(32)
        closes_at = int(time.time()) + 3600 * self._config.dice_open_hours
        new = NewGame(
            game.hex(), account, request_id, rolls.commitment(seed), self.seal.close(seed, game), closes_at
        )
        return self.ledger.open_game(new, self._config.dice_open_games)

    def roll(
        self, game: str, owner_token: str, request_id: str, body: str, purpose: str, faces: Sequence[int],
        seeds: Sequence[bytes] = (), cup: Sequence[int] = (),
    ) -> Kept:  # fmt: skip
        """Dice, or draws from a cup, as they are kept."""
        self.check_owner(game, owner_token)
        raw = bytes.fromhex(game)

        def fair(row: GameRow, fixed: Sequence[bytes], counter: int) -> Kept:
            seed = self.seal.open(row.sealed_seed, raw)
            shown = rolls.roll(seed, raw, purpose, fixed, counter, faces)
            return Kept(counter, purpose, tuple(faces), shown, tuple(cup))

        return self.ledger.roll(game, request_id, body, seeds, fair)

    def check_owner(self, game: str, owner_token: str) -> None:
        """Refuses who does not hold the game's token."""
        right = self.seal.owner_token(bytes.fromhex(game))
        if not hmac.compare_digest(owner_token.encode(), right.encode()):
            raise NotAllowed("this is not the owner's token of that game")

    def transcript(self, game: str, owner_token: str, after: int, most: int) -> tuple[pb.Transcript, int]:
        """The signed transcript with a page of rolls, and where the next one begins, 0 for none; closes the game."""
        row = self.ledger.game(game)
        if not row.closed:
            self.check_owner(game, owner_token)
        row = self.ledger.reveal(game)
        raw, seeds = bytes.fromhex(game), row.player_seeds or ()
        seed = self.seal.open(row.sealed_seed, raw)
        kept = self.ledger.rolls(game, 0, MOST_ROLLS)
        chain = rolls.start_of_chain(seeds)
        for one in kept:
            chain = rolls.chained(chain, one)
        signature = self.signer.sign(rolls.signed_bytes(raw, row.commitment, seed, len(kept), chain))
        dice = itertools.accumulate(len(one.faces) for one in kept[after : after + most])
        page = kept[after : after + max(1, sum(count <= PAGE_DICE for count in dice))]
        told = pb.Transcript(
            version=transcripts.VERSION, game_id=game, commitment=row.commitment, server_seed=seed, player_seeds=seeds,
            rolls=[transcripts.told(one) for one in page], roll_count=len(kept), signature=signature,
            public_key=self.signer.public,
        )  # fmt: skip
        following = after + len(page)
        return told, following if following < len(kept) else 0


class DiceService:
    """The wire of `Dice`."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    async def commit_dice(self, request: pb.CommitDiceRequest, call: Call) -> pb.CommitDiceResponse:
        """A game and the hash of its seed."""
        if request.request_id:
            _text("request_id", request.request_id, 64, least=16)
        row = await self._dice.off_loop(lambda: self._dice.commit(call.key, request.request_id))
        token = self._dice.seal.owner_token(bytes.fromhex(row.id))
        return pb.CommitDiceResponse(
            game_id=row.id, owner_token=token, commitment=row.commitment, closes_at=row.closes_at
        )

    async def roll_dice(self, request: pb.RollDiceRequest, call: Call) -> pb.RollDiceResponse:
        """Dice."""
        _named(request.game_id, request.request_id, request.purpose, request.player_seeds)
        _dice(request.faces)
        kept = await self._rolled(request, request.faces)
        return pb.RollDiceResponse(roll=transcripts.told(kept))

    async def draw_chits(self, request: pb.DrawChitsRequest, call: Call) -> pb.DrawChitsResponse:
        """Chits."""
        _named(request.game_id, request.request_id, request.purpose, request.player_seeds)
        if not 1 <= len(request.cup) <= transcripts.MOST_KINDS:
            raise BadMessage("cup", f"{len(request.cup)} kinds; 1 to {transcripts.MOST_KINDS:,} are taken")
        total = sum(request.cup)
        if not 1 <= total <= rolls.MOST_FACES:
            raise BadMessage("cup", f"{total:,} chits; 1 to {rolls.MOST_FACES:,} are taken")
        if not 1 <= request.draws <= min(total, transcripts.MOST_DICE):
            raise BadMessage("draws", f"{request.draws} is not in 1 to {min(total, transcripts.MOST_DICE)}")
        kept = await self._rolled(request, rolls.cup_faces(request.cup, request.draws), tuple(request.cup))
        return pb.DrawChitsResponse(roll=transcripts.told(kept), kinds=rolls.kinds(kept.cup, kept.values))

    async def reveal_dice(self, request: pb.RevealDiceRequest, call: Call) -> pb.RevealDiceResponse:
        """The transcript."""
        _game("game_id", request.game_id)
        after, most = _page(request.page_token, request.page_size, PAGE)
        told, following = await self._dice.off_loop(
            lambda: self._dice.transcript(request.game_id, request.owner_token, after, most)
        )
        return pb.RevealDiceResponse(transcript=told, next_page_token=str(following or ""))

    async def verify_transcript(self, request: pb.VerifyTranscriptRequest, call: Call) -> pb.VerifyTranscriptResponse:
        """Each check."""
        if not request.HasField("transcript"):
            raise BadMessage("transcript", "there is none")
        checks = await self._dice.off_loop(lambda: transcripts.verify(request.transcript))
        here = request.transcript.public_key == self._dice.signer.public
        return pb.VerifyTranscriptResponse(
            valid=all(check.passed for check in checks), checks=checks, signed_here=here
        )

    async def get_roll_statistics(
        self, request: pb.GetRollStatisticsRequest, call: Call
    ) -> pb.GetRollStatisticsResponse:
        """How often each face came."""
        _game("game_id", request.game_id)
        after, most = _page(request.page_token, request.page_size, STATISTICS_PAGE)

        def work() -> tuple[list[pb.FaceStatistics], int]:
            self._dice.ledger.game(request.game_id)
            return statistics(self._dice.ledger.rolls(request.game_id, 0, MOST_ROLLS), after, most)

        found, kinds = await self._dice.off_loop(work)
        more = str(after + most) if after + most < kinds else ""
        return pb.GetRollStatisticsResponse(dice=found, next_page_token=more)

    async def _rolled(
        self, request: pb.RollDiceRequest | pb.DrawChitsRequest, faces: Sequence[int], cup: Sequence[int] = ()
    ) -> Kept:
        return await self._dice.off_loop(
            lambda: self._dice.roll(
                request.game_id, request.owner_token, request.request_id, body_of(request), request.purpose,
                tuple(faces), tuple(request.player_seeds), cup,
            )
        )  # fmt: skip


def body_of(request: Message) -> str:
    """What tells a retry from another request under the same id."""
    raw = request.SerializeToString(deterministic=True)
    return hashlib.sha256(request.DESCRIPTOR.full_name.encode() + b"\0" + raw).hexdigest()


def statistics(kept: Sequence[Kept], after: int, most: int) -> tuple[list[pb.FaceStatistics], int]:
    """How the dice fell, by faces: a page of kinds, and how many kinds there are."""
    faces, shown = (
        np.fromiter(itertools.chain.from_iterable(some), np.int64)
        for some in ((one.faces for one in kept), (one.values for one in kept))
    )
    kinds = np.unique(faces)
    told = [
        _fell(int(kind), np.bincount(shown[faces == kind], minlength=kind + 1)[1:])
        for kind in kinds[after : after + most]
    ]
    return told, len(kinds)


def _fell(faces: int, counts: "np.ndarray[Any, np.dtype[np.int64]]") -> pb.FaceStatistics:
    rolled = int(counts.sum())
    expected = rolled / faces
    chi_square = float(((counts - expected) ** 2).sum() / expected)
    listed = counts.tolist() if faces <= MOST_LISTED_FACES else []
    p_value = _p_value(chi_square, faces - 1) if expected >= 5 and faces > 1 else 1.0
    return pb.FaceStatistics(faces=faces, rolled=rolled, counts=listed, chi_square=chi_square, p_value=p_value)


def _p_value(chi_square: float, freedom: int) -> float:
    """Wilson and Hilferty: the cube root of chi-square over its freedom is nearly normal."""
    spread = 2 / (9 * freedom)
    return 0.5 * math.erfc(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(2 * spread))


def check_names(game: str, request_id: str) -> None:
    """Refuses what cannot be the id of a game of dice, or of a request."""
    _game("game_id", game)
    _text("request_id", request_id, 64)


def _named(game: str, request_id: str, purpose: str, seeds: Sequence[bytes]) -> None:
    check_names(game, request_id)
    if len(purpose.encode()) > transcripts.MOST_PURPOSE:
        raise BadMessage("purpose", f"longer than {transcripts.MOST_PURPOSE} bytes")
    if "\0" in purpose:
        raise BadMessage("purpose", "holds a zero, which no database keeps")
    if len(seeds) > transcripts.MOST_PLAYERS:
        raise BadMessage("player_seeds", f"{len(seeds)} seeds; at most {transcripts.MOST_PLAYERS} are taken")
    for i, seed in enumerate(seeds):
        if not 1 <= len(seed) <= transcripts.MOST_SEED:
            raise BadMessage(f"player_seeds[{i}]", f"{len(seed)} bytes; 1 to {transcripts.MOST_SEED} are taken")


def _dice(faces: Sequence[int]) -> None:
    if not 1 <= len(faces) <= transcripts.MOST_DICE:
        raise BadMessage("faces", f"{len(faces)} dice; 1 to {transcripts.MOST_DICE:,} are taken")
    for i, one in enumerate(faces):
        if not 2 <= one <= rolls.MOST_FACES:
            raise BadMessage(f"faces[{i}]", f"{one} is not in 2 to {rolls.MOST_FACES:,}")


def _game(field: str, game: str) -> None:
    if not GAME_ID.fullmatch(game):
        raise BadMessage(field, "not an id of a game of dice: 32 hexadecimal digits")


def _text(field: str, text: str, most: int, least: int = 1) -> None:
    if not least <= len(text) <= most or not text.isprintable():
        raise BadMessage(field, f"{least} to {most} printable characters are wanted")


def _page(token: str, size: int, most: int) -> tuple[int, int]:
    if size > most:
        raise BadMessage("page_size", f"{size} is more than {most}")
    if token and not (token.isascii() and token.isdecimal() and len(token) < 9):
        raise BadMessage("page_token", "not one that was given")
    return int(token or 0), size or most
