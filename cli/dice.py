"""`hunch dice`: fair dice, and their transcripts checked without a server."""
import re
import secrets
from collections.abc import Iterator
from typing import IO, Any, TypeVar

import click
from google.protobuf.message import Message

from hunch.cli import render
from hunch.cli.session import Asking, Readable, opened, read, tell
from hunch.cli.suggest import NUMBER, as_json
from hunch.engines import wire
from hunch.server import transcripts
from hunch.v1 import dice_pb2 as pb

A = TypeVar("A", bound=Message)
PUBLIC_KEY = re.compile(r"[0-9a-fA-F]{64}")
game_option = click.option("--game", "game_id", required=True, help="Id of the game of dice.")
token_option = click.option("--token", "owner_token", default="", help="Its owner's token.")
seed_option = click.option("--player-seed", multiple=True, help="With the first roll or draw: a seed of each player.")


def _pages(ask: Asking, method: str, request: Any, answer: type[A]) -> Iterator[A]:
    """The answers page by page, from the first to the last."""
    while True:
        page: Any = ask.one(method, request, answer)
        yield page
        request.page_token = page.next_page_token
        if not request.page_token:
            return


@click.group()
def dice() -> None:
    """Roll dice that anybody can check."""


@dice.command()
@as_json
@click.pass_context
def commit(context: click.Context, /, as_json: bool) -> None:
    """Open a game of dice."""
    with opened(context) as ask:
        answer = ask.one("DiceService.CommitDice", pb.CommitDiceRequest(), pb.CommitDiceResponse)
    tell(
        answer, as_json,
        lambda: f"game        {answer.game_id}\ntoken       {answer.owner_token}\ncommitment  {answer.commitment}",
    )


@dice.command()
@click.argument("faces", nargs=-1, type=click.IntRange(2, 1_000_000), required=True)
@game_option
@token_option
@click.option("--purpose", default="", help="What the dice are for.")
@seed_option
@click.option("--request-id", help="Names this roll; sent again it gives the same dice.")
@as_json
@click.pass_context
def roll(
    context: click.Context, /, faces: tuple[int, ...], game_id: str, owner_token: str, purpose: str,
    player_seed: tuple[str, ...], request_id: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Roll dice with these FACES: `6 6 20`."""
    request = pb.RollDiceRequest(
        game_id=game_id, owner_token=owner_token, request_id=request_id or secrets.token_hex(8), purpose=purpose,
        faces=faces, player_seeds=[seed.encode() for seed in player_seed],
    )  # fmt: skip
    with opened(context) as ask:
        answer = ask.one("DiceService.RollDice", request, pb.RollDiceResponse)
    tell(answer, as_json, lambda: " ".join(map(str, answer.roll.values)))


@dice.command()
@click.argument("cup", nargs=-1, type=NUMBER, required=True)
@click.option("--draws", type=click.IntRange(1, 1000), required=True, help="How many are drawn.")
@game_option
@token_option
@click.option("--purpose", default="", help="What the chits are for.")
@seed_option
@click.option("--request-id", help="Names this draw; sent again it gives the same chits.")
@as_json
@click.pass_context
def draw(
    context: click.Context, /, cup: tuple[int, ...], draws: int, game_id: str, owner_token: str, purpose: str,
    player_seed: tuple[str, ...], request_id: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Draw chits from a CUP with so many of each kind: `3 1 4`."""
    request = pb.DrawChitsRequest(
        game_id=game_id, owner_token=owner_token, request_id=request_id or secrets.token_hex(8), purpose=purpose,
        cup=cup, draws=draws, player_seeds=[seed.encode() for seed in player_seed],
    )  # fmt: skip
    with opened(context) as ask:
        answer = ask.one("DiceService.DrawChits", request, pb.DrawChitsResponse)
    tell(answer, as_json, lambda: " ".join(map(str, answer.kinds)))


@dice.command()
@game_option
@token_option
@click.option("--json", is_flag=True, expose_value=False, help="As ProtoJSON, which it always is.")
@click.pass_context
def reveal(context: click.Context, /, game_id: str, owner_token: str) -> None:
    """End a game of dice and print its transcript. The whole of it, for `hunch dice verify`."""
    request = pb.RevealDiceRequest(game_id=game_id, owner_token=owner_token)
    with opened(context) as ask:
        first, *others = _pages(ask, "DiceService.RevealDice", request, pb.RevealDiceResponse)
    whole = first.transcript
    for page in others:
        whole.rolls.extend(page.transcript.rolls)
    click.echo(wire.to_json(whole))


@dice.command()
@click.argument("file", type=Readable("r"))
@click.option("--public-key", help="The key it must be signed with, 64 hexadecimal digits, as GetServerInfo tells it.")
@as_json
@click.pass_context
def verify(context: click.Context, /, file: IO[str], public_key: str | None, as_json: bool) -> None:
    """Check the transcript in FILE, with no server. Exit code 0 when every check passes, else 1."""
    if public_key is not None and not PUBLIC_KEY.fullmatch(public_key):
        raise click.UsageError("--public-key: not 64 hexadecimal digits")
    transcript = read(file, pb.Transcript())
    checks = transcripts.verify(transcript)
    if public_key is not None:
        own = transcript.public_key.hex() == public_key.lower()
        checks.append(pb.TranscriptCheck(name="key", passed=own, says="" if own else "signed with another key"))
    answer = pb.VerifyTranscriptResponse(valid=all(check.passed for check in checks), checks=checks)
    tell(answer, as_json, lambda: render.checks(answer, context.obj["language"]))
    context.exit(0 if answer.valid else 1)


@dice.command()
@game_option
@token_option
@as_json
@click.pass_context
def statistics(context: click.Context, /, game_id: str, owner_token: str, as_json: bool) -> None:
    """How the dice of a game fell. While it is open, only its owner is told."""
    request = pb.GetRollStatisticsRequest(game_id=game_id, owner_token=owner_token)
    with opened(context) as ask:
        pages = _pages(ask, "DiceService.GetRollStatistics", request, pb.GetRollStatisticsResponse)
        whole = pb.GetRollStatisticsResponse(dice=[one for page in pages for one in page.dice])
    tell(whole, as_json, lambda: render.statistics(whole, context.obj["language"]))


