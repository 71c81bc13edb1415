"""DiceService: fair dice over the wire."""

from collections.abc import Sequence

from hunch.engines import BadMessage
from hunch.server.dice import derivation, transcripts
from hunch.server.dice.accounts import account_of
from hunch.server.dice.derivation import StoredRoll
from hunch.server.dice.games import Dice, RollRequest, body_of, check_game, check_names, check_seeds, check_text
from hunch.server.dice.paging import Pages
from hunch.server.offload import Offload
from hunch.server.rpc import Call
from hunch.v1 import dice_pb2 as pb

PAGE = 1_000
"""Rolls of a page of a transcript."""
STATISTICS_PAGE = 100
"""Kinds of dice of a page of statistics."""
LITTLE = 512
"""Bytes of a transcript that is checked in about a millisecond: its own 250, and at least two for each die."""


class DiceService:
    """The wire of `Dice` and of `Pages`."""

    def __init__(self, dice: Dice, offload: Offload) -> None:
        self._dice, self._offload = dice, offload
        self._pages = Pages(dice, offload)

    async def commit_dice(self, request: pb.CommitDiceRequest, call: Call) -> pb.CommitDiceResponse:
        """A game and the hash of its seed."""
        if request.request_id:
            check_text("request_id", request.request_id, 64, least=16)
        account = account_of(call)
        row = await self._dice.off_loop(call, lambda: self._dice.commit(account, request.request_id))
        token = self._dice.seal.owner_token(bytes.fromhex(row.id))
        return pb.CommitDiceResponse(
            game_id=row.id, owner_token=token, commitment=row.commitment, closes_at=row.closes_at
        )

    async def roll_dice(self, request: pb.RollDiceRequest, call: Call) -> pb.RollDiceResponse:
        """Dice."""
        _check_request(request)
        _check_faces(request.faces)
        stored = await self._dice.off_loop(call, lambda: self._roll(request, tuple(request.faces)))
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
            return stored, derivation.drawn_kinds(stored.cup, stored.values)

        stored, kinds = await self._dice.off_loop(call, draw)
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
        checks = await self._offload.stepwise(
            call, transcripts.verify_in_steps(request.transcript), heavy=call.size > LITTLE
        )
        signed_here = request.transcript.public_key in self._dice.public_keys
        valid = all(check.passed for check in checks)
        return pb.VerifyTranscriptResponse(valid=valid, checks=checks, signed_here=signed_here)

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
        seeds = tuple(request.player_seeds)
        owner_token, request_id, body = request.owner_token, request.request_id, body_of(request)
        return self._dice.roll(
            RollRequest(request.game_id, owner_token, request_id, body, request.purpose, faces, seeds, cup)
        )


def _check_faces(faces: Sequence[int]) -> None:
    if not 1 <= len(faces) <= transcripts.MOST_DICE:
        raise BadMessage("faces", f"{len(faces)} dice; 1 to {transcripts.MOST_DICE:,} are allowed")
    for i, count in enumerate(faces):
        if not 2 <= count <= derivation.MOST_FACES:
            raise BadMessage(f"faces[{i}]", f"{count} is not in 2 to {derivation.MOST_FACES:,}")


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
