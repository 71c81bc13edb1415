"""Players for matches, made from a few words; each is asked with what its seat may know, but for those who cheat."""

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
    """What a player is asked: his view, how it came about, the world (for those who cheat) and luck of his own."""

    view: State
    seat: int
    record: Record
    world: State
    history: tuple[int, ...]
    stream: Stream


Player = Callable[[Seat], Sequence[int]]
"""Gives the next moves of the seat, at least one."""


def player(words: str, game: Game) -> Player:
    """The player of a description."""
    kind, _, rest = words.partition(":")
    if kind == "random":
        return lambda asked: [asked.stream.choice(asked.view.legal())]
    if kind == "greedy":
        choose = greedy.player(game.name)
        return lambda asked: [choose(asked.view, asked.seat, asked.stream)]
    if kind == "cheat":
        return lambda asked: [_seeing_all(asked, int(rest))]
    if kind == "openspiel":
        from bench import ismcts  # OpenSpiel is needed for its players only

        return ismcts.goofspiel_player(game, rest)
    if kind == "search":
        return _searcher(rest)
    raise click.BadParameter(f"{words!r} is no player")


def _searcher(rest: str) -> Player:
    limit, *changes = rest.split("/")
    given = dict(change.split("=", 1) for change in changes)
    told, level = given.pop("record", "yes") != "no", int(given.pop("level", "10"))
    kinds = {field.name: type(getattr(Settings(), field.name)) for field in fields(Settings)}
    settings = replace(Settings(), **{name: typed(kinds[name], value) for name, value in given.items()})
    limits = Limits(time_ms=int(limit[:-2])) if limit.endswith("ms") else Limits(iterations=int(limit))

    def ask(asked: Seat) -> Sequence[int]:
        record = asked.record if told else None
        seed = asked.stream.below(1 << 31)
        return advise(
            asked.view, asked.seat, limits, seed=seed, level=level, record=record, settings=settings, candidates=1
        ).play

    return ask


def typed(kind: type, value: str) -> Any:
    """The value that a word stands for."""
    return value in ("yes", "true", "1") if kind is bool else kind(value)


def _seeing_all(asked: Seat, iterations: int) -> int:
    world, tree = Worlds(asked.world, asked.seat, 1), Tree(256 << 20, iterations)
    sampler = Ucb(world, tree, asked.stream.below(1 << 31), DEFAULT.c, DEFAULT.horizon, DEFAULT.trust)
    sampler.run(Stop(), iterations)
    found = sampler.look(sampler.asked)
    return max(found, key=lambda row: row[1])[0] if found else asked.world.legal()[0]
