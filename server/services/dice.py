"""DiceService: fair dice over the wire."""

from collections.abc import Sequence

from hunch.engines import BadMessage
from hunch.server import requests
from hunch.server.dice import derivation, keys, transcripts
from hunch.server.dice.accounts import account_of
from hunch.server.dice.derivation import Binding, StoredRoll, Throw
from hunch.server.dice.games import Dice, body_of, check_game, check_names, check_position, check_seeds, check_text
from hunch.server.dice.ledger import RollRequest
from hunch.server.dice.paging import Pages
from hunch.server.dice.queues import DiceQueues
from hunch.server.dice.transcripts import Expected
from hunch.server.offload import Offload
from hunch.server.rpc import Call
from hunch.v1 import dice_pb2 as pb

PAGE = 1_000
"""Rolls of a page of a transcript."""
STATISTICS_PAGE = 100
"""Kinds of dice of a page of statistics."""
MOST_KEYS = 16
"""Public keys in a request."""
LITTLE = 512
"""Bytes of a transcript that is checked in about a millisecond: its own 250, and at least two for each die."""


class DiceService:
    """The wire of `Dice` and of `Pages`."""

    def __init__(self, dice: Dice, queues: DiceQueues, offload: Offload, data: requests.Data) -> None:
        self._dice, self._queues, self._offload, self._data = dice, queues, offload, data
        self._pages = Pages(dice, queues, offload)

    async def commit_dice(self, request: pb.CommitDiceRequest, call: Call) -> pb.CommitDiceResponse:
        """A game and the hash of its seed."""
        if request.request_id:
            check_text("request_id", request.request_id, 64, least=16)
        account = account_of(call)
        row = await self._queues.off_loop(call, lambda: self._dice.commit(account, request.request_id))
        token = self._dice.seal.owner_token(bytes.fromhex(row.id))
        return pb.CommitDiceResponse(
            game_id=row.id, owner_token=token, commitment=row.commitment, closes_at=row.closes_at
        )

    async def roll_dice(self, request: pb.RollDiceRequest, call: Call) -> pb.RollDiceResponse:
        """Dice."""
        _check_request(request)
        _check_faces(request.faces)
        stored = await self._queues.off_loop(call, lambda: self._roll(request, tuple(request.faces)))
        return pb.RollDiceResponse(roll=transcripts.roll_message(stored))

    async def draw_chits(self, request: pb.DrawChitsRequest, call: Call) -> pb.DrawChitsResponse:
        """Chits."""
        _check_request(request)
        if not 1 <= len(request.cup) <= transcripts.MOST_KINDS:
            raise BadMessage("cup", f"{len(request.cup)} kinds; 1 to {transcripts.MOST_KINDS:,} are allowed")
        total = sum(request.cup)
        if not 1 <= total <= derivation.MOST_FACES:
            raise BadMessage("cup", f"{total:,} chits; 1 to {derivation.MOST_FACES:,} are allowed")
        if not 1 <= request.draws <= min(total, transcripts.MOST_DICE):
            raise BadMessage("draws", f"{request.draws} is not in 1 to {min(total, transcripts.MOST_DICE)}")

        def draw() -> tuple[StoredRoll, tuple[int, ...]]:
            stored = self._roll(request, derivation.cup_faces(request.cup, request.draws), tuple(request.cup))
            return stored, derivation.drawn_kinds(stored.throw.cup, stored.values)

        stored, kinds = await self._queues.off_loop(call, draw)
        return pb.DrawChitsResponse(roll=transcripts.roll_message(stored), kinds=kinds)

    async def reveal_dice(self, request: pb.RevealDiceRequest, call: Call) -> pb.RevealDiceResponse:
        """The transcript."""
        check_game(request.game_id)
        after, most = _page(request.page_token, request.page_size, PAGE)
        transcript, following = await self._pages.transcript(call, request.game_id, request.owner_token, after, most)
        return pb.RevealDiceResponse(transcript=transcript, next_page_token=str(following or ""))

    async def verify_transcript(self, request: pb.VerifyTranscriptRequest, call: Call) -> pb.VerifyTranscriptResponse:
        """Each check."""
        if not request.HasField("transcript"):
            raise BadMessage("transcript", "there is none")
        own = self._dice.public_keys
        expected = Expected(
            commitment=_commitment(request.commitment),
            keys={*own, *_keys(request.public_keys)},
            any_key=request.any_key,
            record=request.record if request.HasField("record") else None,
            data=self._data,
        )
        heavy = call.size > LITTLE or expected.record is not None
        answer = await self._offload.stepwise(call, transcripts.compare(request.transcript, expected), heavy)
        answer.signed_here = request.transcript.public_key in own
        return answer

    async def get_roll_statistics(
        self, request: pb.GetRollStatisticsRequest, call: Call
    ) -> pb.GetRollStatisticsResponse:
        """How often each face came."""
        check_game(request.game_id)
        above, most = _page(request.page_token, request.page_size, STATISTICS_PAGE)
        page, following = await self._pages.statistics(call, request.game_id, request.owner_token, above, most)
        return pb.GetRollStatisticsResponse(dice=page, next_page_token=str(following or ""))

    def _roll(
        self, request: pb.RollDiceRequest | pb.DrawChitsRequest, faces: tuple[int, ...], cup: tuple[int, ...] = ()
    ) -> StoredRoll:
        binding = Binding.APP if request.position else Binding.COUNTER
        throw = Throw(request.purpose, faces, cup, binding, request.position)
        seeds = tuple(request.player_seeds)
        wanted = RollRequest(request.game_id, request.request_id, body_of(request), (throw,), seeds)
        return self._dice.roll(wanted, request.owner_token)[0]


def _check_faces(faces: Sequence[int]) -> None:
    if not 1 <= len(faces) <= transcripts.MOST_DICE:
        raise BadMessage("faces", f"{len(faces)} dice; 1 to {transcripts.MOST_DICE:,} are allowed")
    for i, count in enumerate(faces):
        if not 2 <= count <= derivation.MOST_FACES:
            raise BadMessage(f"faces[{i}]", f"{count} is not in 2 to {derivation.MOST_FACES:,}")


def _commitment(text: str) -> str:
    if text and not transcripts.is_hex(text, 32):
        raise BadMessage("commitment", "not 64 hexadecimal digits")
    return text.lower()


def _keys(texts: Sequence[str]) -> set[bytes]:
    if len(texts) > MOST_KEYS:
        raise BadMessage("public_keys", f"{len(texts)} keys; at most {MOST_KEYS} are taken")
    for i, text in enumerate(texts):
        if not transcripts.is_hex(text, keys.SECRET_BYTES):
            raise BadMessage(f"public_keys[{i}]", "not 64 hexadecimal digits")
    return {bytes.fromhex(text) for text in texts}


def _page(token: str, size: int, most: int) -> tuple[int, int]:
    if size > most:
        raise BadMessage("page_size", f"{size} is more than {most}")
    if token and not (token.isascii() and token.isdecimal() and len(token) < 9):
        raise BadMessage("page_token", "no answer contained it")
    return int(token or 0), size or most


def _check_request(request: pb.RollDiceRequest | pb.DrawChitsRequest) -> None:
    check_names(request.game_id, request.request_id)
    if len(request.purpose.encode()) > transcripts.MOST_PURPOSE:
        raise BadMessage("purpose", f"longer than {transcripts.MOST_PURPOSE} bytes")
    if "\0" in request.purpose:
        raise BadMessage("purpose", "contains a zero, which no database keeps")
    check_seeds(request.player_seeds)
    check_position(request.position)
