"""Unusual bytes for a message, one change at a time: padded, too long, cut off, unknown. Most of them are still one."""

from collections.abc import Iterator
from typing import Any

NUMBER, EIGHT, DELIMITED, GROUP, GROUP_END, FOUR = range(6)
UNKNOWN = (
    b"\xf8\x01\x05",
    b"\xf9\x01" + bytes(8),
    b"\xfa\x01\x02AB",
    b"\xfd\x01" + bytes(4),
    b"\xfb\x01\x08\x03\xfc\x01",
    b"\x1a\x7d",
    b"\xfa\x01\x7d",
    b"\xfa\x01\xff\xff\xff\xff\x0f",
    b"\xfb\x01",
    b"\xfc\x01",
    b"\xf8\x01",
    b"\xf9\x01\x00",
    b"\xf8\x01" + b"\xff" * 9 + b"\x01",
    b"\xf8\x01" + b"\xff" * 20,
    b"\xfe\x01",
    b"\x00",
    b"\xff",
)
"""Fields that nobody knows, sound and cut off, and tags that none has."""

Node = tuple[int, Any]  # a tag and its value: a number, bytes, or the nodes of a message


def nodes(message: Any) -> list[Node]:
    """The fields of a message as they are written."""
    return list(_nodes(message.DESCRIPTOR, message.SerializeToString()))


def _nodes(descriptor: Any, raw: bytes) -> Iterator[Node]:
    at = 0
    while at < len(raw):
        tag, at = _varint(raw, at)
        field = descriptor.fields_by_number[tag >> 3]
        value, at = _varint(raw, at)
        if tag & 7 == NUMBER:
            yield tag, value
            continue
        inner, at = raw[at : at + value], at + value
        yield tag, list(_nodes(field.message_type, inner)) if field.message_type else inner


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    word = shift = 0
    while raw[at] & 128:
        word, shift, at = word | (raw[at] & 127) << shift, shift + 7, at + 1
    return word | raw[at] << shift, at + 1


def varint(word: int, padding: int = 0) -> bytes:
    """A number with that many bytes more than it needs."""
    out = bytearray()
    while word > 127:
        out.append(word & 127 | 128)
        word >>= 7
    return bytes([*out, word | 128, *[128] * (padding - 1), 0] if padding else [*out, word])


TAGS = (
    lambda tag: varint(tag, 1),
    lambda tag: varint(tag, 4),
    lambda tag: varint(tag, 12),
    lambda tag: varint(tag ^ 2),
)
LENGTHS = (
    lambda size: varint(size, 1),
    lambda size: varint(size, 12),
    lambda size: varint(size + 1),
    lambda size: varint(size + 125),
    lambda size: varint(max(size - 1, 0)),
    lambda size: varint(2**31 - 1),
    lambda size: varint(2**32 + size),
    lambda size: varint(2**63 + size),
    lambda size: varint(2**64 - 1 - size),
)
VALUES = (
    lambda word: varint(word, 1),
    lambda word: varint(word, 12),
    lambda word: varint(2**32 + word),
    lambda word: varint(2**64 - 1),
    lambda word: varint(word + 1),
    lambda word: varint(2),
    lambda word: b"\x80",
)


class _Writer:
    """Writes nodes; the tag, length, value or end of a message of one number is written in another form."""

    def __init__(self, changed: int, form: int) -> None:
        self.left, self.form = changed, form

    def message(self, fields: list[Node]) -> bytes:
        out = b""
        for tag, value in fields:
            out += self.form_of(TAGS, tag)
            if isinstance(value, int):
                out += self.form_of(VALUES, value)
                continue
            inner = value if isinstance(value, bytes) else self.message(value)
            out += self.form_of(LENGTHS, len(inner)) + inner
        self.left -= 1
        return out + UNKNOWN[self.form % len(UNKNOWN)] if self.left == -1 else out

    def form_of(self, forms: Any, word: int) -> bytes:
        self.left -= 1
        return forms[self.form % len(forms)](word) if self.left == -1 else varint(word)


def count(fields: list[Node]) -> int:
    """How many places of a message can be written in another form."""
    return 1 + sum(2 + (count(value) if isinstance(value, list) else 0) for _, value in fields)


def unusual(message: Any, place: int, form: int) -> bytes:
    """The bytes of a message with that place in that form."""
    return _Writer(place, form).message(nodes(message))


def some_unusual(message: Any, most: int) -> Iterator[bytes]:
    """Each place of a message in each other form; about `most` of them, evenly spread, if there are more."""
    fields = nodes(message)
    every = count(fields) * len(UNKNOWN)
    for number in range(0, every, every // most + 1):
        yield _Writer(number // len(UNKNOWN), number).message(fields)
