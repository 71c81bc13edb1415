"""Matches: who wins, and how surely.

    python -m bench.match GAME --a search:1000 --b greedy [--games 1000] [--option players=4] [--json FILE]

A player is `random`, `greedy`, `search:LIMIT[/SETTING=VALUE...]`, `cheat:ITERATIONS` or
`responder:ITERATIONS[/worlds=64]`. The cheat sees everything and shows how much can be won at all. The responder sees
only its own cards. It knows that the other searches with so many iterations, or that the other plays by the rollout
policy if there are 0 (`bench/responder.py`). On 13-card goofspiel there is also `openspiel:LIMIT`, its Python ISMCTS.

A LIMIT is iterations (`1000`) or milliseconds of wall time (`50ms`). The setting `level=4` lowers it to that level's
effort. A search gets the record of the game unless it has the setting `record=no`. `--ceiling 10000` then plays the
same games with a cheat of 10,000 iterations in place of A.

Two players: each game is played twice, with the same chance events and the seats swapped. The score is A's mean: 1 for
a win, 0.5 for a draw; if the payoff is a margin, it is scaled to between 0 and 1. Three and more: A sits in each seat
in turn among players B, and the score is A's share of the wins. Solitaire: both meet the same chance events, and the
score is how much more often A wins. Each score has two standard errors, over rounds: games with equal chance events are
one round.
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

PROGRESS = Console(stderr=True)


@dataclass(frozen=True, slots=True)
class Match:
    """The players, the game and its options."""

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
    """A's mean score, twice its standard error, and the number of games."""

    mean: float
    two_errors: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.two_errors:.3f}"


class RoundLog:
    """The rounds that were played. Each is added to a file, if there is one, as soon as it ends.

    A line of JSON has the match, the code that played it, and its score. Rounds that other code played do not count.
    """

    def __init__(self, file: Path | None) -> None:
        self._file, self._code, self._scores = file, code() if file else "", dict[Match, list[float]]()
        for line in file.read_text().splitlines() if file and file.exists() else ():
            entry = json.loads(line)
            if entry.pop("code") == self._code:
                score = entry.pop("score")
                self.scores(Match(**{**entry, "options": tuple(entry["options"].items())})).append(score)

    def scores(self, match: Match) -> list[float]:
        """The scores of a match's rounds, in order."""
        return self._scores.setdefault(match, [])

    def add(self, match: Match, score: float) -> None:
        """Adds the next round of a match."""
        self.scores(match).append(score)
        if self._file:
            entry = {**asdict(match), "options": dict(match.options), "score": score, "code": self._code}
            with self._file.open("a") as lines:
                lines.write(json.dumps(entry) + "\n")


def code() -> str:
    """A digest that differs if the rules, the search or the players differ."""
    rooms = (Path(str(room.__file__)).parent for room in (hunch.search, hunch.engines, bench))
    files = sorted(path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".so", ".json"))
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def play(game: Game, players: Sequence[Player], seed: int) -> tuple[float, ...]:
    """Plays one game and returns the payoffs. Chance depends on the seed alone, as far as the moves allow."""
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
                question = Seat(
                    state.view(turn), turn, Record(starts[turn], tuple(seen[turn])), state, tuple(history), own[turn]
                )
                waiting[turn] = list(players[turn](question)) if len(moves) > 1 else moves
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
    """A payoff as a score. For one or two players it is between 0 and 1; for more it is the share of the win."""
    if len(payoffs) <= 2:
        return (payoffs[seat] + 1) / 2
    best = max(payoffs)
    return float(payoffs[seat] == best) / sum(payoff == best for payoff in payoffs)


def even(game: Game) -> float:
    """The score of equal players."""
    return 0.0 if game.seats == 1 else 1 / game.seats


@lru_cache(maxsize=8)
def _table(match: Match) -> tuple[Game, Player, Player]:
    game = load(match.game, **dict(match.options))
    return game, player(match.a, game), player(match.b, game)


def round_of(match: Match, n: int) -> float:
    """A's mean score in one round: each seat once, with the same chance events."""
    game, a, b = _table(match)
    if game.seats == 1:
        return score(play(game, [a], match.seed + n), 0) - score(play(game, [b], match.seed + n), 0)
    tables = [[a if seat == taken else b for seat in range(game.seats)] for taken in range(game.seats)]
    return sum(score(play(game, table, match.seed + n), taken) for taken, table in enumerate(tables)) / game.seats


def rounds(match: Match, count: int, jobs: int = 1, first: int = 0) -> Iterator[float]:
    """The rounds from `first` up to `count`, in `jobs` processes. Their number changes nothing, except with limits in
    time."""
    if jobs == 1:
        yield from (round_of(match, n) for n in range(first, count))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(round_of, itertools.repeat(match), range(first, count))


def played(match: Match, games: int, jobs: int = 1, log: RoundLog | None = None) -> Score:
    """Plays a match and shows its progress. Rounds in the log are not played again."""
    log = log or RoundLog(None)
    seats = max(_table(match)[0].seats, 2)
    known = len(log.scores(match))
    count = max(games // seats, 2) if games else known
    title = f"{match.words}: {match.a} - {match.b}"
    for score in track(
        rounds(match, count, jobs, known), title, max(count - known, 0), transient=True, console=PROGRESS
    ):
        log.add(match, score)
    return score_of(log.scores(match), seats)


def score_of(scores: Sequence[float], seats: int) -> Score:
    """The score of some rounds together."""
    return Score(sum(scores) / len(scores), two_errors(scores), len(scores) * seats)


def two_errors(scores: Sequence[float]) -> float:
    """Twice the standard error of the mean."""
    mean = sum(scores) / len(scores)
    return 2 * math.sqrt(sum((s - mean) ** 2 for s in scores) / max(len(scores) - 1, 1) / len(scores))


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of the command."""

    name: str  # of the game
    a: str
    b: str
    games: int
    ceiling: int  # iterations of a cheat in place of A; 0: none
    seed: int
    jobs: int
    options: tuple[str, ...]  # of the game, NAME=VALUE
    file: Path | None

    def matches(self) -> Iterator[Match]:
        """A against B, and then the cheat in place of A."""
        kinds = {option.name: type(option.values[0]) for option in package(self.name).OPTIONS}
        pairs = (option.split("=", 1) for option in self.options)
        chosen = tuple((key, typed(kinds[key], value)) for key, value in pairs)
        for words in (self.a, f"cheat:{self.ceiling}") if self.ceiling else (self.a,):
            yield Match(self.name, chosen, words, self.b, self.seed)


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
def main(**values: Any) -> None:
    options = Options(**values)
    console, rows = Console(soft_wrap=True), []
    for match in options.matches():
        score = played(match, options.games, options.jobs)
        console.print(f"{match.words}: [bold]{match.a}[/] against {match.b}: {score} over {score.games} games")
        rows.append({**asdict(match), "options": dict(match.options), **asdict(score)})
    if options.file:
        options.file.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
