"""The proving ground: matches, sequential tests, ratings and other measures, by one rig.

Everything is done in blocks: the same deal and dice, with each player once in each seat. A block is a line of a file
(--out). A run that was cut goes on there, a longer one extends it, and Ctrl-C keeps what was done. Lines of other code
stay in the file and do not count.

A player is random, greedy, search:LIMIT[/SETTING=VALUE...], build:FOLDER:search:..., agent:FILE[:FUNCTION],
cheat:ITERATIONS or, in 13-card goofspiel, openspiel:LIMIT. A LIMIT is iterations (1000) or milliseconds (50ms). The
setting level=4 lowers it to that level's effort. The last player takes the seats that are left.
"""

import itertools
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from bench.arena import honesty, last_turn, levels, luck_report, matches, plots, strength
from bench.arena.decision import decided
from bench.arena.options import bounds_of, with_game, with_rig
from bench.arena.ratings import Ladder, ladder
from bench.arena.results import Results, merged
from bench.arena.rig import Rig
from bench.arena.signature import code
from bench.calibration import tables as calibration

WIDE = Console(soft_wrap=True, width=160)
"""Tables are not broken, as they are copied into pages."""


@click.group(help=__doc__, context_settings={"max_content_width": 120})
def main() -> None:
    pass


@main.command("match")
@with_game
@click.argument("players", nargs=-1, required=True)
@click.option("--games", default=1000, show_default=True, help="About how many, in whole blocks.")
@with_rig
def match(rig: Rig, name: str, options: dict[str, Any], players: Sequence[str], games: int, seed: int) -> None:
    """What the first player scores against the others.

    A win counts 1 and a draw 0.5. With three seats and more it is the share of the wins, alone it is how much more
    often they win than the next player. After ± are two standard errors over blocks.
    """
    case = matches.match(name, options, *players)
    cpu = rig.do(matches.blocks(case, games, seed), case.words)
    shown("", matches.HEADINGS, [each.cells() for each in matches.standings(rig.results) if each.case == case])
    WIDE.print(f"{cpu:.0f} s of processor time")


@main.command("decide")
@with_game
@click.argument("players", nargs=-1, required=True)
@click.option("--bounds", default="gain", show_default=True, help="gain, no-loss, or LOWER,UPPER in normalised Elo.")
@click.option("--most", default=20_000, show_default=True, help="Games after which it ends in any case.")
@with_rig
def decide(
    rig: Rig, name: str, options: dict[str, Any], players: Sequence[str], bounds: str, most: int, seed: int
) -> None:
    """Whether the first player is stronger than the others, in no more games than that needs.

    A generalised sequential probability ratio test on block scores: yes for the upper of two strengths, no for the
    lower one. Each is wrong in at most 5 of 100 tests if the truth is one of them.
    """
    case, between = matches.match(name, options, *players), bounds_of(bounds)
    each = len(matches.blocks(case, most, seed))
    says = decided(rig, case, between, each, seed)
    shown("", matches.HEADINGS, [row.cells() for row in matches.standings(rig.results) if row.case == case])
    WIDE.print(
        f"[{between.lower:g}, {between.upper:g}]: {says.says}, after {says.blocks} blocks;"
        f" log likelihood ratio {says.ratio:+.2f}"
    )


@main.command("league")
@with_game
@click.argument("players", nargs=-1, required=True)
@click.option("--games", default=200, show_default=True, help="About how many for each pair.")
@click.option("--anchor", help="The player with 0 points; without it their mean has 0.")
@with_rig
def league(
    rig: Rig, name: str, options: dict[str, Any], players: Sequence[str], games: int, anchor: str | None, seed: int
) -> None:
    """Rates players by matches of each with each."""
    pairs = list(itertools.combinations(players, 2))
    cases = [matches.match(name, options, *pair) for pair in pairs]
    rig.do([task for case in cases for task in matches.blocks(case, games, seed)], f"league of {name}")
    show_ladders(rig.results, anchor, None)


@main.command("show")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--signature", help="Of which code; without it, of this.")
@click.option("--anchor", help="The player with 0 points; without it their mean has 0.")
@click.option("--plot", "picture", type=Path, help="A picture of the ratings.")
@click.option("--json", "file", type=Path, help="The matches as JSON.")
def show(
    files: Sequence[Path], signature: str | None, anchor: str | None, picture: Path | None, file: Path | None
) -> None:
    """What files of results say: matches, ratings, and how far one scale describes them."""
    results = Results(None, signature or code())
    for each in files:
        results.read(each)
    standings = matches.standings(results)
    shown("Matches", matches.HEADINGS, [each.cells() for each in standings])
    show_ladders(results, anchor, picture)
    if file:
        file.write_text(json.dumps([each.values() for each in standings], indent=1) + "\n")


@main.command("merge")
@click.argument("out", type=Path)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def merge(out: Path, files: Sequence[Path]) -> None:
    """Writes the lines of all files into OUT, each block once, in order."""
    text = merged(files)
    out.write_text(text)
    WIDE.print(f"{text.count(chr(10))} blocks in {out}")


