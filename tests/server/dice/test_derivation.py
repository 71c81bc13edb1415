"""Known answers: each die recomputed from the documented bytes with `hmac` and `hashlib` alone."""

import hashlib
import hmac
import struct
from pathlib import Path

import pytest

from hunch.server.dice import derivation
from hunch.server.dice.derivation import Binding, Seeds, Throw

SEED = bytes(range(32))
GAME = bytes(range(100, 116))
KNOWN = {
    Binding.VERSION_1: (4, 5, 3, 4, 5, 3, 4, 3, 4, 2),
    Binding.COUNTER: (3, 3, 3, 1, 1, 2, 3, 3, 4, 2),
    Binding.APP: (6, 3, 5, 3, 2, 3, 5, 2, 1, 5),
    Binding.GAME: (4, 6, 6, 1, 5, 6, 2, 6, 3, 5),
}
POSITION = bytes(range(200, 232))


def throw(binding, purpose, faces):
    return Throw(purpose, tuple(faces), binding=binding, position=POSITION if binding.to_position else b"")


def rolled(binding, purpose, players, counter, faces):
    return derivation.roll(Seeds(GAME, SEED, tuple(players)), throw(binding, purpose, faces), counter)


def by_hand(binding, purpose, seeds, counter, die, faces):
    """A die as docs/dice.md says it, with nothing of ours."""
    attempt = 0
    while True:
        message = (b"hunch.dice.v2\x00" if binding else b"hunch.dice.v1\x00") + GAME
        message += len(purpose.encode()).to_bytes(2, "big") + purpose.encode()
        message += bytes([len(seeds)])
        for seed in seeds:
            message += len(seed).to_bytes(2, "big") + seed
        if binding:
            message += bytes([binding])
        message += POSITION if binding in (2, 3) else counter.to_bytes(8, "big")
        message += die.to_bytes(4, "big")
        message += faces.to_bytes(4, "big") + attempt.to_bytes(4, "big")
        number = struct.unpack(">Q", hmac.new(SEED, message, hashlib.sha256).digest()[:8])[0]
        if number < (2**64 // faces) * faces:
            return number % faces + 1
        attempt += 1


@pytest.mark.parametrize("purpose", ["", "attack", "été à la rivière"])
@pytest.mark.parametrize("seeds", [(), (b"alice",), (b"alice", b"\x00\xff" * 32)])
@pytest.mark.parametrize("binding", Binding)
def test_dice_follow_from_the_documented_bytes(binding, purpose, seeds):
    for faces in (2, 6, 7, 20, 1_000_000):
        shown = rolled(binding, purpose, seeds, 3, [faces] * 20)
        assert list(shown) == [by_hand(int(binding), purpose, seeds, 3, die, faces) for die in range(20)]


@pytest.mark.parametrize("binding", Binding)
def test_these_very_dice_fall_for_ever(binding):
    assert rolled(binding, "known answer", (b"a", b"b"), 1, [6] * 10) == KNOWN[binding]


def test_the_page_has_the_known_answers():
    page = (Path(__file__).parents[3] / "docs/dice.md").read_text()
    assert [binding for binding in Binding if " ".join(map(str, KNOWN[binding])) not in page] == []


def test_a_position_has_one_roll_for_a_purpose_whatever_its_counter():
    for binding in (Binding.APP, Binding.GAME):
        assert len({rolled(binding, "attack", (), counter, [1_000_000] * 3) for counter in range(20)}) == 1
    shown = {rolled(binding, purpose, (), 1, [1_000_000] * 3) for binding in Binding for purpose in ("attack", "flee")}
    assert len(shown) == 8


def test_a_position_that_comes_again_in_a_run_is_another():
    assert len({derivation.position_hash(b"state", repeat) for repeat in range(3)}) == 3
    raw = hashlib.sha256(b"hunch.position.v1\0" + (2).to_bytes(4, "big") + b"state").digest()
    assert derivation.position_hash(b"state", 2) == raw


def test_the_commitment_is_the_hash_of_the_seed():
    assert derivation.commitment(SEED) == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize("faces", [2, 6, 10, 100])
def test_faces_are_equally_likely(faces):
    count = 200 * faces
    shown = [one for place in range(count // 100) for one in rolled(Binding.COUNTER, "", (), place, [faces] * 100)]
    chi_square = sum((shown.count(face) - 200) ** 2 / 200 for face in range(1, faces + 1))
    assert chi_square < faces - 1 + 5 * (2 * (faces - 1)) ** 0.5


def test_chits_are_drawn_without_being_put_back():
    cup = (3, 0, 2, 5)
    shown = rolled(Binding.COUNTER, "cup", (), 1, derivation.cup_faces(cup, 10))
    drawn = derivation.drawn_kinds(cup, shown)
    assert [drawn.count(kind) for kind in range(4)] == list(cup)
    assert derivation.drawn_kinds((2, 3), (1, 4)) == (0, 1)
    assert derivation.drawn_kinds((2, 3), (3, 1, 1)) == (1, 0, 0)
