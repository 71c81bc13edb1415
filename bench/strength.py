"""The table of strength: every match with its floor and aim, and a cheat who sees everything as the ceiling beside it.

    python -m bench.strength [--games 1000] [--only WORDS] [--ceiling 100000] [--ceiling-games 100] [--json FILE]

Matches are those of `bench.match`. A row is met when its score reaches the floor: the number of the table, or 80 % of
the ceiling's edge over even play where that is lower. Rows that compare efforts ask that the score plus two standard
errors reaches even play; rows of levels, that the score less two standard errors exceeds it. Exits with 1 where a row
is not met.
"""
import itertools
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from bench.match import Match, Score, even, played
from hunch.engines import GAMES, load

WITHIN, BEYOND = "within", "beyond"
Games = tuple[tuple[str, dict[str, Any]], ...]
TWO: Games = (("tomahawk", {}), ("manitou", {"players": 2}), ("powwow", {"players": 2}))
FOUR: Games = (("manitou", {"players": 4}), ("powwow", {"players": 4}))
LEVELS = (1, 4, 7, 10)
EFFORT = 20_000
"""Iterations of level 10, which has no effort of its own; its rank for the solitaire game is SOLITAIRE."""
SOLITAIRE = 1_000


@dataclass(frozen=True, slots=True)
class Row:
    """A match and what it should bring: `floor` a figure, or WITHIN the error of even play, or BEYOND it."""

    part: str
    match: Match
    floor: float | str
    aim: float | None = None
    ceiling: bool = True


def table() -> Iterator[Row]:
    """All matches of the table whose game is registered."""
    for row in _rows():
        if row.match.game in GAMES:
            yield row


def _rows() -> Iterator[Row]:
    def row(part: str, game: str, options: dict[str, Any], a: str, b: str, floor: float | str, aim: float | None = None,
            ceiling: bool = True) -> Row:  # fmt: skip
        return Row(part, Match(game, tuple(options.items()), a, b), floor, aim, ceiling)

    yield row("peer", "goofspiel", {}, "search:50ms", "openspiel:50ms", 0.58, 0.65)
    for game, options in TWO:
        yield row("random", game, options, "search:1000", "random", 0.95, 0.99)
    for game, options in TWO:
        yield row("greedy", game, options, "search:1000", "greedy", 0.75, 0.9)
    for game, options in FOUR:
        yield row("four", game, options, "search:1000", "greedy", 0.45, 0.6)
    for game, options in (("goofspiel", {}), *TWO, *FOUR):
        aim = 0.55 if options.get("players") != 4 else None
        yield row("effort", game, options, "search:10000", "search:1000", WITHIN, aim, False)
    for game, options in (*TWO, ("comancheria", {})):
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


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.option("--games", default=1000, show_default=True)
@click.option("--only", default="", help="Only rows whose part or game has this in it: peer, random, greedy, four, ...")
@click.option("--ceiling", default=100_000, show_default=True, help="Iterations of the cheat; 0 for none.")
@click.option("--ceiling-games", default=100, show_default=True)
@click.option("--jobs", default=1, show_default=True, help="Processes.")
@click.option("--json", "file", type=Path)
def main(games: int, only: str, ceiling: int, ceiling_games: int, jobs: int, file: Path | None) -> None:
    console, rows = Console(), []
    title = f"Strength, {games} games a row; ceiling: cheat:{ceiling}, {ceiling_games} games"
    made = Table(title=title, title_justify="left", box=box.SIMPLE, pad_edge=False)
    for heading in ("game", "A", "B", "score", "ceiling", "floor", "aim", ""):
        made.add_column(heading, justify="left" if heading in "game A B" else "right", no_wrap=True)
    for row in table():
        if only not in f"{row.part} {row.match.words}":
            continue
        found, top = played(row.match, games, jobs), None
        if row.ceiling and ceiling:
            top = played(Match(row.match.game, row.match.options, f"cheat:{ceiling}", row.match.b), ceiling_games, jobs)
        floor = floor_of(row, top)
        verdict = "below" if not met(row, floor, found) else "aim" if row.aim and found.mean >= row.aim else "met"
        made.add_row(
            row.match.words, row.match.a, row.match.b, str(found), str(top or ""), f"{floor:.3g}",
            f"{row.aim:.3g}" if row.aim else "", verdict,
        )  # fmt: skip
        rows.append({
            **asdict(row.match), "part": row.part, "options": dict(row.match.options), **asdict(found), "floor": floor,
            "aim": row.aim, "verdict": verdict, "ceiling": asdict(top) if top else None,
        })  # fmt: skip
        if file:
            file.write_text(json.dumps({"cheat": ceiling, "rows": rows}, indent=1) + "\n")
    console.print(made)
    raise SystemExit(any(row["verdict"] == "below" for row in rows))


if __name__ == "__main__":
    main()
