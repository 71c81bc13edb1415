"""The quick readers take any bytes: they read nothing beyond them, and nothing otherwise than the careful ones do."""

import contextlib
from pathlib import Path

import pytest
from google.protobuf.message import DecodeError

from hunch.engines import GAMES, HunchError, State, Stream, messages
from hunch.engines.contract import DEBUG
from hunch.v1 import game_pb2 as pb
from tests.support import encodings
from tests.support.fuzz import corpus, mutated_bytes
from tests.support.play import has_fast_reader

RELEASES = Path(__file__).parents[1] / "releases"
SMALL = 64  # bytes of a state of which each is tried with each value
FEW = (0, 1, 127, 128, 255)  # values of a byte of the others
MUTATED = 5_000 if DEBUG else 2_000  # a game

every_game = pytest.mark.parametrize("name", [name for name in GAMES if has_fast_reader(name)])


def saved(name: str) -> list[pb.GameState]:
    files = sorted(RELEASES.glob(f"*/{name}.*.json"))
    assert files
    return [messages.from_json(file.read_text(), pb.GameState()) for file in files]


def positions(name: str) -> list[pb.GameState]:
    return [*saved(name), *(messages.encode(state) for state, _, _ in corpus(name))]


class Reader:
    """Hands bytes to the quick reader, and compares what it reads with what the careful one does."""

    def __init__(self, name: str, message: pb.GameState, monkeypatch: pytest.MonkeyPatch) -> None:
        quick = messages.fast_reader(name)
        assert quick is not None
        self.quick, self.game, self.monkeypatch = quick, messages.decode(message).game, monkeypatch
        self.options = messages.encode_options(self.game)
        self.read = 0

    def take(self, raw: bytes) -> None:
        state = self.quick(self.game, raw)
        if state is None or not state.sound():
            return
        with contextlib.suppress(DecodeError):
            message = pb.GameState.FromString(raw)
            if getattr(message, self.game.name).options == getattr(self.options, self.game.name):
                self.read += 1
                assert state == self.careful(message), raw

    def careful(self, message: pb.GameState) -> State | None:
        """What the careful reader makes of it."""
        message.ClearField("rules_version")  # the quick reader does not look at these
        message.ClearField("data_hash")
        with self.monkeypatch.context() as patched, contextlib.suppress(HunchError):
            patched.setattr(messages, "fast_reader", lambda name: None)
            return messages.decode(message)
        return None


def states_in(name: str, message: pb.GameState) -> tuple[bytes, bytes]:
    """What stands in front of a game's state, and its bytes."""
    inner = getattr(message, name).SerializeToString()
    raw = message.SerializeToString()
    assert raw.endswith(inner)
    return raw[: len(raw) - len(inner) - len(encodings.varint(len(inner)))], inner


@every_game
def test_a_state_cut_off_anywhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for message in positions(name):
        reader, (head, inner) = Reader(name, message, monkeypatch), states_in(name, message)
        whole = message.SerializeToString()
        for end in range(len(whole)):
            reader.take(whole[:end])
        for end in range(len(inner)):  # and with the length that it then has
            reader.take(head + encodings.varint(end) + inner[:end])


@every_game
def test_a_state_with_one_byte_changed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for message in saved(name):
        reader, whole = Reader(name, message, monkeypatch), message.SerializeToString()
        for place in range(len(whole)):
            for value in range(256) if len(whole) <= SMALL else (*FEW, *(whole[place] ^ 1 << bit for bit in range(8))):
                reader.take(whole[:place] + bytes([value]) + whole[place + 1 :])


@every_game
def test_a_state_in_unusual_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for message in saved(name):
        reader = Reader(name, message, monkeypatch)
        for raw in encodings.some_unusual(message, MUTATED):
            reader.take(raw)


@every_game
def test_mutated_and_random_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = positions(name)
    readers = [Reader(name, message, monkeypatch) for message in found]
    for number in range(MUTATED):
        stream = Stream(number)
        place = stream.below(len(found))
        head, inner = states_in(name, found[place])
        inner = mutated_bytes(inner, stream)
        readers[place].take(head + encodings.varint(len(inner)) + inner)
        readers[place].take(bytes(stream.below(256) for _ in range(stream.below(40))))
    assert sum(reader.read for reader in readers) > MUTATED // 100
