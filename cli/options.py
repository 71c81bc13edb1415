"""The options of `hunch` itself, those that several commands share, and how a command gets its own as one value."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any, ParamSpec, TypeVar

import click

from hunch.cli.files import Readable, read_request
from hunch.engines import GAMES, words
from hunch.v1 import opponent_pb2

C = TypeVar("C", bound=Callable[..., Any])
T = TypeVar("T")
P = ParamSpec("P")


@dataclass(slots=True)
class SharedOptions:
    """The values of the options that `hunch` and each of its commands take."""

    server: str = ""  # host:port of a server; empty: this process answers
    key: str = ""  # API key, as typed
    tls: bool = False  # use TLS
    roots: str = ""  # PEM file of an authority; empty: none is named
    certificate: tuple[str, str] | None = None  # PEM files of the client's certificate and key
    language: str = ""  # language of sentences; empty: not chosen
    data: tuple[str, ...] = ()  # GAME=FILE, an owner's own cards


SHARED: dict[str, dict[str, Any]] = {
    "server": {
        "envvar": "HUNCH_SERVER",
        "default": "",
        "help": "ADDRESS:PORT of the server to ask. Without it this process answers.",
    },
    "key": {"envvar": "HUNCH_KEY", "default": "", "help": "API key for the server."},
    "tls": {"envvar": "HUNCH_TLS", "is_flag": True, "help": "Use TLS and trust the authorities this system trusts."},
    "roots": {
        "envvar": "HUNCH_ROOTS",
        "default": "",
        "metavar": "FILE",
        "help": "Use TLS and trust the authority in this PEM file.",
    },
    "certificate": {
        "nargs": 2,
        "metavar": "FILE KEY",
        "help": "Use TLS and show this client certificate (PEM files).",
    },
    "language": {
        "envvar": "HUNCH_LANGUAGE",
        "type": click.Choice(words.LANGUAGES),
        "show_default": "the one in FILE, or en",
        "help": "Language of sentences.",
    },
    "data": {"multiple": True, "metavar": "GAME=FILE", "help": "Play with an owner's own cards."},
}


def shared_options(function: C) -> C:
    """Adds the shared options to `hunch`."""
    for name, settings in reversed(SHARED.items()):
        function = click.option(f"--{name}", show_envvar=True, **settings)(function)
    return function


def take_shared_options(command: click.Command) -> None:
    """Lets a command and its subcommands take the shared options, too."""
    if isinstance(command, click.Group):
        for below in command.commands.values():
            take_shared_options(below)
        return
    own = {option.name for option in command.params}
    for name, settings in SHARED.items():
        if name not in own:
            kept = {key: value for key, value in settings.items() if key not in ("envvar", "default", "show_default")}
            command.params.append(click.Option([f"--{name}"], expose_value=False, callback=_set_shared, **kept))


def _set_shared(context: click.Context, option: click.Parameter, value: Any) -> None:
    if value:
        setattr(context.obj, str(option.name), value)


def options_as(kind: Callable[P, T]) -> Callable[[Callable[[SharedOptions, T], None]], Callable[P, None]]:
    """Calls a command with the shared options and with all its own options as one value of this dataclass."""

    def decorate(command: Callable[[SharedOptions, T], None]) -> Callable[P, None]:
        @functools.wraps(command)
        def run(shared: SharedOptions, /, *args: P.args, **values: P.kwargs) -> None:
            command(shared, kind(*args, **values))

        return click.pass_obj(run)

    return decorate


def example(*lines: str) -> str:
    """What stands below the help of a command: one or more examples of it."""
    return "\b\n" + "\n".join(["Example:" if len(lines) == 1 else "Examples:", *(f"  {line}" for line in lines)])


game_argument = click.argument("game", metavar="GAME", type=click.Choice(list(GAMES)))
MILLISECONDS, NUMBER = click.IntRange(1, 2**32 - 1), click.IntRange(0, 2**32 - 1)
as_json = click.option("--json", "as_json", is_flag=True, help="Print the answer as ProtoJSON.")
seat_option = click.option("--seat", type=NUMBER, help="The seat that asks. Default: the seat to move.")
write_option = click.option(
    "-w",
    "--write",
    "path",
    type=click.Path(dir_okay=False, allow_dash=True),
    help='Write the position to this file; "-": to standard output, and print nothing else.',
)
file_argument = click.argument("file", type=Readable("r"))


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionOptions:
    """A position and how long to think about it."""

    file: IO[str]  # a SuggestMoveRequest, or a position
    seat: int | None  # the seat that asks
    iterations: int | None
    time_ms: int | None
    seed: int | None  # of the search

    def request(self) -> opponent_pb2.SuggestMoveRequest:
        """The request in the file, with what the options change."""
        request = read_request(self.file)
        if self.seat is not None:
            request.position.seat = self.seat
        if self.iterations or self.time_ms:
            request.limits.iterations, request.limits.time_ms = self.iterations or 0, self.time_ms or 0
        if self.seed is not None:
            request.seed = self.seed
        return request


def question_options(command: C) -> C:
    """Adds the file and the options of `QuestionOptions`."""
    for option in (
        click.option("--seed", type=NUMBER, help="Seed of the search."),
        click.option("--time-ms", type=MILLISECONDS, help="Most milliseconds of thinking."),
        click.option("--iterations", type=click.IntRange(1, 2**64 - 1), help="Most iterations."),
        seat_option,
        file_argument,
    ):
        command = option(command)
    return command
