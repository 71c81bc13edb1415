"""`hunch enemy`: the enemy of a solitaire game, with dice of the server, of a ledger, or of the table."""

import secrets
from dataclasses import dataclass
from typing import IO

import click
from rich.console import Group, RenderableType

from hunch.cli import render
from hunch.cli.files import STANDARD, read_state, write_state
from hunch.cli.options import NUMBER, SharedOptions, as_json, example, file_argument, options_as, write_option
from hunch.cli.refusals import BadRequestFile
from hunch.cli.session import Session, open_session
from hunch.cli.terminal import print_answer
from hunch.cli.texts import ENEMY
from hunch.engines import GAMES, load, words
from hunch.v1 import enemy_pb2, rules_pb2


@dataclass(frozen=True, slots=True, kw_only=True)
class EnemyOptions:
    """What `hunch enemy` takes. Chance comes from one of `seed`, `dice`, and `told` with `outcomes`."""

    file: IO[str]  # a position
    seed: int | None  # of the dice
    told: bool  # stop at each die, for `outcomes` to name what it showed
    outcomes: tuple[int, ...]  # 1-based numbers, each among the outcomes that were listed then
    dice: tuple[str, str] | None  # id and owner's token of a game of dice
    player_seed: tuple[str, ...]  # with `dice`: the players' seeds
    request_id: str | None  # with `dice`: name of this turn; unset: a new one
    path: str | None  # where to write the position
    as_json: bool

    def check(self) -> None:
        """Refuses options that contradict each other."""
        if (self.dice is not None) + (self.seed is not None) + self.by_hand > 1:
            raise click.UsageError(
                "chance comes from one of --seed, --dice, and --told with --outcome: give one of them"
            )
        if self.dice is None and (self.request_id is not None or self.player_seed):
            raise click.UsageError("--request-id and --player-seed go with --dice")
        if self.as_json and self.path == STANDARD:
            raise click.UsageError("--json and -w - both write to standard output")

    @property
    def by_hand(self) -> bool:
        """Whether real dice are rolled at the table."""
        return bool(self.told or self.outcomes)

    def chance(self) -> rules_pb2.Chance | None:
        """Where the dice come from; None for real ones."""
        if self.dice is not None:
            game_id, token = self.dice
            named = rules_pb2.DiceChance(
                game_id=game_id,
                owner_token=token,
                request_id=self.request_id or secrets.token_hex(8),
                player_seeds=[seed.encode() for seed in self.player_seed],
            )
            return rules_pb2.Chance(dice=named)
        if self.by_hand:
            return None
        return rules_pb2.Chance(system=True) if self.seed is None else rules_pb2.Chance(seed=self.seed)


@click.command(
    epilog=example("hunch enemy game.json --seed 7 -w next.json", "hunch enemy game.json --told --outcome 3")
)
@file_argument
@click.option("--seed", type=NUMBER, help="Seed of the dice.")
@click.option("--told", is_flag=True, help="Use real dice: stop at each one, and go on with --outcome.")
@click.option(
    "--outcome", "outcomes", multiple=True, type=click.IntRange(1), help="Number of the listed outcome that happened."
)
@click.option("--dice", nargs=2, metavar="GAME TOKEN", help="Use the dice of a game of `hunch dice`.")
@click.option("--player-seed", multiple=True, help="With --dice, before its first roll: a seed of each player.")
@click.option("--request-id", help="With --dice: name of this turn. A position has the same dice under any name.")
@write_option
@as_json
@options_as(EnemyOptions)
def enemy(shared: SharedOptions, options: EnemyOptions) -> None:
    """Run the enemy of a solitaire game. It goes from the position in FILE to your next decision, or to the next real
    die."""
    options.check()
    state = read_state(options.file)
    request = enemy_pb2.AdvanceEnemyRequest(state=state, chance=options.chance(), language=shared.language)
    name = state.WhichOneof("state")
    if name in GAMES and not load(name).solitaire:
        raise BadRequestFile(f"{options.file.name}: {name} has no enemy to run, it is not a solitaire game")
    with open_session(shared) as session:
        answer = _advance(session, request, options.outcomes)
    if not write_state(options.path, answer.state):
        print_answer(answer, options.as_json, lambda: _shown(answer, options, shared.language))


def _shown(answer: enemy_pb2.AdvanceEnemyResponse, options: EnemyOptions, language: str) -> RenderableType:
    """What the enemy did, and what to type next."""
    texts = ENEMY[words.known(language)]
    told = "".join(f" --outcome {number}" for number in options.outcomes)
    parts = [render.enemy(answer, language)]
    if answer.wanted:
        parts.append(texts["next die"].format(command=f"hunch enemy {options.file.name} --told{told} --outcome"))
        parts.append(texts["undo"] if told else "")
    elif answer.stage.HasField("seat"):
        name = answer.state.WhichOneof("state")
        parts.append(texts["your turn" if options.path else "your turn, unsaved"].format(name=name, file=options.path))
    return Group(*(part for part in parts if part))


def _advance(
    session: Session, request: enemy_pb2.AdvanceEnemyRequest, outcomes: tuple[int, ...]
) -> enemy_pb2.AdvanceEnemyResponse:
    """Runs the enemy past each real die whose outcome is known."""
    answer = session.call("EnemyService.AdvanceEnemy", request, enemy_pb2.AdvanceEnemyResponse)
    for number in outcomes:
        if number > len(answer.wanted):
            raise click.UsageError(
                f"--outcome {number}: there are {len(answer.wanted)} outcomes here; leave it out to see them"
            )
        request.told.append(answer.wanted[number - 1].event)
        answer = session.call("EnemyService.AdvanceEnemy", request, enemy_pb2.AdvanceEnemyResponse)
    return answer
