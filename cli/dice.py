"""`hunch dice`: fair dice, and their transcripts checked without a server."""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any, TypeVar

import click
from google.protobuf.message import Message

from hunch.cli import render
from hunch.cli.files import Readable, read_message
from hunch.cli.options import NUMBER, SharedOptions, as_json, example, options_as
from hunch.cli.refusals import BadRequestFile
from hunch.cli.session import Session, open_session
from hunch.cli.terminal import print_answer
from hunch.engines import HunchError, messages, registry
from hunch.server.dice import keys, transcripts
from hunch.server.dice.derivation import POSITION_BYTES
from hunch.server.steps import finish
from hunch.v1 import advice_pb2, operations_pb2
from hunch.v1 import dice_pb2 as pb

A = TypeVar("A", bound=Message)
C = TypeVar("C", bound=Callable[..., Any])
game_option = click.option("--game", "game_id", required=True, help="Id of the game of dice.")
token_option = click.option("--token", "owner_token", default="", help="Token of the game's owner.")


def throw_options(command: C) -> C:
    """Adds the options that `roll` and `draw` share."""
    for option in (
        as_json,
        click.option("--request-id", help="Name of this request. The same name gives the same result again."),
        click.option("--player-seed", multiple=True, help="With the first roll or draw: a seed of each player."),
        click.option("--position", default="", help="SHA-256 of your position. It gets one roll for each purpose."),
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
    position: str  # hexadecimal hash of the app's position; empty: bound to none
    player_seed: tuple[str, ...]  # with the first roll or draw: a seed of each player
    request_id: str | None  # the same name gives the same result again; None: a fresh name
    as_json: bool

    def fields(self) -> dict[str, Any]:
        """The fields that both requests have."""
        return {
            "game_id": self.game_id,
            "owner_token": self.owner_token,
            "purpose": self.purpose,
            "position": _of_hex("--position", self.position, POSITION_BYTES) if self.position else b"",
            "request_id": self.request_id or secrets.token_hex(8),
            "player_seeds": [seed.encode() for seed in self.player_seed],
        }


def _of_hex(option: str, text: str, size: int) -> bytes:
    """The bytes that an option names in hexadecimal digits."""
    if not transcripts.is_hex(text, size):
        raise click.UsageError(f"{option}: not {2 * size} hexadecimal digits")
    return bytes.fromhex(text)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """What `hunch dice verify` takes."""

    file: IO[str]  # a transcript
    public_key: tuple[str, ...]  # that may have signed it
    any_key: bool  # whether any other may have signed it too
    commitment: str  # what the players were shown before the first roll; empty: not known
    record: IO[str] | None  # the record of the game that was played
    rolls: bool  # whether to list each roll
    as_json: bool

    def expected(self, shared: SharedOptions) -> transcripts.Expected:
        """All that is known besides the transcript."""
        if self.commitment:
            _of_hex("--commitment", self.commitment, 32)
        named = {_of_hex("--public-key", key, keys.SECRET_BYTES) for key in self.public_key}
        with open_session(shared) as session:
            return transcripts.Expected(
                commitment=self.commitment,
                keys=named if named or self.any_key else _keys_of(session, shared.server),
                any_key=self.any_key,
                record=None if self.record is None else read_message(self.record, advice_pb2.GameRecord()),
                data={name: registry.files(path) for name, path in session.data.items()},
            )


def _keys_of(session: Session, server: str) -> set[bytes]:
    """The keys that a server signs with, if one is named; else the key in this home, if there is one."""
    if server:
        info = session.call(
            "OperationsService.GetServerInfo",
            operations_pb2.GetServerInfoRequest(),
            operations_pb2.GetServerInfoResponse,
        )
        return {bytes.fromhex(key) for key in info.public_keys}
    try:
        own = keys.public_of(session.home / keys.SIGNING_KEY)
    except keys.BadSecret as error:
        raise click.ClickException(str(error)) from None
    return set() if own is None else {own}


@dice.command(epilog=example("hunch dice verify transcript.json"))
@click.argument("file", type=Readable("r"))
@click.option("--public-key", multiple=True, help="A key that may have signed it: 64 hexadecimal digits.")
@click.option("--any-key", is_flag=True, help="Accept it whoever signed it.")
@click.option("--commitment", default="", help="What the players were shown before the first roll.")
@click.option("--record", type=Readable("r"), help="A GameRecord of the game that was played, with nothing hidden.")
@click.option("--rolls", is_flag=True, help="List each roll.")
@as_json
@options_as(VerifyOptions)
def verify(shared: SharedOptions, options: VerifyOptions) -> None:
    """Check the transcript in FILE. Exit code 0 if every check passes, else 1. It must be signed with a key that you
    name; if you name none, with a key of the --server, or else with the one in this home."""
    expected = options.expected(shared)
    transcript = read_message(options.file, pb.Transcript())
    try:
        answer = finish(transcripts.compare(transcript, expected))
    except HunchError as error:
        raise BadRequestFile(str(error)) from None
    answer.signed_here = transcript.public_key in expected.keys
    print_answer(answer, options.as_json, lambda: render.checks(answer, shared.language))
    if options.rolls and not options.as_json:
        print_answer(transcript, False, lambda: render.rolls(transcript, shared.language))
    click.get_current_context().exit(0 if answer.valid else 1)


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
