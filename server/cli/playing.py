"""`hunch play`: a person at the terminal against the bot, with hints, and with real dice if wanted."""
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import click

from hunch.engines import GAMES, wire
from hunch.server.cli import showing
from hunch.server.cli.asking import Asking, opened, out
from hunch.server.cli.positions import option_pairs, options_of
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2, rules_pb2

HELP = "a move, or: moves (list them) · hint · nudge · board · save FILE · quit"
MOST_SHOWN = 40


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@option_pairs
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help="Your seat.")
@click.option("--level", type=click.IntRange(1, 10), default=10, show_default=True, help="How well the bot plays.")
@click.option("--time-ms", type=click.IntRange(1), default=500, show_default=True, help="How long the bot thinks.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="Seed of the game's chance, to play it again.")
@click.option("--told", is_flag=True, help="Roll real dice: each chance outcome is asked of you.")
@click.option("--from", "file", type=click.File("r"), help="Go on from a saved position.")
@click.pass_context
def play(
    context: click.Context, /, game: str, pairs: tuple[str, ...], seat: int, level: int, time_ms: int,
    seed: int | None, told: bool, file: IO[str] | None,
) -> None:  # fmt: skip
    """Play GAME at the terminal against the bot."""
    language = context.obj["language"]
    with opened(context) as ask:
        table = Table(ask, game_pb2.GameState(), seat, level, time_ms, language, told, _seeds(seed))
        if file is not None:
            wire.from_json(file.read(), table.state)
            table.go_on([])
        else:
            table.begin(options_of(game, pairs))
        try:
            table.play()
        except (EOFError, click.Abort):
            click.echo()


def _seeds(seed: int | None) -> Iterator[int]:
    while True:
        yield secrets.randbits(32) if seed is None else seed
        seed = None if seed is None else (seed + 1) % 2**32


@dataclass(slots=True)
class Table:
    """A game that is played here: the whole position is kept, and only the person's view of it is shown."""

    ask: Asking
    state: game_pb2.GameState
    seat: int
    level: int
    time_ms: int
    language: str
    told: bool
    seeds: Iterator[int]
    stage: rules_pb2.Stage = field(default_factory=rules_pb2.Stage)

    def begin(self, options: game_pb2.GameOptions) -> None:
        """Deals."""
        request = rules_pb2.NewGameRequest(options=options, language=self.language)
        answer = self.ask.one("RulesService.NewGame", request, rules_pb2.NewGameResponse)
        self.state = answer.state
        self.go_on([])

    def go_on(self, steps: list[rules_pb2.Step]) -> None:
        """Plays these steps, rolls what is not told, and says what the person sees of it."""
        chance = None if self.told else rules_pb2.Chance(seed=next(self.seeds))
        request = rules_pb2.PlayMovesRequest(
            state=self.state, steps=steps, chance=chance, record_seat=self.seat, language=self.language
        )
        answer = self.ask.one("RulesService.PlayMoves", request, rules_pb2.PlayMovesResponse)
        self.state, self.stage = answer.state, answer.stage
        for one in answer.happenings:
            who = f"seat {one.seat}" if one.HasField("seat") else "chance"
            out.print(f"[dim]{who:>7}[/dim]  ", end="")
            out.print(showing.told(one), markup=False, highlight=False)

    def play(self) -> None:
        """To the end, or until the person has enough."""
        out.print(f"You are seat {self.seat}. {HELP}", style="dim")
        going = True
        while going and not self.stage.HasField("over"):
            if self.stage.HasField("chance"):
                self._tell_chance()
            elif self.stage.seat == self.seat:
                going = self._choose()
            else:
                self._bot()
        if self.stage.HasField("over"):
            out.print(showing.stage(self.stage), style="bold")

    def _bot(self) -> None:
        position = advice_pb2.Position(state=self.state, seat=self.stage.seat)
        request = opponent_pb2.SuggestMoveRequest(
            position=position, limits=advice_pb2.Limits(time_ms=self.time_ms), level=self.level, candidates=1
        )
        with out.status(f"seat {self.stage.seat} thinks"):
            answer = self.ask.one("OpponentService.SuggestMove", request, opponent_pb2.SuggestMoveResponse)
        self.go_on([rules_pb2.Step(move=move.move) for move in answer.advice.play.moves])

    def _tell_chance(self) -> None:
        listed = self._list()
        for i, outcome in enumerate(listed.outcomes, 1):
            out.print(f"{i:>4}  {outcome.sentence}", markup=False, highlight=False)
        number = click.prompt("what came", type=click.IntRange(1, len(listed.outcomes)))
        self.go_on([rules_pb2.Step(event=listed.outcomes[number - 1].event)])

    def _choose(self) -> bool:
        """One choice of the person; False when he has enough."""
        self._board()
        listed = self._list()
        moves = {_plain(move.notation): move for move in listed.moves}
        while True:
            text = click.prompt(f"seat {self.seat}", prompt_suffix="> ")
            match _plain(text).split():
                case ["quit" | "exit" | "q"]:
                    return False
                case ["board"]:
                    self._board()
                case ["moves" | "?"]:
                    out.print(showing.moves(listed))
                case ["hint"]:
                    self._hint(opponent_pb2.HINT_GRADE_MOVE)
                case ["nudge"]:
                    self._hint(opponent_pb2.HINT_GRADE_NUDGE)
                case ["save", *_]:
                    Path(text.split(None, 1)[1]).write_text(wire.to_json(self.state) + "\n")
                case _ if _plain(text) in moves:
                    self.go_on([rules_pb2.Step(move=moves[_plain(text)].move)])
                    return True
                case _:
                    few = "  ".join(list(moves)[:MOST_SHOWN]) + (" …" if len(moves) > MOST_SHOWN else "")
                    out.print(f"{HELP}\n{few}", style="dim", highlight=False)

    def _board(self) -> None:
        request = rules_pb2.ViewStateRequest(state=self.state, seat=self.seat, language=self.language)
        answer = self.ask.one("RulesService.ViewState", request, rules_pb2.ViewStateResponse)
        out.print(answer.board, markup=False, highlight=False)

    def _list(self) -> rules_pb2.ListMovesResponse:
        request = rules_pb2.ListMovesRequest(state=self.state, language=self.language)
        return self.ask.one("RulesService.ListMoves", request, rules_pb2.ListMovesResponse)

    def _hint(self, grade: opponent_pb2.HintGrade) -> None:
        position = advice_pb2.Position(state=self.state, seat=self.seat)
        request = opponent_pb2.GetHintRequest(position=position, grade=grade, language=self.language)
        out.print(showing.hint(self.ask.one("OpponentService.GetHint", request, opponent_pb2.GetHintResponse)))


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
