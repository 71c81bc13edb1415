"""The command line `hunch`: serve, and ask everything that a server answers, with a server or without one."""

import io
import sys
from typing import Any

import click

from hunch import __version__
from hunch.cli import admin, agents, dice, enemy, pages, play, positions, serve, suggest
from hunch.cli.options import SharedOptions, example, shared_options, take_shared_options
from hunch.cli.refusals import BadRequestFile
from hunch.engines import HunchError


class _Hunch(click.Group):
    """Reports in one line what is wrong with a request or a file, wherever it was found."""

    def invoke(self, context: click.Context) -> Any:
        """Runs the command."""
        try:
            return super().invoke(context)
        except HunchError as error:
            raise BadRequestFile(str(error)) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            file = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{file}{error.strerror or error}") from None


@click.group(
    cls=_Hunch,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=example("hunch guide tomahawk", "hunch play tomahawk", "hunch play manitou --language fr"),
)
@shared_options
@click.version_option(__version__, prog_name="hunch")
@click.pass_context
def main(context: click.Context, /, **shared: Any) -> None:
    """Hunch plays well on what it cannot see.

    Files are requests and positions in canonical ProtoJSON; "-" reads standard input. Exit codes: 0 success, 1 a
    file, a setting or a check failed here, 2 wrong use of a command, 3 bad request, 4 refused, 5 no server reached.
    """
    context.obj = SharedOptions(**{**shared, "language": shared["language"] or ""})
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that is not UTF-8 shows what it can


ASKING = (
    positions.games,
    positions.new,
    positions.show,
    positions.moves,
    suggest.suggest,
    suggest.hint,
    suggest.solve,
    play.play,
    pages.guide,
    enemy.enemy,
    dice.dice,
    agents.mcp,
    admin.status,
)
"""The commands that ask a server, or the services in this process."""

for command in ASKING:
    take_shared_options(command)
for command in (serve.serve, *ASKING, pages.rules, admin.keys, admin.bench, admin.completion):
    main.add_command(command)

__all__ = ["main"]
