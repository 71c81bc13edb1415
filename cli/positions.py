"""`hunch games`, `new`, `show` and `moves`: games and positions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO

import click

from hunch.cli import render
from hunch.cli.files import STANDARD, read_state, write_state
from hunch.cli.options import (
    NUMBER,
    SharedOptions,
    as_json,
    example,
    file_argument,
    options_as,
    seat_option,
    write_option,
)
from hunch.cli.refusals import BadRequestFile
from hunch.cli.session import Session, open_session
from hunch.cli.terminal import print_answer
from hunch.engines import GAMES, HunchError, WrongVersion, messages, words
from hunch.engines.registry import Value, load, package
from hunch.v1 import game_pb2, rules_pb2


def parse_options(game: str, pairs: Iterable[str]) -> game_pb2.GameOptions:
    """A game's options, written as name=value."""
    try:
        chosen: dict[str, Value] = {}
        known = {option.name: option.values for option in package(game).OPTIONS}
        for pair in pairs:
            name, _, text = pair.partition("=")
            if name in chosen:
                raise click.UsageError(f"-o {name}: given twice")
            chosen[name] = next((value for value in known.get(name, ()) if str(value).lower() == text.lower()), text)
        return messages.encode_options(load(game, data=None, **chosen))
    except HunchError as error:
        raise BadRequestFile(str(error)) from None


def complete_game(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The games whose names begin with this text, for the shell."""
    return [name for name in GAMES if name.startswith(begun)]


option_pairs = click.option(
    "-o", "--option", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game."
)


@click.command(epilog=example("hunch games", "hunch games tomahawk"))
@click.argument("name", required=False, shell_complete=complete_game)
@as_json
@click.pass_obj
def games(shared: SharedOptions, /, name: str | None, as_json: bool) -> None:
    """List the games, or show the page of one."""
    with open_session(shared) as session:
        answer = session.call("RulesService.ListGames", rules_pb2.ListGamesRequest(), rules_pb2.ListGamesResponse)
    if name is None:
        print_answer(answer, as_json, lambda: render.games(answer, shared.language))
        return
    info = next((game for game in answer.games if game.name == name), None)
    if info is None:
        raise BadRequestFile(f"{name!r} is not one of {', '.join(game.name for game in answer.games)}")
    print_answer(info, as_json, lambda: render.game(info, shared.language))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewOptions:
    """What `hunch new` takes."""

    game: str
    pairs: tuple[str, ...]  # the game's options, NAME=VALUE
    seed: int | None  # of the deal; None: the system's randomness
    first: bool  # the position before any chance event
    path: str | None  # where to write the position
    as_json: bool

    def check(self) -> None:
        """Refuses options that contradict each other."""
        if self.first and self.seed is not None:
            raise click.UsageError("--first comes before any chance event, and --seed is for chance events")
        if self.as_json and self.path == STANDARD:
            raise click.UsageError("--json and -w - both write to standard output")

    def chance(self) -> rules_pb2.Chance | None:
        """Where the deal comes from; None: nothing is dealt."""
        if self.first:
            return None
        return rules_pb2.Chance(system=True) if self.seed is None else rules_pb2.Chance(seed=self.seed)


@click.command(
    epilog=example("hunch new manitou -o players=3 --seed 7 -w game.json", "hunch new tomahawk -o sought=true -w -")
)
@click.argument("game", shell_complete=complete_game)
@option_pairs
@click.option("--seed", type=NUMBER, help="Seed of the deal. Default: the system's randomness.")
@click.option("--first", is_flag=True, help="The very first position, before any chance event.")
@write_option
@as_json
@options_as(NewOptions)
def new(shared: SharedOptions, options: NewOptions) -> None:
    """Begin a game and deal until a seat must choose."""
    options.check()
    language = shared.language
    request = rules_pb2.NewGameRequest(
        options=parse_options(options.game, options.pairs), chance=options.chance(), language=language
    )
    with open_session(shared) as session:
        answer = session.call("RulesService.NewGame", request, rules_pb2.NewGameResponse)
        if not write_state(options.path, answer.state):
            print_answer(
                answer,
                options.as_json,
                lambda: _with_stage(_whole_board(session, answer.state, language), answer.stage, language),
            )


def _with_stage(board: str, stage: rules_pb2.Stage, language: str) -> str:
    return f"{board}\n{render.stage(stage, language)}"


def _whole_board(session: Session, state: game_pb2.GameState, language: str) -> str:
    """A position as text, with all that it holds. With a server's own cards: what a bystander sees."""
    try:
        return words.board(messages.decode(state, session.data), language)
    except WrongVersion:
        request = rules_pb2.ViewStateRequest(state=state, language=language)
        return session.call("RulesService.ViewState", request, rules_pb2.ViewStateResponse).board


@click.command(epilog=example("hunch show game.json", "hunch show game.json --seat 0"))
@file_argument
@click.option("--seat", type=NUMBER, help="Show what this seat sees. Default: the whole position.")
@click.option("--public", is_flag=True, help="Show what a bystander sees.")
@as_json
@click.pass_obj
def show(shared: SharedOptions, /, file: IO[str], seat: int | None, public: bool, as_json: bool) -> None:
    """Show the position in FILE, whole or as a seat sees it."""
    if seat is not None and public:
        raise click.UsageError("--seat and --public exclude each other")
    state, language = read_state(file), shared.language
    with open_session(shared) as session:
        if seat is None and not public:
            check = rules_pb2.CheckStateRequest(state=state)
            checked = session.call("RulesService.CheckState", check, rules_pb2.CheckStateResponse)
            print_answer(
                checked,
                as_json,
                lambda: _with_stage(_whole_board(session, state, language), checked.stage, language),
            )
        else:
            request = rules_pb2.ViewStateRequest(state=state, seat=seat, language=language)
            view = session.call("RulesService.ViewState", request, rules_pb2.ViewStateResponse)
            print_answer(view, as_json, lambda: _with_stage(view.board, view.stage, language))


@click.command(epilog=example("hunch moves game.json --language fr"))
@file_argument
@seat_option
@as_json
@click.pass_obj
def moves(shared: SharedOptions, /, file: IO[str], seat: int | None, as_json: bool) -> None:
    """List what may happen next in the position in FILE."""
    request = rules_pb2.ListMovesRequest(state=read_state(file), seat=seat, language=shared.language)
    with open_session(shared) as session:
        answer = session.call("RulesService.ListMoves", request, rules_pb2.ListMovesResponse)
    print_answer(answer, as_json, lambda: render.moves(answer, shared.language, seat))
