"""Checks transcripts of dice: from their bytes, with no server and no ledger."""

import string
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import starmap

from hunch.engines.registry import Files
from hunch.server.dice import derivation, keys, records
from hunch.server.dice.derivation import Binding, StoredRoll, Throw
from hunch.server.errors import under
from hunch.server.steps import Steps, finish
from hunch.v1 import dice_pb2 as pb
from hunch.v1.advice_pb2 import GameRecord

VERSION = 2
"""Of the form of transcripts."""
UNBOUND_VERSION = 1
"""Of transcripts in which no roll is bound to anything but its counter, by the rules of that version."""
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
SAYS = {
    Binding.VERSION_1: "{} by an earlier version, for no position: the app could roll until it liked the result",
    Binding.COUNTER: "{} for no position: the app could roll until it liked the result",
    Binding.APP: "{} for positions that the app named, one each",
    Binding.GAME: "{} for positions that the server played to, one each",
}
"""What rolls for a purpose are bound to, in words."""
BINDINGS = frozenset(map(int, Binding))
"""The numbers of all bindings."""
Purpose = tuple[str, Binding]
"""What rolls are for, and what they are bound to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What somebody knows of a game of dice, besides its transcript."""

    commitment: str = ""  # what the players were shown before the first roll; empty: not known
    keys: Collection[bytes] = ()  # that may have signed it
    any_key: bool = False  # whether any other may have signed it too
    record: GameRecord | None = None  # of the game that was played; unset: not known
    data: Mapping[str, Files] = field(default_factory=dict)  # of the games whose data an owner brings


def verify(transcript: pb.Transcript) -> list[pb.TranscriptCheck]:
    """All checks of the transcript alone, in order. One without a sound form is not checked further."""
    return finish(verify_in_steps(transcript))


def verify_in_steps(transcript: pb.Transcript) -> Steps[list[pb.TranscriptCheck]]:
    """The same in steps, a roll or less each."""
    checks = [_check("form", (yield from _flaw_of_form(transcript)))]
    if checks[0].passed:
        checks += yield from _check_content(transcript)
    return checks


def compare(transcript: pb.Transcript, expected: Expected) -> Steps[pb.VerifyTranscriptResponse]:
    """All checks of the transcript, and of what somebody knows besides it."""
    checks = yield from verify_in_steps(transcript)
    checks.append(_check("key", _flaw_of_key(transcript.public_key, expected)))
    answer = pb.VerifyTranscriptResponse()
    if checks[0].passed:
        if expected.commitment and expected.commitment.lower() != transcript.commitment and checks[1].passed:
            checks[1].CopyFrom(
                _check("commitment", "not the one that the players were shown: this is another game of dice")
            )
        purposes, of_game = yield from _sorted_out(transcript)
        if expected.record is not None:
            with under("record"):
                checks.append(_check("record", (yield from records.compare(expected.record, of_game, expected.data))))
        answer.purposes.extend(starmap(_purpose, purposes.items()))
        answer.unproved.extend(_unproved({binding for _, binding in purposes}, expected))
    answer.checks.extend(checks)
    answer.valid = all(check.passed for check in checks)
    return answer


def _check(name: str, flaw: str) -> pb.TranscriptCheck:
    return pb.TranscriptCheck(name=name, passed=not flaw, says=flaw)


def _flaw_of_form(transcript: pb.Transcript) -> Steps[str]:
    if transcript.version not in derivation.TRANSCRIPT:
        return f"version {transcript.version}, known are {UNBOUND_VERSION} and {VERSION}"
    names = transcript.game_id + transcript.commitment
    if not (is_hex(transcript.game_id, 16) and is_hex(transcript.commitment, 32) and names == names.lower()):
        return "the game's id or the commitment is not hexadecimal of its length"
    if len(transcript.server_seed) != 32 or len(transcript.signature) != 64 or len(transcript.public_key) != 32:
        return "the server's seed, the signature or the public key has a wrong length"
    if len(transcript.player_seeds) > MOST_PLAYERS or any(len(seed) > MOST_SEED for seed in transcript.player_seeds):
        return "too many or too long players' seeds"
    for roll in transcript.rolls:
        yield
        if flaw := _flaw_of_roll(roll, transcript.version):
            return f"roll {roll.counter}: {flaw}"
    return ""


def _flaw_of_roll(roll: pb.Roll, version: int) -> str:
    if not (0 < len(roll.faces) <= MOST_DICE and len(roll.values) == len(roll.faces)):
        return "not as many values as dice"
    if (
        not all(1 <= faces <= derivation.MOST_FACES for faces in roll.faces)
        or len(roll.purpose.encode()) > MOST_PURPOSE
    ):
        return "a die that cannot be, or too long a purpose"
    if len(roll.cup) > MOST_KINDS or (
        roll.cup and tuple(roll.faces) != derivation.cup_faces(roll.cup, len(roll.faces))
    ):
        return "the draws do not fit the cup"
    if int(roll.binding) not in BINDINGS or version_of(Binding(roll.binding)) > version:
        return "not bound as a roll of this version is"
    if len(roll.position) != derivation.POSITION_BYTES * Binding(roll.binding).to_position:
        return "bound to a position that is not there, or to none though there is one"
    return ""


