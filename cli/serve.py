"""`hunch serve`: a server on this machine."""

import asyncio
import os
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from hunch.cli.options import SharedOptions, example
from hunch.engines import HunchError
from hunch.server import auth
from hunch.server import config as settings
from hunch.server.dice.keys import BadSecret
from hunch.server.dice.ledger import BadLedger, LedgerInUse
from hunch.server.observability.logs import Log
from hunch.server.server import Server, leave
from hunch.server.server import serve as run

SQLITE = "sqlite:///"


def _flags(command: Any) -> Any:
    """Adds a flag for each setting except `data`, which `hunch` itself has too."""
    for item in reversed(fields(settings.Config)):
        if item.name == "data":
            continue
        name = "--" + item.name.replace("_", "-")
        low, high = item.metadata["low"], item.metadata["high"]
        text = item.metadata["says"] + (f" ({low:,} to {high:,})" if low is not None else "")
        if item.type is bool:
            option = click.option(f"{name}/--no-{name[2:]}", item.name, default=None, help=text)
        else:
            option = click.option(name, item.name, type=item.type, default=None, help=text)
        command = option(command)
    return command


def _check_folders(config: settings.Config) -> None:
    """Refuses a file where a folder is needed. A folder that is missing may be on a disk that comes back."""
    folders = {"home": Path(config.home)}
    if config.ledger.startswith(SQLITE):
        file = Path(config.ledger.removeprefix(SQLITE))
        if os.path.isdir(file):
            raise click.ClickException(f"ledger: {file} is a folder; name a file in it")
        folders["ledger"] = file.parent
    for name, folder in folders.items():
        nearest = next(path for path in (folder, *folder.parents) if os.path.exists(path))
        if not os.path.isdir(nearest):
            raise click.ClickException(f"{name}: {nearest} is not a folder; name another with --{name}")


def _numbered(address: str, port: int) -> str:
    """An address with the port that the system chose for 0."""
    return f"{address[:-1]}{port}" if address.endswith(":0") else address


@click.command(epilog=example("hunch serve --listen 127.0.0.1:50051"))
@click.option("--config", "file", type=click.Path(dir_okay=False), help="TOML file of settings.")
@click.option("--data", multiple=True, metavar="GAME=FILE", help="Serve an owner's own cards.")
@click.option("--print-config", is_flag=True, help="Print the settings in force as TOML and exit.")
@_flags
@click.pass_obj
def serve(shared: SharedOptions, /, file: str | None, data: tuple[str, ...], print_config: bool, **flags: Any) -> None:
    """Serve until SIGTERM or Ctrl-C.

    Each setting comes from its default, the file, HUNCH_<NAME> in the environment, or its flag. The last of these wins.
    """
    if file is not None:
        open(file, "rb").close()  # raises if the file cannot be read
    flags["data"] = data or shared.data or None
    try:
        config = settings.load(file, os.environ, flags)
    except settings.BadSetting as error:
        raise click.ClickException(str(error)) from None
    if print_config:
        click.echo(settings.as_toml(config), nl=False)
        return
    if config.keys:
        open(config.keys, "rb").close()
    _check_folders(config)
    log = Log(config.log_level)

    def ready(server: Server) -> None:
        addresses = _numbered(config.listen, server.port)
        if server.web_port:
            scheme = "https" if config.tls_certificate else "http"
            addresses += f" and on {scheme}://{_numbered(config.listen_web, server.web_port)}"
        click.echo(f"hunch serves on {addresses}; Ctrl-C ends it", file=sys.stderr)

    try:
        asyncio.run(run(config, log, ready))
    except LedgerInUse as error:
        setting = "ledger" if config.ledger else "home"
        way_out = f"start this one with another --{setting} or HUNCH_{setting.upper()}"
        raise click.ClickException(f"{error}; {way_out}") from None
    except (settings.BadSetting, auth.BadKeys, BadLedger, BadSecret, HunchError) as error:
        raise click.ClickException(str(error)) from None
    finally:
        log.close()
    leave()
