"""`hunch suggest`: what to play in a position."""
from typing import IO

import click

from hunch.engines import wire
from hunch.server.cli import showing
from hunch.server.cli.asking import opened, read
from hunch.v1 import opponent_pb2

SERVICE = opponent_pb2.DESCRIPTOR.services_by_name["OpponentService"]


@click.command()
@click.argument("request_file", type=click.File("r"), metavar="FILE")
@click.option("--iterations", type=click.IntRange(1), help="Most iterations.")
@click.option("--time-ms", type=click.IntRange(1), help="Most milliseconds of thinking.")
@click.option("--level", type=click.IntRange(1, 10), help="How well to play.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="Seed of the search.")
@click.option("--candidates", type=click.IntRange(1, 100), help="Most candidates to list.")
@click.option("--json", "as_json", is_flag=True, help="The answer as ProtoJSON.")
@click.pass_context
def suggest(
    context: click.Context, /, request_file: IO[str], as_json: bool,
    iterations: int | None, time_ms: int | None, level: int | None, seed: int | None, candidates: int | None,
) -> None:  # fmt: skip
    """Suggest a turn for FILE, a SuggestMoveRequest in ProtoJSON."""
    request = read(request_file, opponent_pb2.SuggestMoveRequest())
    if iterations:
        request.limits.iterations = iterations
    if time_ms:
        request.limits.time_ms = time_ms
    for name, value in (("level", level), ("seed", seed), ("candidates", candidates)):
        if value is not None:
            setattr(request, name, value)
    request.language = request.language or context.obj["language"]
    with opened(context) as ask:
        answer = ask.one(SERVICE.methods_by_name["SuggestMove"], request, opponent_pb2.SuggestMoveResponse)
    if as_json:
        click.echo(wire.to_json(answer))
        return
    showing.out.print(showing.suggestion(answer))
