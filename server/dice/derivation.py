"""The bytes of fair dice: what a die follows from, and what a signature covers. docs/dice.md is the same in words.

Numbers are big-endian. HMAC-SHA256 is keyed with the server's seed; the first 8 bytes of its output, as a number, give
the face. A number in the last, incomplete run of faces is thrown away and `attempt` rises, so all faces are as likely.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

ROLL = b"hunch.dice.v1\0"
"""What the bytes of a die begin with."""
CHAIN = b"hunch.rolls.v1\0"
"""What the bytes of a chain begin with."""
TRANSCRIPT = b"hunch.transcript.v1\0"
"""What the signed bytes of a transcript begin with."""
MOST_FACES = 1_000_000
"""Of one die."""


@dataclass(frozen=True, slots=True)
class StoredRoll:
    """A roll as the ledger has it: dice, or with a `cup` draws from it."""

    counter: int  # its place in the game, from 1
    purpose: str  # what it was for, as the app named it
    faces: tuple[int, ...]  # of each die; for draws: how many chits were left
    values: tuple[int, ...]  # what each die shows
    cup: tuple[int, ...] = ()  # how many chits of each kind were in it; empty for dice


def commitment(server_seed: bytes) -> str:
    """What the players learn before the first roll."""
    return hashlib.sha256(server_seed).hexdigest()


def encode_seeds(seeds: Sequence[bytes]) -> bytes:
    """The players' seeds: how many (1 byte), then each with its length (2 bytes)."""
    return struct.pack(">B", len(seeds)) + b"".join(struct.pack(">H", len(seed)) + seed for seed in seeds)


def die_message(
    game: bytes, purpose: str, seeds: Sequence[bytes], counter: int, die: int, faces: int, attempt: int
) -> bytes:
    """What one die follows from."""
    words = purpose.encode()
    head = ROLL + game + struct.pack(">H", len(words)) + words + encode_seeds(seeds)
    return head + struct.pack(">QIII", counter, die, faces, attempt)


def die_value(
    server_seed: bytes, game: bytes, purpose: str, seeds: Sequence[bytes], counter: int, die: int, faces: int
) -> int:
    """The face that a die shows: 1 to `faces`."""
    limit = 2**64 - 2**64 % faces
    attempt = 0
    while True:
        message = die_message(game, purpose, seeds, counter, die, faces, attempt)
        number = int.from_bytes(hmac.digest(server_seed, message, "sha256")[:8], "big")
        if number < limit:
            return 1 + number % faces
        attempt += 1


def roll(
    server_seed: bytes, game: bytes, purpose: str, seeds: Sequence[bytes], counter: int, faces: Sequence[int]
) -> tuple[int, ...]:
    """All dice of one roll."""
    return tuple(die_value(server_seed, game, purpose, seeds, counter, die, n) for die, n in enumerate(faces))


def cup_faces(cup: Sequence[int], draws: int) -> tuple[int, ...]:
    """A draw is a die with as many faces as chits are left."""
    return tuple(range(sum(cup), sum(cup) - draws, -1))


def drawn_kinds(cup: Sequence[int], values: Iterable[int]) -> tuple[int, ...]:
    """The kinds that these values draw: kind 0's chits come first, and a drawn chit is gone."""
    left, drawn = np.cumsum(np.array(cup, dtype=np.int64)), []
    for value in values:
        kind = int(np.searchsorted(left, value))
        left[kind:] -= 1
        drawn.append(kind)
    return tuple(drawn)


def start_of_chain(seeds: Sequence[bytes]) -> bytes:
    """The chain before the first roll."""
    return hashlib.sha256(CHAIN + encode_seeds(seeds)).digest()


def extend_chain(chain: bytes, stored: StoredRoll) -> bytes:
    """The chain after this roll."""
    words = stored.purpose.encode()
    counts = [len(stored.faces), *stored.faces, len(stored.values), *stored.values, len(stored.cup), *stored.cup]
    record = struct.pack(">QH", stored.counter, len(words)) + words + struct.pack(f">{len(counts)}I", *counts)
    return hashlib.sha256(chain + record).digest()


def signed_bytes(game: bytes, committed: str, server_seed: bytes, count: int, chain: bytes) -> bytes:
    """What the signature of a transcript covers."""
    return TRANSCRIPT + game + bytes.fromhex(committed) + server_seed + struct.pack(">Q", count) + chain
