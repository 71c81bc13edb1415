"""Matches: who wins, and how surely.

    python -m bench.match GAME --a search:1000 --b greedy [--games 1000] [--option players=4] [--json FILE]

A player is `random`, `greedy`, `search:LIMIT[/SETTING=VALUE...]` or `cheat:ITERATIONS`, who sees everything and shows
how much can be won at all; on 13-card goofspiel also `openspiel:LIMIT`, its Python ISMCTS. A LIMIT is iterations
(`1000`), milliseconds of wall time (`50ms`) or a level (`level4`, with its own effort). Searchers are told the record,
unless `record=no` is among their settings.

Two players: each game is played twice with the same chance events and the seats swapped; the figure is A's mean score
(1 a win, 0.5 a draw; with the margin as payoff its rank between 0 and 1). Three and more: A sits in each seat in turn
among players B; the figure is A's share of wins. Both come with two standard errors.
"""
import itertools
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track

from bench import greedy
from hunch.engines import CHANCE, NOTHING, Game, State, Stream, load
from hunch.engines.registry import package
from hunch.search.advice import Limits, Record, Settings, advise
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
    told = given.pop("record", "yes") != "no"
    kinds = {field.name: type(getattr(Settings(), field.name)) for field in fields(Settings)}
    settings = replace(Settings(), **{name: _typed(kinds[name], value) for name, value in given.items()})
    level, limits = 10, Limits(iterations=0)
    if limit.startswith("level"):
        level, limits = int(limit[5:]), Limits(time_ms=500 if limit == "level10" else 0)
    elif limit.endswith("ms"):
        limits = Limits(time_ms=int(limit[:-2]))
    else:
        limits = Limits(iterations=int(limit))

    def ask(asked: Seat) -> Sequence[int]:
        record = asked.record if told else None
        seed = asked.stream.below(1 << 31)
        return advise(
            asked.view, asked.seat, limits, seed=seed, level=level, record=record, settings=settings, candidates=1
        ).play

    return ask


def _typed(kind: type, value: str) -> Any:
    return value in ("yes", "true", "1") if kind is bool else kind(value)


def _seeing_all(asked: Seat, iterations: int) -> int:
    sampler = Ucb(Worlds(asked.world, asked.seat, 1), Tree(256 << 20, iterations), asked.stream.below(1 << 31))
    sampler.run(Stop(), iterations)
    found = sampler.look(sampler.asked)
    return max(found, key=lambda row: row[1])[0] if found else asked.world.legal()[0]


def play(game: Game, players: Sequence[Player], seed: int) -> tuple[float, ...]:
    """One game; gives the payoffs. Chance depends on the seed alone, as far as the moves allow."""
    luck, own = Stream(seed), [Stream((seed << 4) + n + 1) for n in range(game.seats)]
    state = game.new()
    starts = [state.view(seat) for seat in range(game.seats)]
    seen: list[list[int]] = [[] for _ in players]
    waiting: list[list[int]] = [[] for _ in players]
    history: list[int] = []
    while not state.over:
        turn = state.to_move
        if turn == CHANCE:
            move = state.roll(luck)
        else:
            moves = state.legal()
            if not waiting[turn]:
                asked = Seat(
                    state.view(turn), turn, Record(starts[turn], tuple(seen[turn])), state, tuple(history), own[turn]
                )
                waiting[turn] = list(players[turn](asked)) if len(moves) > 1 else moves
            move = waiting[turn].pop(0)
        for seat in range(game.seats):
            token = state.seen(move, seat)
            if token != NOTHING:
                seen[seat].append(token)
                if turn != seat:
                    waiting[seat].clear()
        history.append(move)
        state = state.apply(move)
    return state.returns()


def score(payoffs: Sequence[float], seat: int) -> float:
    """What a payoff counts: between 0 and 1 for two, the share of the win for more."""
    if len(payoffs) == 2:
        return (payoffs[seat] + 1) / 2
    best = max(payoffs)
    return float(payoffs[seat] == best) / sum(payoff == best for payoff in payoffs)


def match(game: Game, a: Player, b: Player, games: int, seed: int) -> list[float]:
    """A's mean score in each round: every seat once with the same chance."""
    found = []
    for n in track(range(max(games // game.seats, 1)), transient=True):
        table = [[a if seat == taken else b for seat in range(game.seats)] for taken in range(game.seats)]
        scores = [score(play(game, players, seed + n), taken) for taken, players in enumerate(table)]
        found.append(sum(scores) / len(scores))
    return found


def two_errors(scores: Sequence[float]) -> float:
    """Twice the standard error of the mean."""
    mean = sum(scores) / len(scores)
    return 2 * math.sqrt(sum((s - mean) ** 2 for s in scores) / max(len(scores) - 1, 1) / len(scores))


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.argument("name")
@click.option("--a", default="search:1000", show_default=True)
@click.option("--b", default="random", show_default=True)
@click.option("--games", default=1000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--option", "options", multiple=True, help="an option of the game, NAME=VALUE")
@click.option("--json", "file", type=Path)
def main(name: str, a: str, b: str, games: int, seed: int, options: tuple[str, ...], file: Path | None) -> None:
    kinds = {option.name: type(option.values[0]) for option in package(name).OPTIONS}
    chosen = {key: _typed(kinds[key], value) for key, value in (option.split("=", 1) for option in options)}
    game = load(name, **chosen)
    scores = match(game, player(a, game), player(b, game), games, seed)
    mean, error = sum(scores) / len(scores), two_errors(scores)
    shown = "".join(f" {key}={value}" for key, value in itertools.chain(chosen.items()))
    Console(soft_wrap=True).print(
        f"{name}{shown}: [bold]{a}[/] against {b}: {mean:.3f} ± {error:.3f} over {len(scores) * game.seats} games"
    )
    if file:
        file.write_text(json.dumps({
            "game": name, "options": chosen, "a": a, "b": b, "score": mean, "two_errors": error,
            "games": len(scores) * game.seats, "seed": seed,
        }, indent=1) + "\n")  # fmt: skip


if __name__ == "__main__":
    main()
