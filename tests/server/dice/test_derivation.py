"""Known answers: each die recomputed from the documented bytes with `hmac` and `hashlib` alone."""

import hashlib
import hmac
import struct

import pytest

from hunch.server.dice import derivation

SEED = bytes(range(32))
GAME = bytes(range(100, 116))
KNOWN = (4, 5, 3, 4, 5, 3, 4, 3, 4, 2)


def by_hand(purpose, seeds, counter, die, faces):
    """A die as docs/dice.md says it, with nothing of ours."""
    attempt = 0
    while True:
        message = b"hunch.dice.v1\x00" + GAME
        message += len(purpose.encode()).to_bytes(2, "big") + purpose.encode()
        message += bytes([len(seeds)])
        for seed in seeds:
            message += len(seed).to_bytes(2, "big") + seed
        message += counter.to_bytes(8, "big") + die.to_bytes(4, "big")
        message += faces.to_bytes(4, "big") + attempt.to_bytes(4, "big")
        number = struct.unpack(">Q", hmac.new(SEED, message, hashlib.sha256).digest()[:8])[0]
        if number < (2**64 // faces) * faces:
            return number % faces + 1
        attempt += 1


@pytest.mark.parametrize("purpose", ["", "attack", "été à la rivière"])
@pytest.mark.parametrize("seeds", [(), (b"alice",), (b"alice", b"\x00\xff" * 32)])
def test_dice_follow_from_the_documented_bytes(purpose, seeds):
    for faces in (2, 6, 7, 20, 1_000_000):
        rolled = derivation.roll(SEED, GAME, purpose, seeds, 3, [faces] * 20)
        assert list(rolled) == [by_hand(purpose, seeds, 3, die, faces) for die in range(20)]


def test_these_very_dice_fall_for_ever():
    assert derivation.roll(SEED, GAME, "known answer", (b"a", b"b"), 1, [6] * 10) == KNOWN


def test_the_commitment_is_the_hash_of_the_seed():
    assert derivation.commitment(SEED) == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize("faces", [2, 6, 10, 100])
def test_faces_are_equally_likely(faces):
    count = 200 * faces
    rolled = [
        shown for place in range(count // 100) for shown in derivation.roll(SEED, GAME, "", (), place, [faces] * 100)
    ]
    chi_square = sum((rolled.count(face) - 200) ** 2 / 200 for face in range(1, faces + 1))
    assert chi_square < faces - 1 + 5 * (2 * (faces - 1)) ** 0.5


def test_chits_are_drawn_without_being_put_back():
    cup = (3, 0, 2, 5)
    shown = derivation.roll(SEED, GAME, "cup", (), 1, derivation.cup_faces(cup, 10))
    drawn = derivation.drawn_kinds(cup, shown)
    assert [drawn.count(kind) for kind in range(4)] == list(cup)
    assert derivation.drawn_kinds((2, 3), (1, 4)) == (0, 1)
    assert derivation.drawn_kinds((2, 3), (3, 1, 1)) == (1, 0, 0)
