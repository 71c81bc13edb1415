"""Reads and writes messages as ProtoJSON, by a table for each kind of message.

protobuf's own json_format takes about three times as long, and often cannot name the field that is wrong. Both accept
the same texts, except two: this reader refuses a field under both of its names, and an empty list or text as a message.
Our messages need no wrappers, no `Any` and no extensions, so there are none here.
"""

import base64
import json
import math
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

INTEGERS = {
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_INT64,
    FieldDescriptor.CPPTYPE_UINT32,
    FieldDescriptor.CPPTYPE_UINT64,
}
"""Kinds of fields that hold a whole number."""
LONG = {FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64}
"""Of these, the kinds that JSON has as text, as many readers take numbers for floats."""
FLOATS = {FieldDescriptor.CPPTYPE_FLOAT, FieldDescriptor.CPPTYPE_DOUBLE}
"""Kinds of fields that hold any number."""
Pauses = Generator[None, None, None]
"""Work that yields wherever it may pause."""
PAUSE_EVERY = 256
"""Elements of a list after which reading pauses."""
LONGEST_NAME = 60
"""Characters of a name that is not known, as a refusal shows it. Whoever sends it can make it as long as a message."""
INFINITE = {math.inf: "Infinity", -math.inf: "-Infinity"}
"""Numbers that JSON has no digits for."""


