"""A block of a match: the same deal and dice, and each player once in each seat. In a solitaire game each plays alone.

The players are as many as the seats; if fewer are named, the last one takes the rest. In a solitaire game any number
may be named. The setting `judge` also takes luck out (`luck.py`).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from bench.arena.game import play, seed_of
from bench.arena.luck import Luck, judge_of
from bench.arena.players import player
from bench.arena.seat import Player
from bench.arena.task import Case, Task
from hunch.engines import Game, load

JUDGE = "judge"
"""The setting that names the judge of luck."""


def found(task: Task) -> dict[str, Any]:
    """By game of the block, the payoffs of the players, and with a judge what they would be without luck."""
    case, seed = task.case, seed_of(task.seed, task.block)
    game, players = _table(case)
    words = dict(case.settings).get(JUDGE, "")
    judge = judge_of(words) if words else None
    payoffs, fair = [], []
    for number, seats in enumerate(seatings(game.seats, len(players))):
        watch = Luck(judge, game.seats) if judge else None
        paid = play(game, [players[at] for at in seats], seed, number, watch)
        payoffs.append(_by_player(paid, seats, len(players)))
        if watch is not None:
            fair.append(_by_player(watch.fair(paid), seats, len(players)))
    return {"payoffs": payoffs, "fair": fair} if judge else {"payoffs": payoffs}


def seatings(seats: int, players: int) -> list[list[int]]:
    """Who sits where in each game of a block: by seat, the number of the player."""
    if seats == 1:
        return [[at] for at in range(players)]
    return [[(seat - turned) % seats for seat in range(seats)] for turned in range(seats)]


def games_in(seats: int, players: int) -> int:
    """How many games a block has."""
    return len(seatings(seats, players))


def seated(words: Sequence[str], seats: int) -> tuple[str, ...]:
    """The players at a table of so many seats."""
    if seats == 1:
        return tuple(words)
    if not 1 <= len(words) <= seats:
        raise ValueError(f"{len(words)} players at a table of {seats}")
    return (*words, *[words[-1]] * (seats - len(words)))


@lru_cache(maxsize=8)
def _table(case: Case) -> tuple[Game, list[Player]]:
    game = load(case.game, **dict(case.options))
    return game, [player(words, game) for words in case.players]


def _by_player(payoffs: Sequence[float], seats: Sequence[int], players: int) -> list[float]:
    by_player = [0.0] * players
    for seat, at in enumerate(seats):
        by_player[at] = round(payoffs[seat], 9)
    return by_player
