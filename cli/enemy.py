"""`hunch enemy`: the enemy of a solitaire game, with dice of the server, of a ledger, or of the table."""
import secrets
from typing import IO

import click

from hunch.cli import render
from hunch.cli.session import STANDARD, BadRequestFile, opened, read_state, tell, write_state
from hunch.cli.suggest import NUMBER, as_json, file_argument, write_option
from hunch.engines import GAMES, load
from hunch.v1 import enemy_pb2, rules_pb2


@click.command()
@file_argument
@click.option("--seed", type=NUMBER, help="Seed of the dice.")
@click.option("--told", is_flag=True, help="Real dice: stop at each, to be told with --outcome.")
@click.option("--outcome", "numbers", multiple=True, type=click.IntRange(1), help="Which of the listed outcomes came.")
@click.option("--dice", "dice", nargs=2, metavar="GAME TOKEN", help="Dice of a game of `hunch dice`.")
@click.option("--player-seed", multiple=True, help="With --dice, where nothing was rolled yet: a seed of each player.")
@click.option("--request-id", help="With --dice: names this turn; sent again it gives the same dice.")
@write_option
@as_json
@click.pass_context
def enemy(
    context: click.Context, /, file: IO[str], seed: int | None, told: bool, numbers: tuple[int, ...],
    dice: tuple[str, str] | None, player_seed: tuple[str, ...], request_id: str | None, path: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Run the enemy of a solitaire game on. From the position in FILE to your next decision, or to the next die to be
    told."""
    if (dice is not None) + (seed is not None) + bool(told or numbers) > 1:
        raise click.UsageError("chance comes from one of --seed, --dice, and --told with --outcome")
    if dice is None and (request_id is not None or player_seed):
        raise click.UsageError("--request-id and --player-seed go with --dice")
    if as_json and path == STANDARD:
        raise click.UsageError("--json and -w - both write to standard output")
    request = enemy_pb2.AdvanceEnemyRequest(state=read_state(file), language=context.obj["language"])
    if dice is not None:
        named = rules_pb2.DiceChance(
            game_id=dice[0], owner_token=dice[1], request_id=request_id or secrets.token_hex(8),
            player_seeds=[seed.encode() for seed in player_seed],
        )
        request.chance.dice.CopyFrom(named)
    elif not (told or numbers):
        request.chance.CopyFrom(rules_pb2.Chance(system=True) if seed is None else rules_pb2.Chance(seed=seed))
    name = request.state.WhichOneof("state")
    if name in GAMES and not load(name).solitaire:
        raise BadRequestFile(f"{file.name}: {name} has no enemy to be run, it is no solitaire game")
    with opened(context) as ask:
        answer = ask.one("EnemyService.AdvanceEnemy", request, enemy_pb2.AdvanceEnemyResponse)
        for number in numbers:
            if number > len(answer.wanted):
                raise click.UsageError(f"--outcome {number}: there are {len(answer.wanted)} outcomes here")
            request.told.append(answer.wanted[number - 1].event)
            answer = ask.one("EnemyService.AdvanceEnemy", request, enemy_pb2.AdvanceEnemyResponse)
    if not write_state(path, answer.state):
        tell(answer, as_json, lambda: render.enemy(answer, context.obj["language"]))
