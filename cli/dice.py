"""`hunch dice`: fair dice, and their transcripts checked without a server."""

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any, TypeVar

import click
from google.protobuf.message import Message

from hunch.cli import render
from hunch.cli.files import Readable, read_message
from hunch.cli.options import NUMBER, SharedOptions, as_json, example, options_as
from hunch.cli.session import Session, open_session
from hunch.cli.terminal import print_answer
from hunch.engines import messages
from hunch.server.dice import transcripts
from hunch.v1 import dice_pb2 as pb

A = TypeVar("A", bound=Message)
C = TypeVar("C", bound=Callable[..., Any])
PUBLIC_KEY = re.compile(r"[0-9a-fA-F]{64}")
game_option = click.option("--game", "game_id", required=True, help="Id of the game of dice.")
token_option = click.option("--token", "owner_token", default="", help="Token of the game's owner.")


def throw_options(command: C) -> C:
    """Adds the options that `roll` and `draw` share."""
    for option in (
        as_json,
        click.option("--request-id", help="Name of this request. The same name gives the same result again."),
        click.option("--player-seed", multiple=True, help="With the first roll or draw: a seed of each player."),
        click.option("--purpose", default="", help="What the result is for."),
        token_option,
        game_option,
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowOptions:
    """What `roll` and `draw` share."""

    game_id: str
    owner_token: str
    purpose: str  # what the result is for
    player_seed: tuple[str, ...]  # with the first roll or draw: a seed of each player
    request_id: str | None  # the same name gives the same result again; None: a fresh name
    as_json: bool

    def fields(self) -> dict[str, Any]:
        """The fields that both requests have."""
        return {
            "game_id": self.game_id,
            "owner_token": self.owner_token,
            "purpose": self.purpose,
            "request_id": self.request_id or secrets.token_hex(8),
            "player_seeds": [seed.encode() for seed in self.player_seed],
        }


def _pages(session: Session, method: str, request: Any, answer: type[A]) -> Iterator[A]:
    """The answers page by page, from the first to the last."""
    while True:
        page: Any = session.call(method, request, answer)
        yield page
        request.page_token = page.next_page_token
        if not request.page_token:
            return


@click.group(epilog=example("hunch dice commit"))
def dice() -> None:
    """Roll dice that anybody can check."""


@dice.command(epilog=example("hunch dice commit"))
@as_json
@click.pass_obj
def commit(shared: SharedOptions, /, as_json: bool) -> None:
    """Open a game of dice."""
    with open_session(shared) as session:
        answer = session.call("DiceService.CommitDice", pb.CommitDiceRequest(), pb.CommitDiceResponse)
    print_answer(
        answer,
        as_json,
        lambda: f"game        {answer.game_id}\ntoken       {answer.owner_token}\ncommitment  {answer.commitment}",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOptions(ThrowOptions):
    """What `hunch dice roll` takes."""

    faces: tuple[int, ...]  # of each die


@dice.command(epilog=example("hunch dice roll 6 6 --game ID --token TOKEN"))
@click.argument("faces", nargs=-1, type=click.IntRange(2, 1_000_000), required=True)
@throw_options
@options_as(RollOptions)
def roll(shared: SharedOptions, options: RollOptions) -> None:
    """Roll dice with these FACES: `6 6 20`."""
    request = pb.RollDiceRequest(faces=options.faces, **options.fields())
    with open_session(shared) as session:
        answer = session.call("DiceService.RollDice", request, pb.RollDiceResponse)
    print_answer(answer, options.as_json, lambda: " ".join(map(str, answer.roll.values)))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOptions(ThrowOptions):
    """What `hunch dice draw` takes."""

    cup: tuple[int, ...]  # chits of each kind
    draws: int  # chits to draw


@dice.command(epilog=example("hunch dice draw 10 5 3 --draws 2 --game ID --token TOKEN"))
@click.argument("cup", nargs=-1, type=NUMBER, required=True)
@click.option("--draws", type=click.IntRange(1, 1000), required=True, help="How many chits to draw.")
@throw_options
@options_as(DrawOptions)
def draw(shared: SharedOptions, options: DrawOptions) -> None:
    """Draw chits from a CUP. It lists how many chits there are of each kind: `3 1 4`."""
    request = pb.DrawChitsRequest(cup=options.cup, draws=options.draws, **options.fields())
    with open_session(shared) as session:
        answer = session.call("DiceService.DrawChits", request, pb.DrawChitsResponse)
    print_answer(answer, options.as_json, lambda: " ".join(map(str, answer.kinds)))


@dice.command(epilog=example("hunch dice reveal --game ID --token TOKEN > transcript.json"))
@game_option
@token_option
@click.option("--json", is_flag=True, expose_value=False, help="Print ProtoJSON. This command always does.")
@click.pass_obj
def reveal(shared: SharedOptions, /, game_id: str, owner_token: str) -> None:
    """End a game of dice and print its transcript. `hunch dice verify` checks it."""
    request = pb.RevealDiceRequest(game_id=game_id, owner_token=owner_token)
    with open_session(shared) as session:
        first, *others = _pages(session, "DiceService.RevealDice", request, pb.RevealDiceResponse)
    transcript = first.transcript
    for page in others:
        transcript.rolls.extend(page.transcript.rolls)
    click.echo(messages.to_json(transcript))


@dice.command(epilog=example("hunch dice verify transcript.json"))
@click.argument("file", type=Readable("r"))
@click.option("--public-key", help="The key that must have signed it: 64 hexadecimal digits, from GetServerInfo.")
@as_json
@click.pass_context
def verify(context: click.Context, /, file: IO[str], public_key: str | None, as_json: bool) -> None:
    """Check the transcript in FILE, without a server. Exit code 0 if every check passes, else 1."""
    if public_key is not None and not PUBLIC_KEY.fullmatch(public_key):
        raise click.UsageError("--public-key: not 64 hexadecimal digits")
    transcript = read_message(file, pb.Transcript())
    checks = transcripts.verify(transcript)
    if public_key is not None:
        same = transcript.public_key.hex() == public_key.lower()
        checks.append(pb.TranscriptCheck(name="key", passed=same, says="" if same else "signed with another key"))
    answer = pb.VerifyTranscriptResponse(valid=all(check.passed for check in checks), checks=checks)
    print_answer(answer, as_json, lambda: render.checks(answer, context.obj.language))
    context.exit(0 if answer.valid else 1)


@dice.command(epilog=example("hunch dice statistics --game ID"))
@game_option
@token_option
@as_json
@click.pass_obj
def statistics(shared: SharedOptions, /, game_id: str, owner_token: str, as_json: bool) -> None:
    """Show how the dice of a game fell. While the game is open, only its owner may ask."""
    request = pb.GetRollStatisticsRequest(game_id=game_id, owner_token=owner_token)
    with open_session(shared) as session:
        pages = _pages(session, "DiceService.GetRollStatistics", request, pb.GetRollStatisticsResponse)
        answer = pb.GetRollStatisticsResponse(dice=[die for page in pages for die in page.dice])
    print_answer(answer, as_json, lambda: render.statistics(answer, shared.language))
