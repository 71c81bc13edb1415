"""A move or an event says what was sent, all of it: a field that its kind does not use is refused."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from google.protobuf.message import Message

from hunch.engines import GAMES, PUBLIC, Game, HunchError, State, Stream, load, messages
from hunch.v1 import game_pb2 as pb
from tests.support.fuzz import refusal
from tests.support.play import variants, walk

VALUES = {"uint32": (1, 2, 40), "bool": (True,), "string": ("A", "O", "x"), "enum": (1, 2)}
OF_EACH_KIND = 6
TYPES = {13: "uint32", 8: "bool", 9: "string", 14: "enum"}


def sample(name: str) -> list[tuple[Game, str, Message]]:
    """Moves and events of each kind, as anyone sees them, with the game that they are of."""
    found: dict[str, dict[bytes, tuple[Game, str, Message]]] = {}
    for game in variants(name):
        for seed in range(3):
            for step in walk(game.new(), Stream(seed)):
                for kind, message in said(game, step.state, step.move):
                    met = found.setdefault(shape(message), {})
                    if len(met) < OF_EACH_KIND:
                        met.setdefault(message.SerializeToString(), (game, kind, message))
    return [one for met in found.values() for one in met.values()]


def said(game: Game, state: State, move: int) -> Iterator[tuple[str, Message]]:
    yield "event", messages.encode_event(game, move)
    for seat in range(PUBLIC, game.seats):
        if seen := state.seen(move, seat):
            yield "event", messages.encode_event(game, seen)
    if state.to_move >= 0:
        yield "move", messages.encode_move(game, move)


def shape(message: Message) -> str:
    """Its kind: the fields that are set, without their values."""
    inner = [field.name + (shape(value) if isinstance(value, Message) else "") for field, value in message.ListFields()]
    return f"{message.DESCRIPTOR.name}({' '.join(inner)})"


def with_more(message: Message) -> Iterator[Message]:
    """The message with one field more, or with another value of one, anywhere in it."""
    for path in paths(message):
        for value in range(3):
            changed = type(message)()
            changed.CopyFrom(message)
            if put(changed, path, value):
                yield changed


def paths(message: Message) -> Iterator[tuple[Any, ...]]:
    for field in message.DESCRIPTOR.fields:
        yield (field.name,)
        if not field.message_type:
            continue
        if field.default_value == []:
            for i, one in enumerate(getattr(message, field.name)):
                yield from ((field.name, i, *rest) for rest in paths(one))
        elif field.containing_oneof is None or message.HasField(field.name):
            yield from ((field.name, *rest) for rest in paths(getattr(message, field.name)))


def put(message: Any, path: tuple[Any, ...], number: int) -> bool:
    """Sets the field at the end of the path to one of some values; False if there are no more."""
    for name in path[:-1]:
        message = message[name] if isinstance(name, int) else getattr(message, name)
    field = message.DESCRIPTOR.fields_by_name[path[-1]]
    if field.message_type:
        if field.default_value == []:
            getattr(message, field.name).add()
        else:
            getattr(message, field.name).SetInParent()
        return number == 0
    values = VALUES[TYPES[field.type]]
    if number < len(values):
        if field.default_value == []:
            getattr(message, field.name).append(values[number])
        else:
            setattr(message, field.name, values[number])
    return number < len(values)


def unordered(message: Message) -> Any:
    """A message as a value, with its lists in one order."""
    found = {}
    for field, value in message.ListFields():
        if isinstance(value, Message):
            found[field.name] = unordered(value)
        elif field.default_value == []:
            found[field.name] = sorted((unordered(one) if field.message_type else one for one in value), key=str)
        else:
            found[field.name] = value
    return found


def code_of(decode: Callable[[Game, Any], int], game: Game, message: Message) -> int | None:
    """The code of a message, None if it is refused well."""
    try:
        return decode(game, message)
    except HunchError as refused:
        refusal(refused)
        return None


@pytest.mark.parametrize("name", GAMES)
def test_a_field_more_is_refused_or_says_something(name: str) -> None:
    refused = read = 0
    for game, kind, message in sample(name):
        decode, encode = getattr(messages, f"decode_{kind}"), getattr(messages, f"encode_{kind}")
        assert encode(game, decode(game, message)) == message
        for changed in with_more(message):
            code = code_of(decode, game, changed)
            assert code is None or unordered(encode(game, code)) == unordered(changed)
            refused, read = refused + (code is None), read + (code is not None)
    assert refused
    assert read


@pytest.mark.parametrize(
    ("name", "event", "path"),
    [
        ("comancheria", {"pick": {"purpose": 5, "instruction": "O"}}, "event.comancheria.pick.instruction"),
        ("comancheria", {"draw": {"purpose": 1, "instruction": "B", "what": 2}}, "event.comancheria.draw.what"),
        ("comancheria", {"decision": {"verb": 34, "band": 3, "number": 2}}, "event.comancheria.decision.number"),
        ("tomahawk", {"deal": {"specials": {}}}, "event.tomahawk.deal.specials.hidden"),
    ],
)
def test_what_was_read_as_something_else(name: str, event: dict[str, Any], path: str) -> None:
    with pytest.raises(HunchError) as refused:
        messages.decode_event(load(name), pb.GameEvent(**{name: event}))
    assert refused.value.path == path
