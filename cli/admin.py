"""`hunch keys`, `status`, `bench` and `completion`: for those who host it."""
import hashlib
import time
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from hunch.cli import render
from hunch.cli.session import opened, out
from hunch.cli.suggest import as_json
from hunch.engines import CHANCE, GAMES, State, Stream, load
from hunch.search.advice import Limits, advise
from hunch.server import auth
from hunch.v1 import operations_pb2 as pb

BENCH_ITERATIONS = 20_000


@click.group()
def keys() -> None:
    """Make, list and revoke API keys. They are in a file that the server reads (`hunch serve --keys FILE`)."""


path_argument = click.argument("path", type=click.Path(dir_okay=False, path_type=Path))


def _known(path: Path) -> dict[str, auth.Key]:
    path.stat()                                     # says what is wrong with a file that is not there
    try:
        return auth.read(path)
    except auth.BadKeys as error:
        raise click.ClickException(str(error)) from None


@keys.command()
@path_argument
@click.option(
    "--scope", "scopes", multiple=True, type=click.Choice(list(auth.SCOPES.values())), help="Default: all of them."
)
@click.option("--name", default="", help="A note for yourself.")
@as_json
def make(path: Path, scopes: tuple[str, ...], name: str, as_json: bool) -> None:
    """Make a key and print it, once."""
    known = _known(path) if path.exists() else {}
    token, key = auth.make(scopes or auth.SCOPES.values(), name)
    auth.write(path, [*known.values(), key])
    if as_json:
        out.print_json(data={"key": token, **_told(key)})
    else:
        click.echo(token)


@keys.command("list")
@path_argument
@as_json
def list_keys(path: Path, as_json: bool) -> None:
    """List the keys: their ids, never the keys themselves."""
    if as_json:
        out.print_json(data=[_told(key) for key in _known(path).values()])
        return
    listed = render.table("id", "scopes", "name", whole=(0,))
    for key in _known(path).values():
        listed.add_row(key.id, ", ".join(key.scopes), key.name)
    out.print(listed if listed.rows else "no keys")


@keys.command()
@path_argument
@click.argument("identity", metavar="ID")
@as_json
def revoke(path: Path, identity: str, as_json: bool) -> None:
    """Revoke the key with this ID. A running server sees it within a second."""
    known = _known(path)
    revoked = known.pop(identity, None)
    if revoked is None:
        raise click.ClickException(f"{path}: no key with the id {identity}")
    auth.write(path, known.values())
    if as_json:
        out.print_json(data=_told(revoked))


def _told(key: auth.Key) -> dict[str, object]:
    return {"id": key.id, "scopes": list(key.scopes), "name": key.name}


@click.command()
@as_json
@click.pass_context
def status(context: click.Context, /, as_json: bool) -> None:
    """What a server is and does now."""
    with opened(context) as ask:
        info = ask.one("OperationsService.GetServerInfo", pb.GetServerInfoRequest(), pb.GetServerInfoResponse)
        queue = ask.one("OperationsService.GetQueueStatus", pb.GetQueueStatusRequest(), pb.GetQueueStatusResponse)
    if as_json:
        from google.protobuf.json_format import MessageToDict

        out.print_json(data={"info": MessageToDict(info), "queue": MessageToDict(queue)})
    else:
        out.print(render.status(info, queue, context.obj["language"]))


@click.command()
@as_json
def bench(as_json: bool) -> None:
    """The speed and the signature of this build. Equal signatures, equal advice."""
    rows, signature = [], hashlib.sha256()
    for name in GAMES:
        position = _some_position(name)
        start = time.process_time()
        advice = advise(position, position.to_move, Limits(iterations=BENCH_ITERATIONS), seed=1)
        took = time.process_time() - start
        told = [(one.turn, one.visits) for one in advice.candidates]
        signature.update(repr((name, advice.play, told)).encode())
        rows.append((name, advice.method, advice.iterations / took))
    if as_json:
        rates = {name: round(rate) for name, _, rate in rows}
        out.print_json(data={"signature": signature.hexdigest()[:16], "iterations_per_second": rates})
        return
    listed = render.table("game", "search", "iterations/s", numbers=(2,))
    for name, method, rate in rows:
        listed.add_row(name, method, f"{rate:,.0f}")
    out.print(listed)
    out.print(f"signature {signature.hexdigest()[:16]}")


def _some_position(name: str) -> State:
    """The first choice of a dealt game that has more than one move."""
    stream, position = Stream(1), load(name).new()
    while position.to_move == CHANCE or len(position.legal()) == 1:
        position = position.after(position.roll(stream) if position.to_move == CHANCE else position.legal()[0])
    return position


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, /, shell: str) -> None:
    """Print the completion script for a shell. To use it: eval "$(hunch completion bash)"."""
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(context.find_root().command, {}, "hunch", "_HUNCH_COMPLETE").source())
