"""`hunch rules` and `hunch guide`: the page of a game, its first game, and what stands on its board."""

import re
from importlib.resources import files

import click
from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from hunch.cli.options import SharedOptions, example, game_argument
from hunch.cli.terminal import out
from hunch.cli.texts import GAME
from hunch.engines import words

FOR_PLAYERS = ("The game", "What is hidden", "Moves and notation", "Options", "Rulings")
"""Sections of a page that a person at the table reads. The others are for developers."""
QUOTES = {"en": ("“", "”"), "fr": ("«\u00a0", "\u00a0»")}
LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
"""A link of a page: on a screen only its text helps."""


def page(name: str, whole: bool = False) -> str:
    """The page of a game in Markdown, as people at the table need it, or the whole of it."""
    text = (files("hunch.pages") / f"{name}.md").read_text(encoding="utf-8")
    head, *sections = re.split(r"(?m)^(?=## )", text)
    kept = [section for section in sections if whole or section[3:].split("\n")[0] in FOR_PLAYERS]
    return LINK.sub(r"\1", "".join([head, *kept]))


def print_page(name: str, whole: bool = False) -> None:
    """Shows the page of a game, a screen at a time if it is longer than the terminal."""
    with out.pager():
        out.print(Markdown(page(name, whole)))


def first_game(name: str, language: str) -> RenderableType:
    """How a first game goes. Moves, which stand between backticks, are quoted."""
    opening, closing = QUOTES[words.known(language)]
    shown = Text()
    for place, part in enumerate(words.guide(name, language).split("`")):
        shown.append(f"{opening}{part}{closing}" if place % 2 else part, "bold" if place % 2 else "")
    return shown


def legend(name: str, language: str) -> RenderableType:
    """What stands on the board."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", overflow="fold", max_width=26)
    table.add_column()
    for sign, meaning in words.legend(name, language):
        table.add_row(sign, meaning)
    return Group(Text(GAME[words.known(language)]["on the board"], "bold"), table)


@click.command(epilog=example("hunch rules tomahawk"))
@game_argument
@click.option("--all", "whole", is_flag=True, help="Show the whole page, with what developers need.")
def rules(game: str, whole: bool) -> None:
    """Show the rules of GAME. They are in English, with the notation of moves, the options and every ruling."""
    print_page(game, whole)


@click.command(epilog=example("hunch guide manitou --language fr"))
@game_argument
@click.pass_obj
def guide(shared: SharedOptions, /, game: str) -> None:
    """Show how a first game of GAME goes. Then comes what the signs on its board mean."""
    out.print(first_game(game, shared.language))
    out.print()
    out.print(legend(game, shared.language))
