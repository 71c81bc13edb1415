from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

M = TypeVar("M", bound=Message)
T = TypeVar("T")

def plain(message: M) -> M:
    """The message as a tuple that reads like it: fields by name, `HasField`, `WhichOneof`, `ListFields`.

    Equal ones are equal keys.
    """

def written(descriptor: Any, raw: bytes) -> Any:
    """The same of bytes that protobuf wrote for a message of that descriptor."""

def front(raw: bytes) -> bytes | None:
    """Bytes of the same GameState with nothing of the game's state but its options; None where more is unusual in it.

    `raw` is as protobuf wrote it, with its fields in order.
    """

class Each(Generic[M, T]):
    """Reads the elements of lists: `read` is given an element and its path, and refuses it or says what it stands for.

    That may depend on nothing else: an element with the same bytes is not read again. It is never None.
    """

    def __init__(self, read: Callable[[M, str], T]) -> None: ...
    def __call__(self, items: Sequence[M], path: str) -> list[T]:
        """What each element stands for; the path is that of the list."""
