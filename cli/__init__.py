"""The command line `hunch`: serve, and everything a server answers, with a server or without one."""
import io
import sys
from typing import Any

import click

from hunch.cli import admin, dice, enemy, play, positions, serve, suggest
from hunch.cli.session import BadRequestFile
from hunch.engines import HunchError, words

SHARED: dict[str, dict[str, Any]] = {
    "server": {"envvar": "HUNCH_SERVER", "default": "", "help": "ADDRESS:PORT to ask; without it: in this process."},
    "key": {"envvar": "HUNCH_KEY", "default": "", "help": "API key for the server."},
    "tls": {"envvar": "HUNCH_TLS", "is_flag": True, "help": "Ask over TLS, trusting whom this system trusts."},
    "roots": {
        "envvar": "HUNCH_ROOTS", "default": "", "metavar": "FILE",
        "help": "Ask over TLS, trusting the authority in this PEM file.",
    },
    "certificate": {
        "nargs": 2, "metavar": "FILE KEY", "help": "Ask over TLS, showing this certificate (PEM files).",
    },
    "language": {
        "type": click.Choice(words.LANGUAGES), "show_default": "that of FILE, or en", "help": "Language of sentences.",
    },
    "data": {"multiple": True, "metavar": "GAME=FILE", "help": "Play with an owner's own cards."},
}  # fmt: skip


def _shared(function: Any) -> Any:
    for name, facts in reversed(SHARED.items()):
        function = click.option(f"--{name}", show_envvar=True, **facts)(function)
    return function


def _take(context: click.Context, option: click.Parameter, value: Any) -> None:
    if value:
        context.obj[option.name] = value


def _here_too(command: click.Command) -> None:
    """Lets a command, and those below it, take the options of `hunch` itself, where people look for them too."""
    if isinstance(command, click.Group):
        for one in command.commands.values():
            _here_too(one)
        return
    own = {option.name for option in command.params}
    for name, facts in SHARED.items():
        if name not in own:
            says = {key: fact for key, fact in facts.items() if key not in ("envvar", "default", "show_default")}
            command.params.append(click.Option([f"--{name}"], expose_value=False, callback=_take, **says))


class _Hunch(click.Group):
    """Says in one line what is wrong with a request or a file, wherever it was found."""

    def invoke(self, context: click.Context) -> Any:
        """The command."""
        try:
            return super().invoke(context)
        except HunchError as error:
            raise BadRequestFile(str(error)) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{place}{error.strerror or error}") from None


@click.group(cls=_Hunch, context_settings={"help_option_names": ["-h", "--help"]})
@_shared
@click.version_option(package_name="hunch")
@click.pass_context
def main(context: click.Context, /, **shared: Any) -> None:
    """Hunch plays well on what it cannot see.

    Files are requests and positions in canonical ProtoJSON; "-" reads standard input. Exit codes: 0 done, 1 a
    file, a setting or a check failed here, 2 wrong use of a command, 3 bad request, 4 refused, 5 no server reached.
    """
    context.obj = {**shared, "language": shared["language"] or ""}
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")        # a terminal that is not of UTF-8 shows what it can


ASKING = (
    positions.games, positions.new, positions.show, positions.moves, suggest.suggest, suggest.hint, suggest.solve,
    play.play, enemy.enemy, dice.dice, admin.status,
)  # fmt: skip

for command in ASKING:
    _here_too(command)
for command in (serve.serve, *ASKING, admin.keys, admin.bench, admin.completion):
    main.add_command(command)

__all__ = ["main"]
