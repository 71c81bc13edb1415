"""Calls of Connect as JSON: the bodies of a stream, and what refuses."""

import json
import struct
from collections.abc import Callable, Iterator
from typing import Any

ENVELOPE = struct.Struct(">BI")
"""Flags and length before each message of a stream."""
END = 2
"""The flag of a stream's last envelope. It holds an error, if there was one."""
UNARY, STREAM = "application/json", "application/connect+json"
"""Content types of a call with one answer, and of one with many."""


class Refused(Exception):
    """A call that was not answered. `code` is a status as grpc spells it, or says what was missing."""

    def __init__(self, code: str, says: str = "") -> None:
        super().__init__(f"{code}: {says}")
        self.code = code


def path(rpc: str) -> str:
    """Where an rpc such as "RulesService/ListGames" is."""
    return f"/hunch.v1.{rpc}"


def packed(body: Any, stream: bool = False) -> bytes:
    """A request as bytes."""
    raw = json.dumps(body, separators=(",", ":")).encode()
    return ENVELOPE.pack(0, len(raw)) + raw if stream else raw


def answer(status: int, raw: bytes) -> Any:
    """The answer of a call, by its HTTP status and its body. Raises Refused."""
    said = _value(raw)
    if status != 200:
        raise _refused(said)
    return said


def messages(read: Callable[[int], bytes]) -> Iterator[Any]:
    """The messages of a stream. `read` returns so many bytes of its body, and fewer only at its end. Raises Refused."""
    while True:
        head = read(ENVELOPE.size)
        if len(head) < ENVELOPE.size:
            raise Refused("CUT", "the stream ended without its last envelope")
        flags, size = ENVELOPE.unpack(head)
        part = _value(read(size))
        if flags & END:
            if "error" in part:
                raise _refused(part["error"])
            return
        yield part


def _value(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        raise Refused("CUT", "what came is no JSON") from None


def _refused(error: Any) -> Refused:
    return Refused(str(error["code"]).upper(), error.get("message", ""))
