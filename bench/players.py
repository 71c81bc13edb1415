"""Players for matches, made from a few words. Each gets what its seat may know; a cheat gets everything."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import click

from bench import greedy, responder
from hunch.engines import Game, State, Stream
from hunch.search.advice import AdviceOptions, Limits, Record, Settings, advise
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
    if kind == "responder":
        return _responder(rest)
    raise click.BadParameter(f"{words!r} is not a player")


def _responder(rest: str) -> Player:
    iterations, *changes = rest.split("/")
    given = dict(change.split("=", 1) for change in changes)
    worlds = int(given.pop("worlds", responder.WORLDS))
    if given:
        raise click.BadParameter(f"a responder has no setting {', '.join(given)}")
    model = responder.search_model(int(iterations)) if int(iterations) else responder.policy_model
    return lambda asked: responder.respond(asked.view, asked.seat, model, asked.stream, worlds)


def _searcher(rest: str) -> Player:
    limit, *changes = rest.split("/")
    given = dict(change.split("=", 1) for change in changes)
    with_record, level = given.pop("record", "yes") != "no", int(given.pop("level", "10"))
    settings, options = changed(Settings(), given), AdviceOptions(level, candidates=1)
    if given:
        raise click.BadParameter(f"a search has no setting {', '.join(given)}")
    limits = Limits(time_ms=int(limit[:-2])) if limit.endswith("ms") else Limits(iterations=int(limit))

    def play(given_seat: Seat) -> Sequence[int]:
        record = given_seat.record if with_record else None
        seed = given_seat.stream.below(1 << 31)
        return advise(
            given_seat.view, given_seat.seat, limits, seed=seed, options=options, record=record, settings=settings
        ).play

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
