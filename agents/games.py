"""The games that agents play. A short name stands for the token and the views of the agent's seats."""

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from hunch.agents.ask import Refused
from hunch.v1 import rules_pb2

T = TypeVar("T")
MOST_KEPT = 1_000
"""Most things of a kind that are remembered."""
NAME_BYTES = 9
"""Of the random name of a thing."""


@dataclass(slots=True)
class AgentGame:
    """A sealed game, as far as its agent may see it."""

    kind: str
    """Which game is played."""
    level: int
    """How well the bots play."""
    language: str
    sealed: rules_pb2.SealedGame
    stage: rules_pb2.Stage
    seats: tuple[int, ...]
    """The agent's own seats."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the game goes on: two calls at once would play one position twice."""
    news: list[str] = field(default_factory=list)
    """What happened since the agent was last told."""

    @property
    def seat(self) -> int | None:
        """The own seat that must choose; None if there is none."""
        turn = self.stage.seat if self.stage.HasField("seat") else None
        return turn if turn in self.seats else None

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.stage.HasField("over")


class Shelf(Generic[T]):
    """Things that agents began, by owner and random name."""

    def __init__(self, advice: str, most: int = MOST_KEPT) -> None:
        self._things: dict[str, OrderedDict[str, T]] = {}
        self._advice, self._most, self._count = advice, most, 0

    def add(self, owner: str, thing: T) -> str:
        """The name of a new thing."""
        name = secrets.token_urlsafe(NAME_BYTES)
        self._things.setdefault(owner, OrderedDict())[name] = thing
        self._count += 1
        if self._count > self._most:
            self._forget()
        return name

    def find(self, owner: str, name: str) -> T:
        """The owner's thing of that name."""
        own = self._things.get(owner, OrderedDict())
        thing = own.get(name.strip())
        if thing is None:
            raise Refused(f"there is nothing named {name!r} here, or it was forgotten; {self._advice}")
        own.move_to_end(name.strip())
        return thing

    def _forget(self) -> None:
        """Forgets the thing that was not used for longest, of the owner who has most."""
        owner = max(self._things, key=lambda owner: len(self._things[owner]))
        self._things[owner].popitem(last=False)
        self._count -= 1
        if not self._things[owner]:
            del self._things[owner]
