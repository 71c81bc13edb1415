"""What games come out like, beside what their rules pages expect: one module a game, named like it.

A module has `figures(games, seed)`, which plays that many games and yields rows for `python -m bench.statistics`.
"""
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One row: what was counted in which setting, what came out, and what was to be expected."""

    setting: str
    what: str
    found: float
    expected: str = ""
