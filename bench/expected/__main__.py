"""How games end, beside what is expected of them, in one table.

    python -m bench.expected [--games N] [--seed N] [--only NAME] [--json FILE]

Each registered game with a module in bench/expected has rows here.
"""

import json
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table

from hunch.engines import GAMES


@click.command(help="How games end, beside what is expected of them.")
@click.option("--games", default=300, show_default=True, help="Games to play in each setting.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds give equal figures.")
@click.option("--only", default="", help="Only games with this in their name.")
@click.option("--json", "path", type=click.Path(path_type=Path), help="Also write the figures to this file.")
def main(games: int, seed: int, only: str, path: Path | None) -> None:
    console, rows = Console(), []
    for name in GAMES:
        if only not in name or find_spec(f"bench.expected.{name}") is None:
            continue
        table = Table(title=f"{name}, {games} games a setting", title_justify="left", box=box.SIMPLE, pad_edge=False)
        for heading in ("setting", "what", "measured", "expected"):
            table.add_column(heading, justify="right" if heading == "measured" else "left")
        with console.status(f"playing {name}"):
            figures = list(import_module(f"bench.expected.{name}").figures(games, seed))
        for figure in figures:
            table.add_row(figure.setting, figure.what, f"{figure.measured:.4g}", figure.expected)
            rows.append({"game": name, **asdict(figure)})
        console.print(table)
    if path is not None:
        path.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
