"""`hunch keys`, `status`, `bench` and `completion`: for those who host a server."""

import hashlib
import time
from pathlib import Path

import click
from click.shell_completion import get_completion_class
from google.protobuf.json_format import MessageToDict

from hunch.cli import render
from hunch.cli.options import SharedOptions, as_json, example
from hunch.cli.session import open_session
from hunch.cli.terminal import out
from hunch.engines import CHANCE, GAMES, State, Stream, load
from hunch.search.advice import Limits, advise
from hunch.server import auth, sealing
from hunch.server.dice.keys import BadSecret
from hunch.v1 import operations_pb2 as pb

BENCH_ITERATIONS = 20_000
"""Of the search of each game."""
SIGNATURE_DIGITS = 16
"""Hexadecimal digits of the signature that are shown."""


@click.group(epilog=example("hunch keys make keys.json --name mine"))
def keys() -> None:
    """Make, list, revoke and rotate keys.

    API keys are in a file that the server reads (`hunch serve --keys FILE`). `rotate` is for the key of sealed games.
    """


path_argument = click.argument("path", type=click.Path(dir_okay=False, path_type=Path))


def _read_keys(path: Path) -> dict[str, auth.Key]:
    path.stat()  # raises if there is no such file; auth.read would find no keys
    try:
        return auth.read(path)
    except auth.BadKeys as error:
        raise click.ClickException(str(error)) from None


@keys.command(epilog=example("hunch keys make keys.json"))
@path_argument
@click.option(
    "--scope", "scopes", multiple=True, type=click.Choice(list(auth.SCOPES.values())), help="Default: all scopes."
)
@click.option("--name", default="", help="A note for yourself.")
@as_json
def make(path: Path, scopes: tuple[str, ...], name: str, as_json: bool) -> None:
    """Make a key and print it, once."""
    token, key = auth.make(scopes or auth.SCOPES.values(), name)
    with auth.locked(path):
        known = _read_keys(path) if path.exists() else {}
        auth.write(path, [*known.values(), key])
    if as_json:
        out.print_json(data={"key": token, **_without_secret(key)})
    else:
        click.echo(token)


@keys.command("list", epilog=example("hunch keys list keys.json"))
@path_argument
@as_json
def list_keys(path: Path, as_json: bool) -> None:
    """List the keys: their ids, never the keys themselves."""
    known = _read_keys(path).values()
    if as_json:
        out.print_json(data=[_without_secret(key) for key in known])
        return
    table = render.new_table("id", "scopes", "name", unbroken=(0,))
    for key in known:
        table.add_row(key.id, ", ".join(key.scopes), key.name)
    out.print(table if table.rows else "no keys")


@keys.command(epilog=example("hunch keys revoke keys.json ID"))
@path_argument
@click.argument("identity", metavar="ID")
@as_json
def revoke(path: Path, identity: str, as_json: bool) -> None:
    """Revoke the key with this ID. A running server notices within a second."""
    path.stat()  # raises if there is no such file
    with auth.locked(path):
        known = _read_keys(path)
        revoked = known.pop(identity, None)
        if revoked is None:
            raise click.ClickException(f"{path}: no key with the id {identity}")
        auth.write(path, known.values())
    if as_json:
        out.print_json(data=_without_secret(revoked))


@keys.command(epilog=example("hunch keys rotate home"))
@click.argument("home", type=click.Path(file_okay=False, path_type=Path))
@as_json
def rotate(home: Path, as_json: bool) -> None:
    """Make a new key for sealed games in a server's HOME. The key before stays, to open only.

    A running server notices. See docs/sealed-games.md.
    """
    try:
        home.stat()  # raises if there is no such folder
        name = sealing.rotate(home)
    except BadSecret as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        out.print_json(data={"key": name})
    else:
        click.echo(name)


def _without_secret(key: auth.Key) -> dict[str, object]:
    return {"id": key.id, "scopes": list(key.scopes), "name": key.name}


@click.command(epilog=example("hunch status --server 127.0.0.1:50051"))
@as_json
@click.pass_obj
def status(shared: SharedOptions, /, as_json: bool) -> None:
    """Show what a server is and what it does at this moment."""
    with open_session(shared) as session:
        info = session.call("OperationsService.GetServerInfo", pb.GetServerInfoRequest(), pb.GetServerInfoResponse)
        queue = session.call("OperationsService.GetQueueStatus", pb.GetQueueStatusRequest(), pb.GetQueueStatusResponse)
    if as_json:
        out.print_json(data={"info": MessageToDict(info), "queue": MessageToDict(queue)})
    else:
        out.print(render.status(info, queue, shared.language))


@click.command(epilog=example("hunch bench"))
@as_json
def bench(as_json: bool) -> None:
    """Measure this build and print its signature. Builds with equal signatures give equal advice."""
    rows, signature = [], hashlib.sha256()
    for name in GAMES:
        position = _first_choice(name)
        start = time.process_time()
        advice = advise(position, position.to_move, Limits(iterations=BENCH_ITERATIONS), seed=1)
        seconds = time.process_time() - start
        visits = [(candidate.turn, candidate.visits) for candidate in advice.candidates]
        signature.update(repr((name, advice.play, visits)).encode())
        rows.append((name, advice.method, advice.iterations / seconds))
    digits = signature.hexdigest()[:SIGNATURE_DIGITS]
    if as_json:
        rates = {name: round(rate) for name, _, rate in rows}
        out.print_json(data={"signature": digits, "iterations_per_second": rates})
        return
    table = render.new_table("game", "search", "iterations/s", numbers=(2,))
    for name, method, rate in rows:
        table.add_row(name, method, f"{rate:,.0f}")
    out.print(table)
    out.print(f"signature {digits}")


def _first_choice(name: str) -> State:
    """The first position of a dealt game that has more than one move."""
    stream, position = Stream(1), load(name).new()
    while position.to_move == CHANCE or len(position.legal()) == 1:
        position = position.after(position.roll(stream) if position.to_move == CHANCE else position.legal()[0])
    return position


@click.command(epilog=example('eval "$(hunch completion bash)"'))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, /, shell: str) -> None:
    """Print the completion script for a shell. To use it: eval "$(hunch completion bash)"."""
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(context.find_root().command, {}, "hunch", "_HUNCH_COMPLETE").source())
