"""Checks transcripts of dice: from their bytes alone, with no server and no ledger."""

import itertools

from hunch.server.dice import derivation, keys
from hunch.server.steps import Steps, finish
from hunch.v1 import dice_pb2 as pb

VERSION = 1
"""Of the form of transcripts."""
MOST_PURPOSE = 200
"""Bytes of what a roll is for."""
MOST_DICE = 1_000
"""Of one roll."""
MOST_PLAYERS = 16
"""Seeds of players in one game of dice."""
MOST_SEED = 64
"""Bytes of one player's seed."""
MOST_KINDS = 1_000
"""Kinds of chits in a cup."""


def verify(transcript: pb.Transcript) -> list[pb.TranscriptCheck]:
    """All checks that can be made, in order. A transcript without a sound form is not checked further."""
    return finish(verify_in_steps(transcript))


def verify_in_steps(transcript: pb.Transcript) -> Steps[list[pb.TranscriptCheck]]:
    """The same in steps, a roll or less each."""
    checks = [_check("form", (yield from _flaw_of_form(transcript)))]
    if checks[0].passed:
        checks += yield from _check_content(transcript)
    return checks


def _check(name: str, flaw: str) -> pb.TranscriptCheck:
    return pb.TranscriptCheck(name=name, passed=not flaw, says=flaw)


def _flaw_of_form(transcript: pb.Transcript) -> Steps[str]:
    if transcript.version != VERSION:
        return f"version {transcript.version}, known is {VERSION}"
    if not _hex(transcript.game_id, 16) or not _hex(transcript.commitment, 32):
        return "the game's id or the commitment is not hexadecimal of its length"
    if len(transcript.server_seed) != 32 or len(transcript.signature) != 64 or len(transcript.public_key) != 32:
        return "the server's seed, the signature or the public key has a wrong length"
    if len(transcript.player_seeds) > MOST_PLAYERS or any(len(seed) > MOST_SEED for seed in transcript.player_seeds):
        return "too many or too long players' seeds"
    for roll in transcript.rolls:
        yield
        if not (0 < len(roll.faces) <= MOST_DICE and len(roll.values) == len(roll.faces)):
            return f"roll {roll.counter}: not as many values as dice"
        if (
            not all(1 <= faces <= derivation.MOST_FACES for faces in roll.faces)
            or len(roll.purpose.encode()) > MOST_PURPOSE
        ):
            return f"roll {roll.counter}: a die that cannot be, or too long a purpose"
        if len(roll.cup) > MOST_KINDS or (
            roll.cup and tuple(roll.faces) != derivation.cup_faces(roll.cup, len(roll.faces))
        ):
            return f"roll {roll.counter}: the draws do not fit the cup"
    return ""


def _check_content(transcript: pb.Transcript) -> Steps[list[pb.TranscriptCheck]]:
    game, seeds = bytes.fromhex(transcript.game_id), tuple(transcript.player_seeds)
    right = derivation.commitment(transcript.server_seed) == transcript.commitment
    checks = [_check("commitment", "" if right else "the server's seed is not the one it committed to")]
    whole = len(transcript.rolls) == transcript.roll_count
    gaps = any(roll.counter != place for roll, place in zip(transcript.rolls, itertools.count(1), strict=False))
    checks.append(_check("counters", "" if whole and not gaps else "rolls are missing or out of order"))
    chain, wrong = derivation.start_of_chain(seeds), ""
    for roll in transcript.rolls:
        fair = derivation.roll(transcript.server_seed, game, roll.purpose, seeds, roll.counter, roll.faces)
        if fair != tuple(roll.values) and not wrong:
            wrong = f"roll {roll.counter} does not follow from the seeds"
        chain = derivation.extend_chain(chain, stored_roll(roll))
        yield
    checks.append(_check("rolls", wrong))
    message = derivation.signed_bytes(game, transcript.commitment, transcript.server_seed, transcript.roll_count, chain)
    signed = keys.is_signed(transcript.public_key, transcript.signature, message)
    checks.append(_check("signature", "" if signed else "the signature is not of this transcript"))
    return checks


def stored_roll(roll: pb.Roll) -> derivation.StoredRoll:
    """A roll of a transcript as the ledger has it."""
    return derivation.StoredRoll(roll.counter, roll.purpose, tuple(roll.faces), tuple(roll.values), tuple(roll.cup))


def roll_message(roll: derivation.StoredRoll) -> pb.Roll:
    """A roll of the ledger as a message."""
    return pb.Roll(counter=roll.counter, purpose=roll.purpose, faces=roll.faces, values=roll.values, cup=roll.cup)


def _hex(text: str, size: int) -> bool:
    return len(text) == 2 * size and all(letter in "0123456789abcdef" for letter in text)
