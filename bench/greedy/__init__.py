"""Honest greedy players, one module a game, named like it: the baseline that strength is measured against.

A module has `choose(view, seat, stream)`: the move of a player who sees his own view only and looks one turn ahead.
"""

from collections.abc import Callable
from importlib import import_module

from hunch.engines import State, Stream

Player = Callable[[State, int, Stream], int]


def player(name: str) -> Player:
    """The greedy player of a game."""
    choose: Player = import_module(f"bench.greedy.{name}").choose
    return choose
