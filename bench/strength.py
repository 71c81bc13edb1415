"""The table of strength: every match with its floor and aim. Beside it stands the ceiling: a cheat who sees everything.

    python -m bench.strength [--out FILE] [--only WORDS] [--games 1000] [--ceiling 100000] [--ceiling-games 100]

Matches are those of `bench.match`. A row is met if its score reaches the floor: the number of the table, or 80 % of
the ceiling's edge over even play if that is lower. In rows that compare efforts, the score plus two standard errors
must reach even play. In rows of levels, the score less two standard errors must exceed it. Exits with 1 if a row is
not met.

`--out` names a file of rounds, and an interrupted run resumes from it. Rounds that other code played do not count.
`--games 0` shows the rounds in the file. The ceiling has an error too, and so has a floor that depends on it.
In a solitaire game only dice are hidden, and there is no ceiling.
"""

import itertools
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from bench.match import Match, RoundLog, Score, even, played
from hunch.engines import GAMES, load

WITHIN, BEYOND = "within", "beyond"
Games = tuple[tuple[str, dict[str, Any]], ...]
TWO: Games = (("tomahawk", {}), ("manitou", {"players": 2}), ("powwow", {"players": 2}))
FOUR: Games = (("manitou", {"players": 4}), ("powwow", {"players": 4}))
OPEN: Games = (("goofspiel", {}),)
ALONE: Games = (("comancheria", {}),)
LEVELS = (1, 4, 7, 10)
EFFORT, SOLITAIRE = 10_000, 1_000
"""Iterations of level 10, which sets no effort itself: in games for several players, and in solitaire games."""


@dataclass(frozen=True, slots=True)
class Row:
    """A match and its target. `floor` is a figure, or even play WITHIN the error, or BEYOND it."""

    part: str
    match: Match
    floor: float | str
    aim: float | None = None
    ceiling: bool = True

    def matches(self, only: str) -> bool:
        """Whether one of these words, separated by commas, is in its part, its game or its options."""
        return any(word in f"{self.part} {self.match.words}" for word in only.split(","))


@dataclass(frozen=True, slots=True)
class Result:
    """A row and the scores of its match."""

    row: Row
    score: Score
    ceiling: Score | None

    @property
    def floor(self) -> float:
        """The score to reach."""
        return floor_of(self.row, self.ceiling)

    @property
    def verdict(self) -> str:
        """Below the floor, met, or the aim reached."""
        if not met(self.row, self.floor, self.score):
            return "below"
        return "aim" if self.row.aim and self.score.mean >= self.row.aim else "met"

    def cells(self) -> tuple[str, ...]:
        """As a line of the table."""
        sign = {WITHIN: " within", BEYOND: " beyond"}.get(str(self.row.floor), "")
        return (
            self.row.match.words,
            self.row.match.a,
            self.row.match.b,
            str(self.score),
            str(self.score.games),
            f"{self.ceiling} ({self.ceiling.games})" if self.ceiling else "",
            f"{self.floor:.3g}{sign}",
            f"{self.row.aim:.3g}" if self.row.aim else "",
            self.verdict,
        )

    def values(self) -> dict[str, Any]:
        """As JSON."""
        return {
            **asdict(self.row.match),
            "part": self.row.part,
            "options": dict(self.row.match.options),
            **asdict(self.score),
            "floor": self.floor,
            "aim": self.row.aim,
            "verdict": self.verdict,
            "ceiling": asdict(self.ceiling) if self.ceiling else None,
        }


def table() -> Iterator[Row]:
    """All matches of the table whose game is registered."""
    for row in _rows():
        if row.match.game in GAMES:
            yield row


def _rows() -> Iterator[Row]:
    def match(game: str, options: dict[str, Any], a: str, b: str) -> Match:
        return Match(game, tuple(options.items()), a, b)

    yield Row("peer", match("goofspiel", {}, "search:50ms", "openspiel:50ms"), 0.58, 0.65)
    for game, options in TWO:
        yield Row("random", match(game, options, "search:1000", "random"), 0.95, 0.99)
    for game, options in TWO:
        yield Row("greedy", match(game, options, "search:1000", "greedy"), 0.75, 0.9)
    for game, options in FOUR:
        yield Row("four", match(game, options, "search:1000", "greedy"), 0.45, 0.6)
    yield Row("sensible", match("comancheria", {}, "search:200", "greedy"), 0.15, 0.35, False)
    for game, options in (*OPEN, *TWO, *FOUR, *ALONE):
        aim = 0.55 if load(game, **options).seats == 2 else None
        yield Row("effort", match(game, options, "search:10000", "search:1000"), WITHIN, aim, False)
    for game, options in (*OPEN, *TWO, *ALONE):
        effort = SOLITAIRE if game == "comancheria" else EFFORT
        for lower, higher in itertools.pairwise(LEVELS):
            a, b = (f"search:{effort}/level={level}" for level in (higher, lower))
            yield Row("levels", match(game, options, a, b), BEYOND, None, False)


def floor_of(row: Row, ceiling: Score | None) -> float:
    """The score to reach."""
    equal = even(load(row.match.game, **dict(row.match.options)))
    if isinstance(row.floor, str):
        return equal
    return row.floor if ceiling is None else min(row.floor, equal + 0.8 * (ceiling.mean - equal))


def met(row: Row, floor: float, score: Score) -> bool:
    """Whether the floor is reached."""
    if row.floor == WITHIN:
        return score.mean + score.two_errors >= floor
    if row.floor == BEYOND:
        return score.mean - score.two_errors > floor
    return score.mean >= floor


def result_of(row: Row, log: RoundLog, games: int, cheat: int, ceiling_games: int, jobs: int) -> Result | None:
    """Plays what the log lacks. None if there is nothing to play and nothing in the log."""
    cheating = Match(row.match.game, row.match.options, f"cheat:{cheat}", row.match.b)
    if not games and not log.scores(row.match):
        return None
    score = played(row.match, games, jobs, log)
    if not (row.ceiling and cheat and (ceiling_games or log.scores(cheating))):
        return Result(row, score, None)
    return Result(row, score, played(cheating, ceiling_games, jobs, log))


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.option("--games", default=1000, show_default=True)
@click.option(
    "--only", default="", help="Only rows with one of these words, separated by commas: peer, random, greedy, ..."
)
@click.option("--ceiling", default=100_000, show_default=True, help="Iterations of the cheat; 0 for none.")
@click.option("--ceiling-games", default=100, show_default=True)
@click.option("--jobs", default=1, show_default=True, help="Processes.")
@click.option("--out", type=Path, help="File of rounds. An interrupted run resumes from it.")
@click.option("--json", "file", type=Path)
def main(
    games: int, only: str, ceiling: int, ceiling_games: int, jobs: int, out: Path | None, file: Path | None
) -> None:
    log, rows = RoundLog(out), list[Result]()
    click.echo(_line("game", "A", "B", "score", "games", f"cheat:{ceiling} (games)", "floor", "aim", "verdict"))
    click.echo(_line(*["---"] * 9))
    for row in table():
        if not row.matches(only):
            continue
        result = result_of(row, log, games, ceiling, ceiling_games, jobs)
        if result:
            rows.append(result)
            click.echo(_line(*result.cells()))
        if file:
            file.write_text(
                json.dumps({"cheat": ceiling, "rows": [result.values() for result in rows]}, indent=1) + "\n"
            )
    raise SystemExit(any(result.verdict == "below" for result in rows))


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
