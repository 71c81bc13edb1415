"""Players for matches, made from a few words. Each gets what its seat may know; a cheat gets everything."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import click

from bench import greedy
from hunch.engines import Game, State, Stream
from hunch.search.advice import DEFAULT, Limits, Record, Settings, advise
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.ucb import Ucb
from hunch.search.worlds import Worlds


@dataclass(frozen=True, slots=True)
class Seat:
    """What a player gets: its view and record, the world for those who cheat, and random numbers of its own."""

    view: State
    seat: int
    record: Record
    world: State
    history: tuple[int, ...]
    stream: Stream


Player = Callable[[Seat], Sequence[int]]
"""Returns the next moves of the seat, at least one."""


def player(words: str, game: Game) -> Player:
    """The player of a description."""
    kind, _, rest = words.partition(":")
    if kind == "random":
        return lambda given: [given.stream.choice(given.view.legal())]
    if kind == "greedy":
        choose = greedy.player(game.name)
        return lambda given: [choose(given.view, given.seat, given.stream)]
    if kind == "cheat":
        return lambda given: [_cheat(given, int(rest))]
    if kind == "openspiel":
        from bench import ismcts  # OpenSpiel is needed for its players only

        return ismcts.goofspiel_player(game, rest)
    if kind == "search":
        return _searcher(rest)
    raise click.BadParameter(f"{words!r} is not a player")


def _searcher(rest: str) -> Player:
    limit, *changes = rest.split("/")
    chosen = dict(change.split("=", 1) for change in changes)
    with_record, level = chosen.pop("record", "yes") != "no", int(chosen.pop("level", "10"))
    kinds = {field.name: type(getattr(Settings(), field.name)) for field in fields(Settings)}
    settings = replace(Settings(), **{name: typed(kinds[name], value) for name, value in chosen.items()})
    limits = Limits(time_ms=int(limit[:-2])) if limit.endswith("ms") else Limits(iterations=int(limit))

    def play(given: Seat) -> Sequence[int]:
        record = given.record if with_record else None
        seed = given.stream.below(1 << 31)
        return advise(
            given.view, given.seat, limits, seed=seed, level=level, record=record, settings=settings, candidates=1
        ).play

    return play


def typed(kind: type, value: str) -> Any:
    """The value that a word stands for."""
    return value in ("yes", "true", "1") if kind is bool else kind(value)


def _cheat(given: Seat, iterations: int) -> int:
    world, tree = Worlds(given.world, given.seat, 1), Tree(256 << 20, iterations)
    sampler = Ucb(world, tree, given.stream.below(1 << 31), DEFAULT.c, DEFAULT.horizon, DEFAULT.trust)
    sampler.run(Stop(), iterations)
    rows = sampler.rows_at(sampler.asked)
    return max(rows, key=lambda row: row[1])[0] if rows else given.world.legal()[0]
