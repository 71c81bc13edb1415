"""`hunch play`: a person at the terminal against the bot, with hints, and with real dice if wanted."""

import contextlib
import importlib
from dataclasses import dataclass
from typing import IO

import click

from hunch.cli.files import Readable
from hunch.cli.options import MILLISECONDS, NUMBER, SharedOptions, example, game_argument, options_as
from hunch.cli.positions import option_pairs
from hunch.cli.session import open_session
from hunch.cli.table import TerminalGame
from hunch.engines import words


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """What `hunch play` takes."""

    game: str
    pairs: tuple[str, ...]  # options of a new game, NAME=VALUE
    player: int | None  # which player the person is, from 1
    seat: int | None  # the same, from 0
    level: int  # the bot's
    time_ms: int  # how long the bot thinks about a move
    seed: int | None  # of the game's chance; None: a random one
    told: bool  # the person rolls real dice
    file: IO[str] | None  # a saved game, or a position; None: a new game

    def check(self) -> None:
        """Refuses options that contradict each other."""
        if self.file is not None and self.pairs:
            raise click.UsageError(
                "--from keeps the options of its game, and -o is for a new one: leave one of them out"
            )
        if self.told and self.seed is not None:
            raise click.UsageError("chance comes from one of --seed and --told: leave one of them out")
        if self.player is not None and self.seat is not None:
            raise click.UsageError("--player 1 is --seat 0: give one of them")

    @property
    def own_seat(self) -> int | None:
        """The person's seat; None if no option names it."""
        return self.seat if self.player is None else self.player - 1


@click.command(
    epilog=example(
        "hunch play tomahawk", "hunch play manitou -o players=3 --player 2 --language fr", "hunch play kuhn --from FILE"
    )
)
@game_argument
@option_pairs
@click.option("--player", type=click.IntRange(1), help="Which player you are. Default: 1, or the one in FILE.")
@click.option("--seat", type=NUMBER, help="The same counted from 0, as in files: --seat 0 is player 1.")
@click.option("--level", type=click.IntRange(1, 10), default=10, show_default=True, help="How well the bot plays.")
@click.option("--time-ms", type=MILLISECONDS, default=500, show_default=True, help="How long the bot thinks.")
@click.option("--seed", type=NUMBER, help="Seed of the game's chance, to play the same game again.")
@click.option(
    "--told",
    is_flag=True,
    help="Use real dice and cards: you type what each one showed. Hunch keeps its own cards itself, so nobody has to"
    " look at them.",
)
@click.option("--from", "file", type=Readable("r"), help="Go on from a saved game, or from a position.")
@options_as(PlayOptions)
def play(shared: SharedOptions, options: PlayOptions) -> None:
    """Play GAME at the terminal against the bot. In a solitaire game, against the enemy that Hunch runs.

    During the game `help` lists all that can be typed, and `guide` leads through a first game.
    """
    options.check()
    with open_session(shared) as session:
        game = TerminalGame(session, options, words.known(shared.language))
        game.begin()
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # arrow keys at the prompts
        try:
            game.play()
        except (EOFError, click.Abort):
            click.echo()
        game.leave()
    click.get_current_context().exit(game.exit_code)
