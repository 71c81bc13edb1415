"""Plain copies of messages read like the messages, whatever was in them."""

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hunch.engines import GAMES, BadState, HunchError, messages
from hunch.engines.codec.plain import Each, front, plain
from hunch.v1 import advice_pb2, game_pb2, manitou_pb2, rules_pb2
from tests.support.fuzz import filled, made

KINDS: dict[str, Any] = {"state": game_pb2.GameState, "move": game_pb2.GameMove, "event": game_pb2.GameEvent}
TRIED = 400
MOST_REMEMBERED = 1024


def alike(message: Any, copy: Any) -> None:
    """Every field, what is there, and which of a oneof."""
    for field in message.DESCRIPTOR.fields:
        here, there = getattr(message, field.name), getattr(copy, field.name)
        if field.has_presence:
            assert message.HasField(field.name) == copy.HasField(field.name), field.full_name
        if field.default_value == []:
            here = list(here)
            assert len(here) == len(there), field.full_name
        else:
            here, there = [here], [there]
        for one, other in zip(here, there, strict=True):
            if field.message_type:
                alike(one, other)
            else:
                assert (one, type(one)) == (other, type(other)), field.full_name
    assert [field.name for field, _ in message.ListFields()] == [field.name for field, _ in copy.ListFields()]
    for oneof in message.DESCRIPTOR.oneofs:
        assert message.WhichOneof(oneof.name) == copy.WhichOneof(oneof.name), oneof.full_name


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_reads_like_its_message_whatever_came_in(name: str) -> None:
    compared = 0
    for number in range(TRIED):
        kind, _, given = made(name, number)
        with contextlib.suppress(HunchError):
            if kind in KINDS:
                message = filled(KINDS[kind](), given)
                alike(message, plain(message))
                compared += 1
    assert compared > TRIED // 8


@pytest.mark.parametrize("name", GAMES)
def test_what_stands_in_front_of_a_state_is_all_but_the_state(name: str) -> None:
    usual = 0
    for number in range(TRIED):
        kind, _, given = made(name, number)
        with contextlib.suppress(HunchError):
            if kind == "state":
                message = filled(game_pb2.GameState(), given)
                if message.WhichOneof("state") is None:  # a field that nobody knows is in its place
                    continue
                found = front(message.SerializeToString())
                usual += found is not None
                assert found is None or game_pb2.GameState.FromString(found) == without_state(message)
    assert usual > TRIED // 8


def without_state(message: game_pb2.GameState) -> game_pb2.GameState:
    rest = game_pb2.GameState(rules_version=message.rules_version, data_hash=message.data_hash)
    name = message.WhichOneof("state")
    assert name is not None
    typed = getattr(rest, name)
    typed.SetInParent()
    if getattr(message, name).HasField("options"):
        typed.options.CopyFrom(getattr(message, name).options)
    return rest


def test_what_is_no_state_or_has_more_in_it_has_no_usual_front() -> None:
    state = game_pb2.GameState(kuhn={}).SerializeToString()
    later, long = bytes([0xF8, 1, 5]), bytes([0xFA, 1, 126, *range(126)])
    options = bytes([0x52, 132, 1, 0x0A, 129, 1, *long])
    assert front(state) == state
    for raw in (b"", later, state + later, game_pb2.GameState(rules_version=1).SerializeToString(), options):
        assert front(raw) is None


def test_equal_copies_are_equal_keys_however_they_were_made() -> None:
    card = plain(manitou_pb2.ManitouCard(hunter=2))
    assert {card: "met"}.get(type(card)._make(card)) == "met"
    assert hash(card) == hash(tuple(card))


@settings(deadline=None, derandomize=True, database=None)
@given(st.binary(max_size=60))
def test_any_bytes_that_are_a_message_make_a_copy(raw: bytes) -> None:
    with contextlib.suppress(HunchError):
        message = messages.from_bytes(raw, manitou_pb2.ManitouSeat())
        alike(message, plain(message))


def test_equal_messages_are_equal_keys_and_presence_tells_them_apart() -> None:
    card, same, other = (plain(manitou_pb2.ManitouCard(hunter=number)) for number in (3, 3, 4))
    assert {card: "three"}.get(same) == "three"
    assert {card: "three"}.get(other) is None
    assert plain(manitou_pb2.ManitouSeat(drawn=0)) != plain(manitou_pb2.ManitouSeat())
    assert plain(manitou_pb2.ManitouSeat()) == plain(manitou_pb2.ManitouSeat())


def test_fields_of_a_later_schema_are_left_out() -> None:
    known = manitou_pb2.ManitouSeat(bonus=7, laid=[manitou_pb2.ManitouLaid(ground=2)])
    # Field 31 as a number, 8 bytes, text, 4 bytes, and a group with a number and a group in it.
    later = bytes([0xF8, 1, 5, 0xF9, 1, *range(8), 0xFA, 1, 2, 65, 66, 0xFD, 1, *range(4)])
    later += bytes([0xFB, 1, 8, 3, 0xFB, 1, 0xFC, 1, 0xFC, 1])
    inner = known.laid[0].SerializeToString() + later
    raw = bytes([4 << 3 | 2, len(inner)]) + inner + later + manitou_pb2.ManitouSeat(bonus=7).SerializeToString()
    assert plain(manitou_pb2.ManitouSeat.FromString(raw)) == plain(known)


def test_a_message_with_more_kinds_of_values_than_are_known_is_refused() -> None:
    for message in (advice_pb2.Timing(), rules_pb2.Result()):  # these hold doubles
        with pytest.raises(KeyError):
            plain(message)


def laid(*grounds: int) -> Any:
    return plain(manitou_pb2.ManitouSeat(laid=[manitou_pb2.ManitouLaid(ground=ground) for ground in grounds])).laid


def test_an_element_that_was_met_before_is_not_read_again() -> None:
    asked: list[tuple[int, str]] = []

    def read(one: manitou_pb2.ManitouLaid, path: str) -> int:
        asked.append((one.ground, path))
        return 10 * one.ground

    each = Each(read)
    assert each(laid(), "a") == []
    assert each(laid(3, 2, 3), "a") == [30, 20, 30]
    assert each(laid(2, 3, 1), "b") == [20, 30, 10]
    assert asked == [(3, "a[0]"), (2, "a[1]"), (1, "b[2]")]


def test_an_element_that_is_refused_is_refused_again() -> None:
    def read(one: manitou_pb2.ManitouLaid, path: str) -> int:
        if one.ground > 2:
            raise BadState(path, "too far")
        return one.ground

    each = Each(read)
    for path in ("a", "b"):
        with pytest.raises(BadState) as refused:
            each(laid(1, 3), path)
        assert refused.value.path == f"{path}[1]"


def test_elements_are_not_remembered_without_bound() -> None:
    asked = 0

    def read(one: manitou_pb2.ManitouSeat, path: str) -> int:
        nonlocal asked
        asked += 1
        return one.bonus

    each = Each(read)
    long = [manitou_pb2.ManitouSeat(spent=[manitou_pb2.ManitouCard(hunter=1)] * 200)]
    many = [manitou_pb2.ManitouSeat(bonus=number) for number in range(MOST_REMEMBERED + 1)]
    for seats in (long, long, many, many[:1]):
        each(plain(manitou_pb2.ManitouState(seats=seats)).seats, "seats")
    assert asked == 2 + len(many) + 1
