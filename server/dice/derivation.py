"""The bytes of fair dice: what a die follows from, and what a signature covers. docs/dice.md is the same in words.

Numbers are big-endian. HMAC-SHA256 is keyed with the server's seed; the first 8 bytes of its output, as a number, give
the face. A number in the last, incomplete run of faces is thrown away and `attempt` rises, so all faces are as likely.

A roll that is bound to a position follows from that position and its purpose, whatever its counter. So a position has
one roll, in whatever order and however often it is asked for.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

ROLL_1 = b"hunch.dice.v1\0"
"""What the bytes of a die begin with in a roll of version 1."""
ROLL_2 = b"hunch.dice.v2\0"
"""What the bytes of a die begin with in all other rolls."""
CHAIN = b"hunch.rolls.v1\0"
"""What the bytes of a chain begin with."""
LINK_2 = b"hunch.roll.v2\0"
"""What the bytes of a roll in a chain begin with, unless the roll is of version 1: those begin with the counter."""
TRANSCRIPT = {1: b"hunch.transcript.v1\0", 2: b"hunch.transcript.v2\0"}
"""What the signed bytes of a transcript begin with, by its version."""
POSITION = b"hunch.position.v1\0"
"""What the bytes of a position begin with."""
POSITION_BYTES = 32
"""Of a position, which is a SHA-256."""
MOST_FACES = 1_000_000
"""Of one die."""


class Binding(IntEnum):
    """What a roll is bound to. The numbers are those of `RollBinding` on the wire, and they are signed."""

    VERSION_1 = 0  # its counter alone, by the bytes of version 1
    COUNTER = 1  # its counter alone
    APP = 2  # a position that the app named
    GAME = 3  # a whole position of a game, hashed by the server

    @property
    def to_position(self) -> bool:
        """Whether it is a position."""
        return self in (Binding.APP, Binding.GAME)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice to be rolled, or with a `cup` draws from it, and what they are for."""

    purpose: str  # as the app named it; for a game's own events, the game and the kind of event
    faces: tuple[int, ...]  # of each die; for draws: how many chits are left
    cup: tuple[int, ...] = ()  # how many chits of each kind are in it; empty for dice
    binding: Binding = Binding.COUNTER
    position: bytes = b""  # what the roll is bound to; empty if it is bound to no position


@dataclass(frozen=True, slots=True)
class StoredRoll:
    """A roll as the ledger has it."""

    counter: int  # its place in the game, from 1
    throw: Throw
    values: tuple[int, ...]  # what each die shows


@dataclass(frozen=True, slots=True)
class Seeds:
    """All that the dice of a game follow from."""

    game: bytes  # the game's id
    server: bytes  # the secret that the commitment is the hash of
    players: tuple[bytes, ...]


def commitment(server_seed: bytes) -> str:
    """What the players learn before the first roll."""
    return hashlib.sha256(server_seed).hexdigest()


def position_hash(state: bytes, repeat: int) -> bytes:
    """What the rolls of a position are bound to.

    `state` are the bytes of its GameState, with the fields of each message in the order of their numbers. `repeat`
    counts how often the position came before since the last choice, as for a die that is rolled until it fits.
    """
    return hashlib.sha256(POSITION + struct.pack(">I", repeat) + state).digest()


def encode_seeds(seeds: Sequence[bytes]) -> bytes:
    """The players' seeds: how many (1 byte), then each with its length (2 bytes)."""
    return struct.pack(">B", len(seeds)) + b"".join(struct.pack(">H", len(seed)) + seed for seed in seeds)


def roll_message(seeds: Seeds, throw: Throw, counter: int) -> bytes:
    """What all dice of a roll follow from."""
    words = throw.purpose.encode()
    head = seeds.game + struct.pack(">H", len(words)) + words + encode_seeds(seeds.players)
    if throw.binding is Binding.VERSION_1:
        return ROLL_1 + head + struct.pack(">Q", counter)
    return ROLL_2 + head + _bound_to(throw, counter)


def _bound_to(throw: Throw, counter: int) -> bytes:
    bound_to = throw.position if throw.binding.to_position else struct.pack(">Q", counter)
    return struct.pack(">B", throw.binding) + bound_to


def die_value(server_seed: bytes, message: bytes, die: int, faces: int) -> int:
    """The face that a die of a roll shows: 1 to `faces`."""
    limit = 2**64 - 2**64 % faces
    attempt = 0
    while True:
        bytes_of_die = message + struct.pack(">III", die, faces, attempt)
        number = int.from_bytes(hmac.digest(server_seed, bytes_of_die, "sha256")[:8], "big")
        if number < limit:
            return 1 + number % faces
        attempt += 1


def roll(seeds: Seeds, throw: Throw, counter: int = 0) -> tuple[int, ...]:
    """What the dice of a roll show. A roll that is bound to a position needs no counter."""
    message = roll_message(seeds, throw, counter)
    return tuple(die_value(seeds.server, message, die, faces) for die, faces in enumerate(throw.faces))


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
    throw, words = stored.throw, stored.throw.purpose.encode()
    counts = [len(throw.faces), *throw.faces, len(stored.values), *stored.values, len(throw.cup), *throw.cup]
    link = struct.pack(">QH", stored.counter, len(words)) + words
    if throw.binding is not Binding.VERSION_1:
        link = LINK_2 + link + struct.pack(">BB", throw.binding, len(throw.position)) + throw.position
    return hashlib.sha256(chain + link + struct.pack(f">{len(counts)}I", *counts)).digest()


def signed_bytes(version: int, seeds: Seeds, committed: str, count: int, chain: bytes) -> bytes:
    """What the signature of a transcript covers."""
    head = TRANSCRIPT[version] + seeds.game + bytes.fromhex(committed)
    return head + seeds.server + struct.pack(">Q", count) + chain
