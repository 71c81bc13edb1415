"""How tools get their answers, whoever gives them."""

from typing import Protocol, TypeVar

from google.protobuf.message import Message

A = TypeVar("A", bound=Message)


class Refused(Exception):
    """A call that was refused. Its text is for the agent."""


class Ask(Protocol):
    """Calls unary rpcs, and collects the answers of those that stream."""

    @property
    def owner(self) -> str:
        """Who asks. What one began, no other finds."""

    async def one(self, method: str, request: Message, answer: type[A]) -> A:
        """The answer of "Service.Method". Raises `Refused`."""

    async def all(self, method: str, request: Message, answer: type[A]) -> list[A]:
        """All answers of an rpc that streams. Raises `Refused`."""
