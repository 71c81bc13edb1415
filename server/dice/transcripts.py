"""Checks transcripts of dice: from their bytes alone, with no server and no ledger."""

import itertools

from hunch.server.dice import derivation, keys
from hunch.server.steps import Steps, finish
from hunch.v1 import dice_pb2 as pb

VERSION = 1
MOST_PURPOSE, MOST_DICE, MOST_PLAYERS, MOST_SEED, MOST_KINDS = 200, 1_000, 16, 64, 1_000


def verify(transcript: pb.Transcript) -> list[pb.TranscriptCheck]:
    """All checks that can be made, in order; what has no sound form is not checked further."""
    return finish(verified(transcript))


def verified(transcript: pb.Transcript) -> Steps[list[pb.TranscriptCheck]]:
    """The same in steps, a roll or less each."""
    checks = [_check("form", (yield from _form(transcript)))]
    if checks[0].passed:
        checks += [_check(name, says) for name, says in (yield from _content(transcript))]
    return checks


def _check(name: str, says: str) -> pb.TranscriptCheck:
    return pb.TranscriptCheck(name=name, passed=not says, says=says)


def _form(transcript: pb.Transcript) -> Steps[str]:
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


def _content(transcript: pb.Transcript) -> Steps[list[tuple[str, str]]]:
    game, seeds = bytes.fromhex(transcript.game_id), tuple(transcript.player_seeds)
    right = derivation.commitment(transcript.server_seed) == transcript.commitment
    found = [("commitment", "" if right else "the server's seed is not the one it committed to")]
    whole = len(transcript.rolls) == transcript.roll_count
    gaps = any(roll.counter != place for roll, place in zip(transcript.rolls, itertools.count(1), strict=False))
    found.append(("counters", "" if whole and not gaps else "rolls are missing or out of order"))
    chain, wrong = derivation.start_of_chain(seeds), ""
    for roll in transcript.rolls:
        fair = derivation.roll(transcript.server_seed, game, roll.purpose, seeds, roll.counter, roll.faces)
        if fair != tuple(roll.values) and not wrong:
            wrong = f"roll {roll.counter} does not follow from the seeds"
        chain = derivation.chained(chain, kept(roll))
        yield
    found.append(("rolls", wrong))
    told = derivation.signed_bytes(game, transcript.commitment, transcript.server_seed, transcript.roll_count, chain)
    signed = keys.verified(transcript.public_key, transcript.signature, told)
    found.append(("signature", "" if signed else "the signature is not of this transcript"))
    return found


def kept(roll: pb.Roll) -> derivation.Kept:
    """A roll of a transcript as the ledger has it."""
    return derivation.Kept(roll.counter, roll.purpose, tuple(roll.faces), tuple(roll.values), tuple(roll.cup))


def told(roll: derivation.Kept) -> pb.Roll:
    """A roll of the ledger as a message."""
    return pb.Roll(counter=roll.counter, purpose=roll.purpose, faces=roll.faces, values=roll.values, cup=roll.cup)


def _hex(text: str, size: int) -> bool:
    return len(text) == 2 * size and all(letter in "0123456789abcdef" for letter in text)
