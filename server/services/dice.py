"""DiceService: what is asked of fair dice over the wire."""

from collections.abc import Sequence

from hunch.engines import BadMessage
from hunch.server.dice import derivation, transcripts
from hunch.server.dice.derivation import Kept
from hunch.server.dice.games import Dice, Throw, body_of, check_game, check_names, check_seeds, check_text
from hunch.server.dice.paging import Pages
from hunch.server.offload import Aside
from hunch.server.rpc import Call
from hunch.v1 import dice_pb2 as pb

PAGE, STATISTICS_PAGE = 1_000, 100
LITTLE = 512
"""Bytes of a transcript that is checked in about a millisecond: its own 250, and at least two for each die."""


class DiceService:
    """The wire of `Dice` and of `Pages`."""

    def __init__(self, dice: Dice, aside: Aside) -> None:
        self._dice, self._aside = dice, aside
        self._pages = Pages(dice, aside)

    async def commit_dice(self, request: pb.CommitDiceRequest, call: Call) -> pb.CommitDiceResponse:
        """A game and the hash of its seed."""
        if request.request_id:
            check_text("request_id", request.request_id, 64, least=16)
        row = await self._dice.off_loop(call, lambda: self._dice.commit(call.key, request.request_id))
        token = self._dice.seal.owner_token(bytes.fromhex(row.id))
        return pb.CommitDiceResponse(
            game_id=row.id, owner_token=token, commitment=row.commitment, closes_at=row.closes_at
        )

    async def roll_dice(self, request: pb.RollDiceRequest, call: Call) -> pb.RollDiceResponse:
        """Dice."""
        _named(request.game_id, request.request_id, request.purpose, request.player_seeds)
        _dice(request.faces)
        kept = await self._dice.off_loop(call, lambda: self._rolled(request, request.faces))
        return pb.RollDiceResponse(roll=transcripts.told(kept))

    async def draw_chits(self, request: pb.DrawChitsRequest, call: Call) -> pb.DrawChitsResponse:
        """Chits."""
        _named(request.game_id, request.request_id, request.purpose, request.player_seeds)
        if not 1 <= len(request.cup) <= transcripts.MOST_KINDS:
            raise BadMessage("cup", f"{len(request.cup)} kinds; 1 to {transcripts.MOST_KINDS:,} are taken")
        total = sum(request.cup)
        if not 1 <= total <= derivation.MOST_FACES:
            raise BadMessage("cup", f"{total:,} chits; 1 to {derivation.MOST_FACES:,} are taken")
        if not 1 <= request.draws <= min(total, transcripts.MOST_DICE):
            raise BadMessage("draws", f"{request.draws} is not in 1 to {min(total, transcripts.MOST_DICE)}")

        def drawn() -> tuple[Kept, tuple[int, ...]]:
            kept = self._rolled(request, derivation.cup_faces(request.cup, request.draws), tuple(request.cup))
            return kept, derivation.kinds(kept.cup, kept.values)

        kept, kinds = await self._dice.off_loop(call, drawn)
        return pb.DrawChitsResponse(roll=transcripts.told(kept), kinds=kinds)

    async def reveal_dice(self, request: pb.RevealDiceRequest, call: Call) -> pb.RevealDiceResponse:
        """The transcript."""
        check_game(request.game_id)
        after, most = _page(request.page_token, request.page_size, PAGE)
        told, following = await self._pages.transcript(call, request.game_id, request.owner_token, after, most)
        return pb.RevealDiceResponse(transcript=told, next_page_token=str(following or ""))

    async def verify_transcript(self, request: pb.VerifyTranscriptRequest, call: Call) -> pb.VerifyTranscriptResponse:
        """Each check."""
        if not request.HasField("transcript"):
            raise BadMessage("transcript", "there is none")
        checks = await self._aside.stepwise(call, transcripts.verified(request.transcript), heavy=call.size > LITTLE)
        here = request.transcript.public_key in self._dice.public_keys
        return pb.VerifyTranscriptResponse(valid=all(check.passed for check in checks), checks=checks, signed_here=here)

    async def get_roll_statistics(
        self, request: pb.GetRollStatisticsRequest, call: Call
    ) -> pb.GetRollStatisticsResponse:
        """How often each face came."""
        check_game(request.game_id)
        above, most = _page(request.page_token, request.page_size, STATISTICS_PAGE)
        found, following = await self._pages.statistics(call, request.game_id, request.owner_token, above, most)
        return pb.GetRollStatisticsResponse(dice=found, next_page_token=str(following or ""))

    def _rolled(
        self, request: pb.RollDiceRequest | pb.DrawChitsRequest, faces: Sequence[int], cup: Sequence[int] = ()
    ) -> Kept:
        throw = Throw(request.purpose, tuple(faces), tuple(request.player_seeds), tuple(cup))
        return self._dice.roll(request.game_id, request.owner_token, request.request_id, body_of(request), throw)


def _dice(faces: Sequence[int]) -> None:
    if not 1 <= len(faces) <= transcripts.MOST_DICE:
        raise BadMessage("faces", f"{len(faces)} dice; 1 to {transcripts.MOST_DICE:,} are taken")
    for i, one in enumerate(faces):
        if not 2 <= one <= derivation.MOST_FACES:
            raise BadMessage(f"faces[{i}]", f"{one} is not in 2 to {derivation.MOST_FACES:,}")


def _page(token: str, size: int, most: int) -> tuple[int, int]:
    if size > most:
        raise BadMessage("page_size", f"{size} is more than {most}")
    if token and not (token.isascii() and token.isdecimal() and len(token) < 9):
        raise BadMessage("page_token", "not one that was given")
    return int(token or 0), size or most


def _named(game: str, request_id: str, purpose: str, seeds: Sequence[bytes]) -> None:
    check_names(game, request_id)
    if len(purpose.encode()) > transcripts.MOST_PURPOSE:
        raise BadMessage("purpose", f"longer than {transcripts.MOST_PURPOSE} bytes")
    if "\0" in purpose:
        raise BadMessage("purpose", "holds a zero, which no database keeps")
    check_seeds(seeds)
