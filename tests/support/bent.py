"""Games that break one law, to show that each check can fail: a sound game with some methods replaced."""

from collections.abc import Callable
from typing import Any, cast

from hunch.engines import Game, State


class BentGame:
    """A game whose states have other methods, given in `bends` by name. Each of them gets the true state."""

    def __init__(self, game: Game, **bends: Callable[..., Any]) -> None:
        self.true, self.bends = game, bends

    def __getattr__(self, name: str) -> Any:
        return wrapped(getattr(self.true, name), self)


def bent_game(game: Game, **bends: Callable[..., Any]) -> Game:
    """A bent game for a function that takes a `Game`."""
    return cast(Game, BentGame(game, **bends))


class BentState:
    """A state of such a game."""

    def __init__(self, state: State, game: BentGame) -> None:
        self.true, self.game = state, game

    def __getattr__(self, name: str) -> Any:
        if name not in self.game.bends:
            return wrapped(getattr(self.true, name), self.game)
        bend = self.game.bends[name]
        if callable(getattr(State, name)):
            return lambda *given: wrapped(bend(self.true, *given), self.game)
        return bend(self.true)

    def __bytes__(self) -> bytes:
        return bytes(self.true)

    def __eq__(self, other: object) -> bool:
        return self.true == (other.true if isinstance(other, BentState) else other)

    def __hash__(self) -> int:
        return hash(self.true)


def wrapped(value: Any, game: BentGame) -> Any:
    if isinstance(value, State):
        return BentState(value, game)
    if isinstance(value, list):
        return [wrapped(item, game) for item in value]
    if isinstance(value, tuple):
        return tuple(wrapped(item, game) for item in value)
    if callable(value):
        return lambda *given: wrapped(value(*given), game)
    return value