def _check_content(transcript: pb.Transcript) -> Steps[list[pb.TranscriptCheck]]:
    seeds = derivation.Seeds(bytes.fromhex(transcript.game_id), transcript.server_seed, tuple(transcript.player_seeds))
    right = derivation.commitment(transcript.server_seed) == transcript.commitment
    checks = [_check("commitment", "" if right else "the server's seed is not the one it committed to")]
    checks.append(_check("counters", _flaw_of_counters(transcript)))
    chain, wrong, bound, twice = derivation.start_of_chain(seeds.players), [], set(), []
    for roll in map(stored_roll, transcript.rolls):
        if derivation.roll(seeds, roll.throw, roll.counter) != roll.values:
            wrong.append(roll.counter)
        if roll.throw.binding.to_position:
            name = roll.throw.binding, roll.throw.position, roll.throw.purpose
            if name in bound:
                twice.append(roll.counter)
            bound.add(name)
        chain = derivation.extend_chain(chain, roll)
        yield
    checks.append(_check("rolls", f"do not follow from the seeds: {records.ranges(wrong)}" if wrong else ""))
    checks.append(_check("positions", f"rolled a second time: {records.ranges(twice)}" if twice else ""))
    message = derivation.signed_bytes(transcript.version, seeds, transcript.commitment, transcript.roll_count, chain)
    signed = keys.is_signed(transcript.public_key, transcript.signature, message)
    checks.append(_check("signature", "" if signed else "the signature is not of this transcript"))
    return checks


def _flaw_of_counters(transcript: pb.Transcript) -> str:
    """The gaps. A game has none: a request that is refused uses no counter, and every roll is kept."""
    gaps, last = [], 0
    for roll in transcript.rolls:
        if roll.counter <= last:
            return f"roll {roll.counter} is out of order or there twice"
        gaps.append((last + 1, roll.counter - 1))
        last = roll.counter
    if last > transcript.roll_count:
        return f"{transcript.roll_count} rolls are signed, and there is a roll {last}"
    gaps.append((last + 1, transcript.roll_count))
    missing = ", ".join(str(first) if first == end else f"{first} to {end}" for first, end in gaps if first <= end)
    return f"missing: rolls {missing}. A game has no gaps, so pages were left out" if missing else ""


def _flaw_of_key(public: bytes, expected: Expected) -> str:
    if flaw := keys.flaw(public):
        return flaw
    if expected.any_key or public in expected.keys:
        return ""
    known = "it is none of the keys that are known here" if expected.keys else "no key is known here"
    return (
        f"signed with {public.hex()}, and {known}: which server rolled is not proved. The other checks hold whoever"
        " signed it. Compare the key with that of the server (hunch status --json), and give it as a public key, or"
        " accept any key"
    )


def _sorted_out(transcript: pb.Transcript) -> Steps[tuple[Counter[Purpose], list[StoredRoll]]]:
    """How many rolls there are for each purpose, and those that are bound to positions of a game."""
    purposes: Counter[Purpose] = Counter()
    of_game = []
    for roll in transcript.rolls:
        binding = Binding(roll.binding)
        purposes[roll.purpose, binding] += 1
        if binding is Binding.GAME:
            of_game.append(stored_roll(roll))
        yield
    return purposes, of_game


def _purpose(purpose: Purpose, count: int) -> pb.RollPurpose:
    words, binding = purpose
    counted = "1 roll" if count == 1 else f"{count:,} rolls"
    return pb.RollPurpose(
        purpose=words, binding=pb.RollBinding.Name(binding), rolls=count, says=SAYS[binding].format(counted)
    )


def _unproved(bindings: Collection[Binding], expected: Expected) -> Iterator[str]:
    if not expected.commitment:
        yield "That the players were shown this commitment before the first roll: compare it with what they saw."
    if expected.any_key:
        yield "Which server signed it: any key was accepted."
    if Binding.GAME in bindings and expected.record is None:
        yield "That the positions are those of the game that was played: give its record."
    if Binding.APP in bindings:
        yield "That the positions which the app named are those of its game: only the app can show them."
    if Binding.COUNTER in bindings or Binding.VERSION_1 in bindings:
        yield "That the rolls for no position are not the best of several: all of them are listed."


def version_of(binding: Binding) -> int:
    """The version of a transcript that can hold such a roll."""
    return UNBOUND_VERSION if binding is Binding.VERSION_1 else VERSION


def stored_roll(roll: pb.Roll) -> StoredRoll:
    """A roll of a transcript as the ledger has it."""
    throw = Throw(roll.purpose, tuple(roll.faces), tuple(roll.cup), Binding(roll.binding), roll.position)
    return StoredRoll(roll.counter, throw, tuple(roll.values))


def roll_message(roll: StoredRoll) -> pb.Roll:
    """A roll of the ledger as a message."""
    throw = roll.throw
    return pb.Roll(
        counter=roll.counter,
        purpose=throw.purpose,
        faces=throw.faces,
        values=roll.values,
        cup=throw.cup,
        binding=pb.RollBinding.Name(throw.binding),
        position=throw.position,
    )


def is_hex(text: str, size: int) -> bool:
    """Whether a text is so many bytes in hexadecimal digits."""
    return len(text) == 2 * size and set(text) <= set(string.hexdigits)
