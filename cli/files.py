"""The files that commands read and write: requests and positions as ProtoJSON."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NoReturn, TypeVar

import click
from google.protobuf.message import Message

from hunch.cli.refusals import BadRequestFile
from hunch.engines import BadMessage, HunchError, messages
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2, rules_pb2

STANDARD = "-"
"""The name of a file that stands for standard input and output."""
MOST_CHARACTERS = 200_000_000
"""Of a file: the transcript of the largest game of dice is nearly as long."""
M = TypeVar("M", bound=Message)


class Readable(click.File):
    """A file to read. If it cannot be read, the command was still used correctly."""

    def fail(self, message: str, param: click.Parameter | None = None, ctx: click.Context | None = None) -> NoReturn:
        """Ends the command with exit code 1 instead of the 2 for wrong use."""
        raise click.ClickException(message)


def read_text(file: IO[str]) -> str:
    """A file's whole text. Refuses one that is too long, or not text."""
    try:
        text = file.read(MOST_CHARACTERS + 1)
    except UnicodeDecodeError:
        raise BadRequestFile(f"{file.name}: not text") from None
    if len(text) > MOST_CHARACTERS:
        raise BadRequestFile(f"{file.name}: larger than {MOST_CHARACTERS:,} characters")
    return text


def read_message(file: IO[str], message: M) -> M:
    """Fills a message from a file of ProtoJSON."""
    try:
        return messages.from_json(read_text(file), message)
    except HunchError as error:
        raise BadRequestFile(f"{file.name}: {error}") from None


def read_request(file: IO[str]) -> opponent_pb2.SuggestMoveRequest:
    """A request from a file; from a position, bare or within an answer, a request about it."""
    return _request_of(read_text(file), file.name)


def _request_of(text: str, name: str) -> opponent_pb2.SuggestMoveRequest:
    try:
        return messages.from_json(text, opponent_pb2.SuggestMoveRequest())
    except BadMessage as request_error:
        try:
            state = messages.from_json(_state_text(text), game_pb2.GameState())
        except BadMessage as state_error:
            error = request_error if '"position"' in text else state_error
            raise BadRequestFile(f"{name}: {error}") from None
    return opponent_pb2.SuggestMoveRequest(position=advice_pb2.Position(state=state))


def _state_text(text: str) -> str:
    """The position within an answer of NewGame, PlayMoves, ViewState or AdvanceEnemy; any other text unchanged."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return json.dumps(answer["state"]) if isinstance(answer, dict) and isinstance(answer.get("state"), dict) else text


def read_state(file: IO[str]) -> game_pb2.GameState:
    """A position from a file, also from a request that holds one."""
    return _state_of(read_text(file), file.name)


def _state_of(text: str, name: str) -> game_pb2.GameState:
    position = _request_of(text, name).position
    if position.HasField("record"):
        raise BadRequestFile(f"{name}: it holds a record, but this command needs a position: save one in `hunch play`")
    return position.state


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game that a person saved. Other commands read its position."""

    state: game_pb2.GameState  # the position
    played: Sequence[
        rules_pb2.PlayMovesRequest
    ]  # since its start, which the first has; none: only the position is known
    seat: int | None  # the person's; None: the file does not say


def read_saved(file: IO[str]) -> SavedGame:
    """A saved game, or any other file that holds a position."""
    text = read_text(file)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not (isinstance(found, dict) and isinstance(found.get("game"), list)):
        return SavedGame(_state_of(text, file.name), (), None)
    try:
        played = [messages.from_json(json.dumps(part), rules_pb2.PlayMovesRequest()) for part in found["game"]]
    except HunchError as error:
        raise BadRequestFile(f"{file.name}: game: {error}") from None
    player = found.get("player")
    return SavedGame(_state_of(text, file.name), played, player - 1 if isinstance(player, int) and player > 0 else None)


def write_saved(path: Path, saved: SavedGame) -> None:
    """Writes a game to a file that `read_saved` reads, and `read_state` too."""
    content: dict[str, object] = {"state": json.loads(messages.to_json(saved.state))}
    if saved.seat is not None:
        content["player"] = saved.seat + 1
    if saved.played:
        content["game"] = [json.loads(messages.to_json(part)) for part in saved.played]
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def write_state(path: str | None, state: game_pb2.GameState) -> bool:
    """Writes a position to a file, if one is named. True if that is standard output: print nothing else there."""
    if path == STANDARD:
        click.echo(messages.to_json(state))
    elif path is not None:
        Path(path).write_text(messages.to_json(state) + "\n")
    return path == STANDARD
