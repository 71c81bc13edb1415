"""Honest greedy players: the baseline for strength. Each game has a module of its name.

It has `choose(view, seat, stream)`: the move of a player that sees only its own view and looks one turn ahead.
"""

from collections.abc import Callable
from importlib import import_module

from hunch.engines import State, Stream

Player = Callable[[State, int, Stream], int]


def player(name: str) -> Player:
    """The greedy player of a game."""
    choose: Player = import_module(f"bench.arena.greedy.{name}").choose
    return choose