class Misfit(ValueError):
    """JSON that is no such message. `path` leads to the field, from the outside in."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = ""

    def below(self, name: str) -> "Misfit":
        """The same, seen from one level further out."""
        self.path = name + ("" if not self.path or self.path[0] == "[" else ".") + self.path
        return self


class Field(NamedTuple):
    """How one field is read."""

    name: str
    other: str  # its name in JSON if that is another one
    oneof: str  # of which it is part; empty if it is part of none
    repeated: bool
    kind: Descriptor | None  # of a message
    scalar: Callable[[Any], Any]  # the value of anything else


def reading(text: str | bytes, message: Message) -> Pauses:
    """Fills a message, with a pause after each millisecond or so. Raises `Misfit`."""
    try:
        value = json.loads(text if isinstance(text, str) else text.decode(), object_pairs_hook=_unique)
    except Misfit:
        raise
    except RecursionError:
        raise Misfit("nested too deep") from None
    except ValueError as error:
        raise Misfit(f"not JSON: {error}") from None
    yield
    yield from _fill(message, value)


def value_of(message: Message) -> dict[str, Any]:
    """A message as `json.dumps` takes it."""
    names = _writers(message.DESCRIPTOR)
    return {names[field.number][0]: names[field.number][1](value) for field, value in message.ListFields()}


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        raise Misfit(f"the key '{_shown(next(name for name in counts if counts[name] > 1))}' comes twice")
    return fields


def _shown(name: str) -> str:
    """The name of a field as a refusal shows it. JSON can hold half of a character, which no text can be sent with."""
    return name[:LONGEST_NAME].encode(errors="backslashreplace").decode()


# Reading -----------------------------------------------------------------------------------------------------------


def _fill(message: Message, value: Any) -> Pauses:
    if type(value) is not dict:
        raise Misfit("not a JSON object")
    table, chosen = _readers(message.DESCRIPTOR), set()
    for key, item in value.items():
        field = table.get(key)
        if field is None:
            raise Misfit("there is no such field").below(_shown(key))
        if field.other and key == field.name and field.other in value:
            raise Misfit("comes twice, under both of its names").below(field.name)
        if item is None:
            continue
        if field.oneof:
            if field.oneof in chosen:
                raise Misfit(f"another field of {field.oneof} is set too").below(field.name)
            chosen.add(field.oneof)
        try:
            if field.repeated:
                yield from _fill_list(getattr(message, field.name), field, item)
            elif field.kind is None:
                setattr(message, field.name, field.scalar(item))
            else:
                part = getattr(message, field.name)
                part.SetInParent()
                yield from _fill(part, item)
        except Misfit as misfit:
            raise misfit.below(field.name) from None
        except (ValueError, TypeError, OverflowError) as error:
            raise Misfit(_plain(error)).below(field.name) from None


def _fill_list(parts: Any, field: Field, item: Any) -> Pauses:
    if type(item) is not list:
        raise Misfit("not a list")
    del parts[:]  # a list takes the place of the one that the message had
    for i, element in enumerate(item):
        try:
            if element is None:
                raise Misfit("null is no element of a list")
            if field.kind is None:
                parts.append(field.scalar(element))
            else:
                yield from _fill(parts.add(), element)
        except Misfit as misfit:
            raise misfit.below(f"[{i}]") from None
        except (ValueError, TypeError, OverflowError) as error:
            raise Misfit(_plain(error)).below(f"[{i}]") from None
        if i % PAUSE_EVERY == PAUSE_EVERY - 1:
            yield


def _plain(error: Exception) -> str:
    """What is wrong with a value. The words of a library may show more of the value than is of use."""
    return "out of range" if "range" in str(error) or isinstance(error, OverflowError) else "not a value of this field"


@cache
def _readers(descriptor: Descriptor) -> Mapping[str, Field]:
    """The fields of a message by both of their names."""
    table = {}
    for field in descriptor.fields:
        oneof = field.containing_oneof
        entry = Field(
            field.name,
            "" if field.json_name == field.name else field.json_name,
            "" if oneof is None else oneof.name,
            isinstance(field.default_value, list),
            field.message_type,
            _scalar(field),
        )
        table[field.name] = table[field.json_name] = entry
    return table


def _scalar(field: FieldDescriptor) -> Callable[[Any], Any]:
    if field.cpp_type in INTEGERS:
        return _integer
    if field.cpp_type in FLOATS:
        return _float
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return _bool
    if field.enum_type is not None:
        return _enum(field.enum_type)
    return _bytes if field.type == FieldDescriptor.TYPE_BYTES else _text


def _integer(value: Any) -> int:
    if type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    if type(value) is str and " " not in value:
        try:
            return int(value)
        except ValueError:
            number = float(value)
            if number.is_integer():
                return int(number)
    raise Misfit("not a whole number")


def _float(value: Any) -> float:
    if type(value) is float and not math.isfinite(value):
        raise Misfit('not a number; write "NaN" and "Infinity" in quotes')
    if type(value) not in (float, int, bool, str) or value == "nan":
        raise Misfit("not a number")
    return float(value)


def _bool(value: Any) -> bool:
    if type(value) is not bool:
        raise Misfit("neither true nor false")
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise Misfit("not text")
    return value


def _bytes(value: Any) -> bytes:
    if type(value) is not str:
        raise Misfit("not text in base64")
    encoded = value.encode()
    return base64.urlsafe_b64decode(encoded + b"=" * (4 - len(encoded) % 4))


def _enum(descriptor: EnumDescriptor) -> Callable[[Any], int]:
    numbers = {name: value.number for name, value in descriptor.values_by_name.items()}

    def read_enum(value: Any) -> int:
        if type(value) is str and value in numbers:
            return numbers[value]
        try:
            return int(value)
        except (ValueError, TypeError):
            raise Misfit(f"not a value of {descriptor.name}") from None

    return read_enum


# Writing -----------------------------------------------------------------------------------------------------------


@cache
def _writers(descriptor: Descriptor) -> Mapping[int, tuple[str, Callable[[Any], Any]]]:
    """The name of each field, and what writes its value, by its number."""
    table = {}
    for field in descriptor.fields:
        write = _writer(field)
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            write = _map_writer(_writer(field.message_type.fields_by_name["value"]))
        elif isinstance(field.default_value, list):
            write = _list_writer(write)
        table[field.number] = field.json_name, write
    return table


def _writer(field: FieldDescriptor) -> Callable[[Any], Any]:
    if field.message_type is not None:
        return value_of
    if field.cpp_type in LONG:
        return str
    if field.cpp_type in FLOATS:
        return _written_float
    if field.enum_type is not None:
        names = {number: value.name for number, value in field.enum_type.values_by_number.items()}
        return lambda number: names.get(number, number)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return lambda raw: base64.b64encode(raw).decode()
    return _same


def _same(value: Any) -> Any:
    return value


def _written_float(value: float) -> float | str:
    return value if math.isfinite(value) else INFINITE.get(value, "NaN")


def _list_writer(write: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return list if write is _same else lambda values: [write(value) for value in values]


def _map_writer(write: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda values: {str(key): write(value) for key, value in values.items()}
