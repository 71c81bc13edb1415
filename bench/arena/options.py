"""Options that the commands of the rig share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from bench.arena.results import Results
from bench.arena.rig import CORES, PROCESSES, Rig
from bench.arena.searches import typed
from bench.arena.signature import code
from bench.arena.sprt import BY_NAME, Bounds
from hunch.engines import package

Command = Callable[..., Any]


def with_rig(command: Command) -> Command:
    """Gives a command the rig that its options describe."""

    @click.option("--out", type=Path, help="File of results. A run goes on where it ended.")
    @click.option("--on", default=PROCESSES, show_default=True, help="processes, ray, or ray://HOST:PORT.")
    @click.option("--jobs", default=CORES, show_default=True, help="Workers on this machine.")
    @wraps(command)
    def wrapped(out: Path | None, on: str, jobs: int, **given: Any) -> Any:
        return command(rig=Rig(Results(out, code()), on, jobs), **given)

    return wrapped


def with_game(command: Command) -> Command:
    """Gives a command a game with its options, and the seed of its blocks."""

    @click.argument("name", metavar="GAME")
    @click.option("--option", "options", multiple=True, help="An option of the game, NAME=VALUE.")
    @click.option("--seed", default=1, show_default=True, help="Other seeds have other deals and dice.")
    @wraps(command)
    def wrapped(name: str, options: tuple[str, ...], **given: Any) -> Any:
        return command(name=name, options=chosen(name, options), **given)

    return wrapped


def chosen(name: str, options: tuple[str, ...]) -> dict[str, Any]:
    """Options of a game from their words."""
    kinds = {option.name: type(option.values[0]) for option in package(name).OPTIONS}
    pairs = [option.partition("=") for option in options]
    unknown = [key for key, _, _ in pairs if key not in kinds]
    if unknown:
        raise click.BadParameter(f"{name} has no option {', '.join(unknown)}; there are {', '.join(kinds) or 'none'}")
    return {key: typed(kinds[key], value) for key, _, value in pairs}


def bounds_of(words: str) -> Bounds:
    """Bounds by their name, or as LOWER,UPPER."""
    if words in BY_NAME:
        return BY_NAME[words]
    try:
        lower, upper = map(float, words.split(","))
    except ValueError:
        raise click.BadParameter(f"{words!r} is neither {', '.join(BY_NAME)}, nor LOWER,UPPER") from None
    if lower >= upper:
        raise click.BadParameter(f"{words!r}: the lower bound is not below the upper one")
    return Bounds(lower, upper)
