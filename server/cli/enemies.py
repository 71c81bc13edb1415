"""`hunch enemy`: the enemy of a solitaire game, with dice of the server, of a ledger, or of the table."""
import secrets
from pathlib import Path
from typing import IO

import click
from rich.console import Group, RenderableType
from rich.table import Table

from hunch.engines import wire
from hunch.server.cli import showing
from hunch.server.cli.advising import NUMBER, as_json, file_argument
from hunch.server.cli.asking import opened, read_state, tell
from hunch.v1 import enemy_pb2, rules_pb2


@click.command()
@file_argument
@click.option("--seed", type=NUMBER, help="Seed of the dice.")
@click.option("--told", is_flag=True, help="Real dice: stop at each, to be told with --outcome.")
@click.option("--outcome", "numbers", multiple=True, type=click.IntRange(1), help="Which of the listed outcomes came.")
@click.option("--dice", "dice", nargs=2, metavar="GAME TOKEN", help="Dice of a game of `hunch dice`.")
@click.option("--player-seed", multiple=True, help="With --dice, where nothing was rolled yet: a seed of each player.")
@click.option("--request-id", help="With --dice: names this turn; sent again it gives the same dice.")
@click.option("-w", "--write", "path", type=click.Path(dir_okay=False), help="Write the position to this file.")
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
    request = enemy_pb2.AdvanceEnemyRequest(state=read_state(file), language=context.obj["language"])
    if dice is not None:
        named = rules_pb2.DiceChance(
            game_id=dice[0], owner_token=dice[1], request_id=request_id or secrets.token_hex(8),
            player_seeds=[seed.encode() for seed in player_seed],
        )
        request.chance.dice.CopyFrom(named)
    elif not (told or numbers):
        request.chance.CopyFrom(rules_pb2.Chance(system=True) if seed is None else rules_pb2.Chance(seed=seed))
    with opened(context) as ask:
        answer = ask.one("EnemyService.AdvanceEnemy", request, enemy_pb2.AdvanceEnemyResponse)
        for number in numbers:
            if number > len(answer.wanted):
                raise click.UsageError(f"--outcome {number}: there are {len(answer.wanted)} outcomes here")
            request.told.append(answer.wanted[number - 1].event)
            answer = ask.one("EnemyService.AdvanceEnemy", request, enemy_pb2.AdvanceEnemyResponse)
    if path is not None:
        Path(path).write_text(wire.to_json(answer.state) + "\n")
    tell(answer, as_json, lambda: _shown(answer, context.obj["language"]))


def _shown(answer: enemy_pb2.AdvanceEnemyResponse, language: str) -> RenderableType:
    parts: list[RenderableType] = [
        showing.told(one) + (f"  (dice {one.dice_counter})" if one.dice_counter else "") for one in answer.happenings
    ]
    parts.append(showing.stage(answer.stage, language))
    if answer.wanted:
        table = Table("outcome", "what came")
        for number, outcome in enumerate(answer.wanted, 1):
            table.add_row(str(number), outcome.sentence)
        parts.append(table)
    return Group(*parts)
