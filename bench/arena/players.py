"""Players for matches, made from a few words. Each gets what its seat may know; a cheat gets everything.

A player is `random`, `greedy`, `search:LIMIT[/SETTING=VALUE...]`, `build:FOLDER:search:...`, `agent:FILE[:FUNCTION]`,
`responder:ITERATIONS[/worlds=64]` or `cheat:ITERATIONS`. The cheat sees everything and shows how much can be won at
all. The responder sees only its own cards. It knows that the other searches with so many iterations, or, if there are
0, that the other plays by the rollout policy. On 13-card goofspiel there is also `openspiel:LIMIT`, its Python ISMCTS.
An agent is a function of a Python file, `choose` if none is named.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from runpy import run_path

import click

from bench.arena import builds, greedy, responder
from bench.arena.searches import search_of
from bench.arena.seat import Mixed, Player, Seat
from hunch.engines import Game
from hunch.search.advice import Search, resolve
from hunch.search.settings import DEFAULT
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.ucb import Ucb
from hunch.search.worlds import Worlds

DIGITS = 8
"""Hexadecimal digits that distinguish versions of an agent."""


def named(words: str) -> str:
    """The same description with the version of an agent's file or of a build, so that a changed one is another
    player."""
    kind, _, rest = words.partition(":")
    if kind == "build":
        return f"build:{builds.named(rest)}"
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
    if kind == "build":
        return builds.player(rest)
    if kind == "responder":
        return _responder(rest)
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


def _responder(rest: str) -> Player:
    iterations, *changes = rest.split("/")
    given = dict(change.split("=", 1) for change in changes)
    worlds = int(given.pop("worlds", responder.WORLDS))
    if given:
        raise click.BadParameter(f"a responder has no setting {', '.join(given)}")
    model = responder.search_model(int(iterations)) if int(iterations) else responder.policy_model
    return lambda asked: responder.respond(asked.view, asked.seat, model, asked.stream, worlds)


def _searcher(rest: str) -> Player:
    words = search_of(rest)

    def play(given: Seat) -> Sequence[int | Mixed]:
        search = Search(
            given.view,
            given.seat,
            resolve(words.limits, given.view.game, words.options.level),
            seed=given.stream.below(1 << 31),
            options=words.options,
            record=given.record if words.with_record else None,
            settings=words.settings,
        )
        advice = search.run()
        # Drawn again by numbers that the search does not use, so that the probabilities are exactly those of the draw.
        return [Mixed(*step) for step in search.mixed(given.stream)] or advice.play

    return play


def _cheat(given: Seat, iterations: int) -> int:
    world, tree = Worlds(given.world, given.seat, 1), Tree(256 << 20, iterations)
    params = replace(DEFAULT.ucb, own_visits=0)  # the others see everything too
    sampler = Ucb(world, tree, given.stream.below(1 << 31), params, DEFAULT.horizon)
    sampler.run(Stop(), iterations)
    rows = sampler.rows_at(sampler.asker_key)
    return max(rows, key=lambda row: row[1])[0] if rows else given.world.legal()[0]
