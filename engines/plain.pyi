from typing import TypeVar

from google.protobuf.message import Message

M = TypeVar("M", bound=Message)

def plain(message: M) -> M:
    """The message as a tuple that reads like it: fields by name, `HasField`, `WhichOneof`, `ListFields`.

    Equal ones are equal keys.
    """
