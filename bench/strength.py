"""The table of strength: every match with its floor and aim, and a cheat who sees everything as the ceiling beside it.

    python -m bench.strength [--out FILE] [--only WORDS] [--games 1000] [--ceiling 100000] [--ceiling-games 100]

Matches are those of `bench.match`. A row is met when its score reaches the floor: the number of the table, or 80 % of
the ceiling's edge over even play where that is lower. Rows that compare efforts ask that the score plus two standard
errors reaches even play; rows of levels, that the score less two standard errors exceeds it. Exits with 1 where a row
is not met.

With `--out` every round is kept in that file as it ends, and a run that was cut goes on where it was; rounds that other
code played are not counted. `--games 0` shows what is kept. The ceiling's figure has an error of its own: what it says
of a floor is no surer than that. Alone against chance nothing but dice is hidden, and there is no ceiling.
"""

import itertools
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from bench.match import Kept, Match, Score, even, played
from hunch.engines import GAMES, load

WITHIN, BEYOND = "within", "beyond"
Games = tuple[tuple[str, dict[str, Any]], ...]
TWO: Games = (("tomahawk", {}), ("manitou", {"players": 2}), ("powwow", {"players": 2}))
FOUR: Games = (("manitou", {"players": 4}), ("powwow", {"players": 4}))
OPEN: Games = (("goofspiel", {}),)
ALONE: Games = (("comancheria", {}),)
LEVELS = (1, 4, 7, 10)
EFFORT, SOLITAIRE = 10_000, 1_000
"""Iterations of level 10, which has no effort of its own: of those who play others, and of a lone player."""


@dataclass(frozen=True, slots=True)
class Row:
    """A match and what it should bring: `floor` a figure, or WITHIN the error of even play, or BEYOND it."""

    part: str
    match: Match
    floor: float | str
    aim: float | None = None
    ceiling: bool = True

    def asked(self, only: str) -> bool:
        """Whether one of the words, with commas between, is in its part, its game or its options."""
        return any(word in f"{self.part} {self.match.words}" for word in only.split(","))


@dataclass(frozen=True, slots=True)
class Found:
    """A row with what was played."""

    row: Row
    score: Score
    ceiling: Score | None

    @property
    def floor(self) -> float:
        """The figure to reach."""
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
    def row(
        part: str,
        game: str,
        options: dict[str, Any],
        a: str,
        b: str,
        floor: float | str,
        aim: float | None = None,
        ceiling: bool = True,
    ) -> Row:
        return Row(part, Match(game, tuple(options.items()), a, b), floor, aim, ceiling)

    yield row("peer", "goofspiel", {}, "search:50ms", "openspiel:50ms", 0.58, 0.65)
    for game, options in TWO:
        yield row("random", game, options, "search:1000", "random", 0.95, 0.99)
    for game, options in TWO:
        yield row("greedy", game, options, "search:1000", "greedy", 0.75, 0.9)
    for game, options in FOUR:
        yield row("four", game, options, "search:1000", "greedy", 0.45, 0.6)
    yield row("sensible", "comancheria", {}, "search:200", "greedy", 0.15, 0.35, False)
    for game, options in (*OPEN, *TWO, *FOUR, *ALONE):
        aim = 0.55 if load(game, **options).seats == 2 else None
        yield row("effort", game, options, "search:10000", "search:1000", WITHIN, aim, False)
    for game, options in (*OPEN, *TWO, *ALONE):
        effort = SOLITAIRE if game == "comancheria" else EFFORT
        for lower, higher in itertools.pairwise(LEVELS):
            a, b = (f"search:{effort}/level={level}" for level in (higher, lower))
            yield row("levels", game, options, a, b, BEYOND, None, False)


def floor_of(row: Row, ceiling: Score | None) -> float:
    """The figure to reach."""
    equal = even(load(row.match.game, **dict(row.match.options)))
    if isinstance(row.floor, str):
        return equal
    return row.floor if ceiling is None else min(row.floor, equal + 0.8 * (ceiling.mean - equal))


def met(row: Row, floor: float, found: Score) -> bool:
    """Whether the floor is reached."""
    if row.floor == WITHIN:
        return found.mean + found.two_errors >= floor
    if row.floor == BEYOND:
        return found.mean - found.two_errors > floor
    return found.mean >= floor


def found_of(row: Row, kept: Kept, games: int, cheat: int, ceiling_games: int, jobs: int) -> Found | None:
    """The row, with what is not kept yet played; None where nothing is to be played and nothing kept."""
    above = Match(row.match.game, row.match.options, f"cheat:{cheat}", row.match.b)
    if not games and not kept.scores(row.match):
        return None
    score = played(row.match, games, jobs, kept)
    if not (row.ceiling and cheat and (ceiling_games or kept.scores(above))):
        return Found(row, score, None)
    return Found(row, score, played(above, ceiling_games, jobs, kept))


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.option("--games", default=1000, show_default=True)
@click.option("--only", default="", help="Only rows with one of these words, commas between: peer, random, greedy, ...")
@click.option("--ceiling", default=100_000, show_default=True, help="Iterations of the cheat; 0 for none.")
@click.option("--ceiling-games", default=100, show_default=True)
@click.option("--jobs", default=1, show_default=True, help="Processes.")
@click.option("--out", type=Path, help="Where rounds are kept, so that a run can be cut and go on.")
@click.option("--json", "file", type=Path)
def main(
    games: int, only: str, ceiling: int, ceiling_games: int, jobs: int, out: Path | None, file: Path | None
) -> None:
    kept, rows = Kept(out), list[Found]()
    click.echo(_line("game", "A", "B", "score", "games", f"cheat:{ceiling} (games)", "floor", "aim", "verdict"))
    click.echo(_line(*["---"] * 9))
    for row in table():
        if not row.asked(only):
            continue
        found = found_of(row, kept, games, ceiling, ceiling_games, jobs)
        if found:
            rows.append(found)
            click.echo(_line(*found.cells()))
        if file:
            file.write_text(json.dumps({"cheat": ceiling, "rows": [one.values() for one in rows]}, indent=1) + "\n")
    raise SystemExit(any(one.verdict == "below" for one in rows))


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
