"""Players for matches, made from a few words. Each gets what its seat may know; a cheat gets everything.

A player is `random`, `greedy`, `search:LIMIT[/SETTING=VALUE...]`, `agent:FILE[:FUNCTION]` or `cheat:ITERATIONS`. The
cheat sees everything and shows how much can be won at all. On 13-card goofspiel there is also `openspiel:LIMIT`, its
Python ISMCTS. A LIMIT is iterations (`1000`) or milliseconds of wall time (`50ms`). The setting `level=4` lowers it to
that level's effort. A search gets the record of the game unless it has the setting `record=no`. An agent is a function
of a Python file, `choose` if none is named.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from runpy import run_path
from typing import Any, NamedTuple

import click

from bench.arena import greedy
from hunch.engines import Game, State, Stream
from hunch.search.advice import AdviceOptions, Limits, Record, Search, Settings, resolve
from hunch.search.settings import DEFAULT
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


class Mixed(NamedTuple):
    """A move with the probabilities that it was drawn with."""

    move: int
    odds: Mapping[int, float]


Player = Callable[[Seat], Sequence[int | Mixed]]
"""Returns the next moves of the seat, at least one."""
DIGITS = 8
"""Hexadecimal digits that tell versions of an agent apart."""


def named(words: str) -> str:
    """The same description with the version of an agent's file, so that a changed agent is another player."""
    kind, _, rest = words.partition(":")
    return f"{words.partition('@')[0]}@{version(rest)}" if kind == "agent" else words


def version(rest: str) -> str:
    """A digest of an agent's file."""
    return hashlib.sha256(_file(rest).read_bytes()).hexdigest()[:DIGITS]


def _file(rest: str) -> Path:
    return Path(rest.partition("@")[0].partition(":")[0])


def player(words: str, game: Game) -> Player:
    """The player of a description."""
    kind, _, rest = words.partition(":")
    if kind == "random":
        return _random
    if kind == "greedy":
        return by_view(greedy.player(game.name))
    if kind == "agent":
        return by_view(_agent(rest))
    if kind == "cheat":
        return lambda given: [_cheat(given, int(rest))]
    if kind == "openspiel":
        from bench import ismcts  # OpenSpiel is needed for its players only

        return ismcts.goofspiel_player(game, rest)
    if kind == "search":
        return _searcher(rest)
    raise click.BadParameter(f"{words!r} is not a player")


def by_view(choose: greedy.Player) -> Player:
    """A player that sees its own view alone."""
    return lambda given: [choose(given.view, given.seat, given.stream)]


def _random(given: Seat) -> Sequence[Mixed]:
    moves = given.view.legal()
    return [Mixed(given.stream.choice(moves), dict.fromkeys(moves, 1.0 / len(moves)))]


@cache
def _agent(rest: str) -> greedy.Player:
    words, _, wanted = rest.partition("@")
    if wanted and version(rest) != wanted:
        raise click.BadParameter(f"{_file(rest)} is not the version {wanted} that is to play")
    name = words.partition(":")[2] or "choose"
    choose = run_path(str(_file(rest))).get(name)
    if not callable(choose):
        raise click.BadParameter(f"{_file(rest)} has no function {name}")
    return choose


def _searcher(rest: str) -> Player:
    limit, *changes = rest.split("/")
    given = dict(change.split("=", 1) for change in changes)
    with_record, level = given.pop("record", "yes") != "no", int(given.pop("level", "10"))
    settings, options = changed(Settings(), given), AdviceOptions(level, candidates=1)
    if given:
        raise click.BadParameter(f"a search has no setting {', '.join(given)}")
    limits = Limits(time_ms=int(limit[:-2])) if limit.endswith("ms") else Limits(iterations=int(limit))

    def play(given: Seat) -> Sequence[int | Mixed]:
        record = given.record if with_record else None
        search = Search(
            given.view,
            given.seat,
            resolve(limits, given.view.game, level),
            seed=given.stream.below(1 << 31),
            options=options,
            record=record,
            settings=settings,
        )
        advice = search.run()
        # Drawn again by numbers that the search does not use, so that the probabilities are exactly those of the draw.
        return [Mixed(*step) for step in search.mixed(given.stream)] or advice.play

    return play


def changed(params: Any, given: dict[str, str]) -> Any:
    """The parameters with those changed that are given by name, which are taken out of `given`. A parameter of a struct
    among them is written with its struct: `ucb.exploration`."""
    return _changed(params, given, "")


def _changed(params: Any, given: dict[str, str], group: str) -> Any:
    values = {}
    for field in fields(params):
        value = getattr(params, field.name)
        if is_dataclass(value):
            values[field.name] = _changed(value, given, f"{field.name}.")
        elif group + field.name in given:
            values[field.name] = typed(type(value), given.pop(group + field.name))
    return replace(params, **values)


def typed(kind: type, value: str) -> Any:
    """The value that a word stands for."""
    return value in ("yes", "true", "1") if kind is bool else kind(value)


def _cheat(given: Seat, iterations: int) -> int:
    world, tree = Worlds(given.world, given.seat, 1), Tree(256 << 20, iterations)
    params = replace(DEFAULT.ucb, own_visits=0)  # the others see everything too
    sampler = Ucb(world, tree, given.stream.below(1 << 31), params, DEFAULT.horizon)
    sampler.run(Stop(), iterations)
    rows = sampler.rows_at(sampler.asker_key)
    return max(rows, key=lambda row: row[1])[0] if rows else given.world.legal()[0]
