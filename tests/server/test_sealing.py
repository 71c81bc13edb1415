"""Tokens of sealed games: nobody reads, changes or swaps them, and keys rotate."""

import contextlib
import os

import pytest

from hunch.engines import BadMessage, WrongVersion
from hunch.server import sealing
from hunch.server.dice.keys import read_or_make
from hunch.server.errors import Unavailable
from hunch.server.sealing import HEAD, Sealed, Sealer, rotate
from tests.support.clock import Clock


def some_record(seed=1, seats=(0,)):
    """A game, as far as a token cares."""
    return Sealed(bytes(range(16)), seats, seed.to_bytes(4) * 300)


def test_a_token_gives_back_what_was_sealed_and_is_never_the_same(tmp_path):
    sealer, record = Sealer(tmp_path), some_record(seats=(0, 3))
    tokens = {sealer.seal(record) for _ in range(20)}
    assert len(tokens) == 20
    assert all(sealer.open(token) == record for token in tokens)


def test_replicas_with_the_same_keys_open_each_others_tokens(tmp_path):
    assert Sealer(tmp_path).open(Sealer(tmp_path).seal(some_record())) == some_record()


def test_no_byte_of_a_token_can_change(tmp_path):
    sealer = Sealer(tmp_path)
    token = sealer.seal(some_record())
    for place in range(len(token)):
        changed = bytearray(token)
        changed[place] ^= 1
        with pytest.raises((BadMessage, WrongVersion)):
            sealer.open(bytes(changed))


@pytest.mark.parametrize("length", [0, 1, HEAD.size - 1, HEAD.size, HEAD.size + 1, HEAD.size + 16, -1])
def test_no_part_of_a_token_is_one(tmp_path, length):
    sealer = Sealer(tmp_path)
    with pytest.raises(BadMessage) as caught:
        sealer.open(sealer.seal(some_record())[:length])
    assert caught.value.path == "sealed"


def test_a_body_does_not_fit_another_head(tmp_path):
    sealer = Sealer(tmp_path)
    one, other = sealer.seal(some_record(seats=(0,))), sealer.seal(some_record(seats=(0, 1)))
    with pytest.raises(BadMessage):
        sealer.open(other[: HEAD.size] + one[HEAD.size :])


def test_another_servers_token_is_refused_with_the_way_out(tmp_path):
    with pytest.raises(WrongVersion, match="begin a new game"):
        Sealer(tmp_path / "here").open(Sealer(tmp_path / "there").seal(some_record()))


def test_after_a_rotation_old_tokens_open_until_their_key_is_removed(tmp_path):
    sealer = Sealer(tmp_path)
    old = sealer.seal(some_record())
    name = rotate(tmp_path)
    new = sealer.seal(some_record())
    assert new[1:5].hex() == name != old[1:5].hex()
    assert sealer.open(old) == sealer.open(new) == some_record()
    for file in tmp_path.glob("sealing-*.key"):
        file.unlink()
    with pytest.raises(WrongVersion):
        Sealer(tmp_path).open(old)
    assert Sealer(tmp_path).open(new) == some_record()


def test_a_replica_that_runs_opens_what_another_sealed_after_a_rotation(tmp_path):
    here, there = Sealer(tmp_path), Sealer(tmp_path)
    here.seal(some_record())
    rotate(tmp_path)
    assert here.open(there.seal(some_record())) == some_record()


def test_keys_are_for_their_owner_only_and_the_log_says_so_once(tmp_path):
    Sealer(tmp_path).seal(some_record())
    rotate(tmp_path)
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    (tmp_path / "sealing.key").chmod(0o644)
    said = []
    sealer = Sealer(tmp_path, report=said.append)
    for _ in range(3):
        with pytest.raises(Unavailable):
            sealer.seal(some_record())
    assert said == [f"{tmp_path / 'sealing.key'}: others may read it; run chmod 600 on it"]


def test_tokens_of_unknown_and_old_keys_make_no_more_than_a_look_a_second(tmp_path, monkeypatch):
    clock, looks = Clock(), []
    monkeypatch.setattr(sealing, "read_or_make", lambda path: looks.append(path) or read_or_make(path))
    sealer = Sealer(tmp_path, clock.time)
    old = sealer.seal(some_record())
    rotate(tmp_path)
    new = sealer.seal(some_record())
    looks.clear()
    foreign = new[:1] + b"none" + new[5:]
    for _ in range(50):
        for token in (foreign, new):
            with contextlib.suppress(WrongVersion):
                sealer.open(token)
        assert sealer.open(old) == some_record()
    assert looks == []
    clock.passes(sealing.LOOK_S)
    for _ in range(50):
        sealer.open(old)
    assert len(looks) == 2  # the newest and an older one
    clock.passes(sealing.LOOK_S)
    sealer.open(new)
    assert len(looks) == 2


def test_a_running_server_notices_keys_that_come_and_go(tmp_path):
    clock = Clock()
    here, there = Sealer(tmp_path / "here", clock.time), Sealer(tmp_path / "there")
    mine, foreign = here.seal(some_record()), there.seal(some_record())
    rotate(tmp_path / "here")
    assert here.open(mine) == some_record()
    with pytest.raises(WrongVersion):
        here.open(foreign)
    (there_key,) = (tmp_path / "there").iterdir()
    given = tmp_path / "here" / "sealing-given.key"
    os.link(there_key, given)
    clock.passes(sealing.LOOK_S)
    assert here.open(foreign) == some_record()
    given.unlink()
    clock.passes(sealing.LOOK_S)
    with pytest.raises(WrongVersion):
        here.open(foreign)
    assert here.open(mine) == some_record()