@main.command("luck")
@with_game
@click.argument("players", nargs=-1, required=True)
@click.option("--judge", default="leaf:16", show_default=True, help="leaf:N or search:N: see docs/proving-ground.md.")
@click.option("--games", default=200, show_default=True)
@with_rig
def luck(
    rig: Rig, name: str, options: dict[str, Any], players: Sequence[str], judge: str, games: int, seed: int
) -> None:
    """The same score with luck taken out, and how many times fewer games it needs."""
    case = matches.match(name, options, *players, judge=judge)
    rig.do(matches.blocks(case, games, seed), case.words)
    shown("", luck_report.HEADINGS, [luck_report.report(rig.results, case).cells()])


@main.command("levels")
@with_game
@click.option("--most", default=5_000, show_default=True, help="Iterations of the strongest level.")
@click.option("--rungs", default=9, show_default=True, help="Players of the trial that fits the levels.")
@click.option("--trial", default=200, show_default=True, help="Games of each match of the trial.")
@click.option("--games", default=400, show_default=True, help="Games of each match between levels.")
@with_rig
def levels_table(rig: Rig, **given: Any) -> None:
    """Fits ten levels that are about 110 rating points apart, and measures them. Exits with 1 if a step is not between
    80 and 150."""
    fit = levels.Fit(**given)
    found = levels.measured(rig, fit, levels.fitted(rig, fit))
    shown(f"Levels of {fit.name}", levels.HEADINGS, [level.cells() for level in found])
    raise SystemExit(not levels.within(found))


@main.command("strength")
@click.option("--games", default=1000, show_default=True, help="Of each match; 0 shows what the file has.")
@click.option("--only", default="", help="Only rows with one of these words: peer, random, greedy, effort, levels, ...")
@click.option("--ceiling", default=100_000, show_default=True, help="Iterations of the cheat; 0 for none.")
@click.option("--ceiling-games", default=100, show_default=True)
@with_rig
def strength_table(rig: Rig, games: int, only: str, ceiling: int, ceiling_games: int) -> None:
    """The targets of strength, each with its floor and aim. Exits with 1 if a row is below its floor."""
    rows = list(strength.measured(rig, only, strength.Effort(games, ceiling, ceiling_games)))
    shown("", strength.HEADINGS, [row.cells() for row in rows])
    raise SystemExit(any(row.verdict == "below" for row in rows))


@main.command("last-turn")
@click.option("--positions", "count", default=1000, show_default=True)
@click.option("--time-ms", default=1000, show_default=True, help="For each solution.")
@click.option("--bounded", default=60, show_default=True, help="Positions of a stratum that get bounds.")
@with_rig
def last_turn_table(rig: Rig, count: int, time_ms: int, bounded: int) -> None:
    """Tomahawk's last turn: what best responses gain, by how much is hidden. Exits with 1 if a median is too high."""
    rows = last_turn.measured(rig, count, time_ms, bounded)
    shown("Tomahawk's last turn, ex ante loss to a best response", last_turn.HEADINGS, [row.cells() for row in rows])
    raise SystemExit(not all(row.is_met for row in rows))


@main.command("honesty")
@click.option("--only", default="", help="Only games with one of these words, separated by commas.")
@click.option("--games", type=int, help="Games of each case, instead of the usual number.")
@click.option("--positions", type=int, help="Positions of each case, instead of the usual number.")
@click.option("--quick", is_flag=True, help="A trial: a few samples of a small effort.")
@with_rig
def honesty_table(rig: Rig, only: str, games: int | None, positions: int | None, quick: bool) -> None:
    """Whether what a search says of its values is true: the measures of bench.calibration."""
    sampled, reported = honesty.measured(rig, honesty.Wanted(only, quick, games, positions))
    shown("As sampled", calibration.HEADINGS, [row.cells() for row in sampled])
    shown("As reported", calibration.HEADINGS, [row.cells() for row in reported])


def shown(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table."""
    made = Table(title=title or None, title_justify="left", box=box.SIMPLE)
    for at, heading in enumerate(headings):
        made.add_column(heading, justify="right" if at > 1 else "left", no_wrap=True)
    for row in rows:
        made.add_row(*row)
    WIDE.print(made)


def show_ladders(results: Results, anchor: str | None, picture: Path | None) -> None:
    """Prints the ratings of each game, and what they leave unexplained."""
    ladders: dict[str, Ladder] = {}
    for case, blocks in matches.tables_of(results).items():
        made = ladders[case.words] = ladder(blocks, matches.seats_in(case), anchor)
        shown(
            f"Ratings, {case.words}",
            ("player", "points", "standard error", "games"),
            [each.cells() for each in made.ratings],
        )
        shown(
            "What one scale leaves",
            ("table", "player", "games", "share won", "by the ratings", "apart, in standard errors"),
            [(" - ".join(dict.fromkeys(each.table)), *each.cells()) for each in made.residuals],
        )
    if picture and ladders:
        plots.plot(picture, ladders)


if __name__ == "__main__":
    main()
