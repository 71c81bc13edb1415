"""Matches: who wins, and how surely.

    python -m bench.match GAME --a search:1000 --b greedy [--games 1000] [--option players=4] [--json FILE]

A player is `random`, `greedy`, `search:LIMIT[/SETTING=VALUE...]` or `cheat:ITERATIONS`, who sees everything and shows
how much can be won at all; on 13-card goofspiel also `openspiel:LIMIT`, its Python ISMCTS. A LIMIT is iterations
(`1000`) or milliseconds of wall time (`50ms`); `level=4` among the settings lowers it to that level's effort. Searchers
are told the record, unless `record=no` is among their settings. `--ceiling 10000` plays the same games, after those,
with a cheat of so many iterations in the place of A.

Two players: each game is played twice with the same chance events and the seats swapped; the figure is A's mean score
(1 a win, 0.5 a draw; with the margin as payoff its rank between 0 and 1). Three and more: A sits in each seat in turn
among players B; the figure is A's share of wins. Alone: both play the same chance events; the figure is how much more
often A wins. All come with two standard errors, over rounds: the games with equal chance events count as one.
"""

import hashlib
import itertools
import json
import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track

import bench
import hunch.engines
import hunch.search
from bench.players import Player, Seat, player, typed
from hunch.engines import CHANCE, NOTHING, Game, Stream, load
from hunch.engines.registry import package
from hunch.search.advice import Record

ASIDE = Console(stderr=True)


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom at what."""

    game: str
    options: tuple[tuple[str, Any], ...]
    a: str
    b: str
    seed: int = 1

    @property
    def words(self) -> str:
        """The game with its options."""
        return self.game + "".join(f" {key}={value}" for key, value in self.options)


@dataclass(frozen=True, slots=True)
class Score:
    """A's figure, twice its standard error, and the games that it comes from."""

    mean: float
    two_errors: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.two_errors:.3f}"


class Kept:
    """Rounds that were played, each added to a file, if there is one, as soon as it is over: a line of JSON with the
    match, the code that played it and its score. What other code played does not count."""

    def __init__(self, file: Path | None) -> None:
        self._file, self._code, self._scores = file, code() if file else "", dict[Match, list[float]]()
        for line in file.read_text().splitlines() if file and file.exists() else ():
            told = json.loads(line)
            if told.pop("code") == self._code:
                scored = told.pop("score")
                self.scores(Match(**{**told, "options": tuple(told["options"].items())})).append(scored)

    def scores(self, match: Match) -> list[float]:
        """Those of a match, in order."""
        return self._scores.setdefault(match, [])

    def add(self, match: Match, score: float) -> None:
        """The next round of a match is over."""
        self.scores(match).append(score)
        if self._file:
            told = {**asdict(match), "options": dict(match.options), "score": score, "code": self._code}
            with self._file.open("a") as lines:
                lines.write(json.dumps(told) + "\n")


def code() -> str:
    """What tells one state of the rules, the search and the players from another."""
    rooms = (Path(room.__file__).parent for room in (hunch.search, hunch.engines, bench))
    files = sorted(path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".so", ".json"))
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


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
    """What a payoff counts: between 0 and 1 for one and two, the share of the win for more."""
    if len(payoffs) <= 2:
        return (payoffs[seat] + 1) / 2
    best = max(payoffs)
    return float(payoffs[seat] == best) / sum(payoff == best for payoff in payoffs)


def even(game: Game) -> float:
    """The figure of equals."""
    return 0.0 if game.seats == 1 else 1 / game.seats


@lru_cache(maxsize=8)
def _table(match: Match) -> tuple[Game, Player, Player]:
    game = load(match.game, **dict(match.options))
    return game, player(match.a, game), player(match.b, game)


def round_of(match: Match, n: int) -> float:
    """A's mean score in the games of one round: every seat once with the same chance."""
    game, a, b = _table(match)
    if game.seats == 1:
        return score(play(game, [a], match.seed + n), 0) - score(play(game, [b], match.seed + n), 0)
    tables = [[a if seat == taken else b for seat in range(game.seats)] for taken in range(game.seats)]
    return sum(score(play(game, table, match.seed + n), taken) for taken, table in enumerate(tables)) / game.seats


def rounds(match: Match, count: int, jobs: int = 1, first: int = 0) -> Iterator[float]:
    """The rounds from `first` up to `count`, in as many processes as there are jobs; equal whatever their number, but
    for limits in time."""
    if jobs == 1:
        yield from (round_of(match, n) for n in range(first, count))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(round_of, itertools.repeat(match), range(first, count))


def played(match: Match, games: int, jobs: int = 1, kept: Kept | None = None) -> Score:
    """The match, with progress on the terminal; rounds that are kept are not played again."""
    kept = kept or Kept(None)
    seats = max(_table(match)[0].seats, 2)
    known = len(kept.scores(match))
    count = max(games // seats, 2) if games else known
    title = f"{match.words}: {match.a} - {match.b}"
    for score in track(rounds(match, count, jobs, known), title, max(count - known, 0), transient=True, console=ASIDE):
        kept.add(match, score)
    return score_of(kept.scores(match), seats)


def score_of(found: Sequence[float], seats: int) -> Score:
    """What some rounds come to."""
    return Score(sum(found) / len(found), two_errors(found), len(found) * seats)


def two_errors(scores: Sequence[float]) -> float:
    """Twice the standard error of the mean."""
    mean = sum(scores) / len(scores)
    return 2 * math.sqrt(sum((s - mean) ** 2 for s in scores) / max(len(scores) - 1, 1) / len(scores))


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.argument("name")
@click.option("--a", default="search:1000", show_default=True)
@click.option("--b", default="random", show_default=True)
@click.option("--games", default=1000, show_default=True)
@click.option("--ceiling", default=0, help="Iterations of a cheat to compare with; 0 for none.")
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=1, show_default=True, help="Processes.")
@click.option("--option", "options", multiple=True, help="An option of the game, NAME=VALUE.")
@click.option("--json", "file", type=Path)
def main(
    name: str,
    a: str,
    b: str,
    games: int,
    ceiling: int,
    seed: int,
    jobs: int,
    options: tuple[str, ...],
    file: Path | None,
) -> None:
    kinds = {option.name: type(option.values[0]) for option in package(name).OPTIONS}
    chosen = tuple((key, typed(kinds[key], value)) for key, value in (option.split("=", 1) for option in options))
    console, rows = Console(soft_wrap=True), []
    for one in (a, f"cheat:{ceiling}") if ceiling else (a,):
        match = Match(name, chosen, one, b, seed)
        found = played(match, games, jobs)
        console.print(f"{match.words}: [bold]{one}[/] against {b}: {found} over {found.games} games")
        rows.append({**asdict(match), "options": dict(chosen), **asdict(found)})
    if file:
        file.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
