"""`hunch games`, `new`, `show` and `moves`: games and positions."""
from collections.abc import Iterable
from typing import IO

import click

from hunch.cli import render
from hunch.cli.session import STANDARD, Asking, BadRequestFile, opened, read_state, tell, write_state
from hunch.cli.suggest import NUMBER, as_json, file_argument, seat_option, write_option
from hunch.engines import GAMES, HunchError, WrongVersion, wire, words
from hunch.engines.registry import Value, load, package
from hunch.v1 import game_pb2, rules_pb2


def options_of(game: str, pairs: Iterable[str]) -> game_pb2.GameOptions:
    """Options written as name=value."""
    try:
        chosen: dict[str, Value] = {}
        known = {option.name: option.values for option in package(game).OPTIONS}
        for pair in pairs:
            name, _, text = pair.partition("=")
            if name in chosen:
                raise click.UsageError(f"-o {name}: given twice")
            chosen[name] = next((v for v in known.get(name, ()) if str(v).lower() == text.lower()), text)
        return wire.encode_options(load(game, data=None, **chosen))
    except HunchError as error:
        raise BadRequestFile(str(error)) from None


def names(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The games whose names begin so, for the shell."""
    return [name for name in GAMES if name.startswith(begun)]


option_pairs = click.option("-o", "--option", "pairs", multiple=True, metavar="NAME=VALUE", help="Of the game.")


@click.command()
@click.argument("name", required=False, shell_complete=names)
@as_json
@click.pass_context
def games(context: click.Context, /, name: str | None, as_json: bool) -> None:
    """List the games, or show the page of one."""
    with opened(context) as ask:
        answer = ask.one("RulesService.ListGames", rules_pb2.ListGamesRequest(), rules_pb2.ListGamesResponse)
    if name is None:
        tell(answer, as_json, lambda: render.games(answer, context.obj["language"]))
        return
    found = next((game for game in answer.games if game.name == name), None)
    if found is None:
        raise BadRequestFile(f"{name!r} is not one of {', '.join(game.name for game in answer.games)}")
    tell(found, as_json, lambda: render.game(found, context.obj["language"]))


@click.command()
@click.argument("game", shell_complete=names)
@option_pairs
@click.option("--seed", type=NUMBER, help="Seed of the deal; without it the system's randomness.")
@click.option("--first", is_flag=True, help="The very first position, before any chance event.")
@write_option
@as_json
@click.pass_context
def new(
    context: click.Context, /, game: str, pairs: tuple[str, ...], seed: int | None, first: bool, path: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Begin a game, dealt until somebody must choose."""
    if first and seed is not None:
        raise click.UsageError("--first comes before any chance event, --seed is for those")
    if as_json and path == STANDARD:
        raise click.UsageError("--json and -w - both write to standard output")
    chance = rules_pb2.Chance(system=True) if seed is None else rules_pb2.Chance(seed=seed)
    language = context.obj["language"]
    request = rules_pb2.NewGameRequest(
        options=options_of(game, pairs), chance=None if first else chance, language=language
    )
    with opened(context) as ask:
        answer = ask.one("RulesService.NewGame", request, rules_pb2.NewGameResponse)
        if not write_state(path, answer.state):
            tell(answer, as_json, lambda: _shown(_whole(ask, answer.state, language), answer.stage, language))


def _shown(board: str, stage: rules_pb2.Stage, language: str) -> str:
    return f"{board}\n{render.stage(stage, language)}"


def _whole(ask: Asking, state: game_pb2.GameState, language: str) -> str:
    """A position as text, all that is there; of a server's own cards what a bystander sees."""
    try:
        return words.board(wire.decode(state, ask.data), language)
    except WrongVersion:
        request = rules_pb2.ViewStateRequest(state=state, language=language)
        return ask.one("RulesService.ViewState", request, rules_pb2.ViewStateResponse).board


@click.command()
@file_argument
@click.option("--seat", type=NUMBER, help="As this seat sees it; without it, all that is there.")
@click.option("--public", is_flag=True, help="As a bystander sees it.")
@as_json
@click.pass_context
def show(context: click.Context, /, file: IO[str], seat: int | None, public: bool, as_json: bool) -> None:
    """Show the position in FILE, whole or as a seat sees it."""
    if seat is not None and public:
        raise click.UsageError("--seat and --public are two who look")
    state, language = read_state(file), context.obj["language"]
    with opened(context) as ask:
        if seat is None and not public:
            check = rules_pb2.CheckStateRequest(state=state)
            checked = ask.one("RulesService.CheckState", check, rules_pb2.CheckStateResponse)
            tell(checked, as_json, lambda: _shown(_whole(ask, state, language), checked.stage, language))
        else:
            request = rules_pb2.ViewStateRequest(state=state, seat=seat, language=language)
            view = ask.one("RulesService.ViewState", request, rules_pb2.ViewStateResponse)
            tell(view, as_json, lambda: _shown(view.board, view.stage, language))


@click.command()
@file_argument
@seat_option
@as_json
@click.pass_context
def moves(context: click.Context, /, file: IO[str], seat: int | None, as_json: bool) -> None:
    """List what may happen next in the position in FILE."""
    request = rules_pb2.ListMovesRequest(state=read_state(file), seat=seat, language=context.obj["language"])
    with opened(context) as ask:
        answer = ask.one("RulesService.ListMoves", request, rules_pb2.ListMovesResponse)
    tell(answer, as_json, lambda: render.moves(answer, context.obj["language"], seat))
