"""`hunch suggest`, `hint` and `solve`: what to play in a position."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO

import click
from rich.progress import Progress, SpinnerColumn, TextColumn

from hunch.cli import render
from hunch.cli.options import (
    MILLISECONDS,
    QuestionOptions,
    SharedOptions,
    as_json,
    example,
    file_argument,
    options_as,
    question_options,
    seat_option,
)
from hunch.cli.refusals import BadRequestFile
from hunch.cli.session import Session, open_session
from hunch.cli.terminal import out, print_answer
from hunch.engines import IllegalMove, messages, words
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2, solver_pb2

GRADES = {
    "nudge": opponent_pb2.HINT_GRADE_NUDGE,
    "region": opponent_pb2.HINT_GRADE_REGION,
    "move": opponent_pb2.HINT_GRADE_MOVE,
}
MOST_TURNS = 1000
"""Turns of a solution that are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestOptions(QuestionOptions):
    """What `hunch suggest` takes."""

    level: int | None  # how well to play
    candidates: int | None  # most candidates to list
    as_json: bool


@click.command(epilog=example("hunch suggest game.json --level 7", "hunch new tomahawk -w - | hunch suggest -"))
@question_options
@click.option("--level", type=click.IntRange(1, 10), help="How well to play.")
@click.option("--candidates", type=click.IntRange(1, 100), help="Most candidates to list.")
@as_json
@options_as(SuggestOptions)
def suggest(shared: SharedOptions, options: SuggestOptions) -> None:
    """Suggest a turn for FILE: a SuggestMoveRequest, or a position."""
    request = options.request()
    request.level, request.candidates = options.level or request.level, options.candidates or request.candidates
    request.language = shared.language or request.language
    with open_session(shared) as session:
        answer = session.call("OpponentService.SuggestMove", request, opponent_pb2.SuggestMoveResponse)
    print_answer(answer, options.as_json, lambda: render.suggestion(answer, request.language))


def parse_idea(position: advice_pb2.Position, texts: Iterable[str], session: Session) -> list[game_pb2.GameMove]:
    """Moves of one turn in a game's notation, each in the position after those before it."""
    moves: list[game_pb2.GameMove] = []
    if not texts:
        return moves
    if not position.HasField("state"):
        raise click.UsageError("--idea needs a position, not a record")
    state = messages.decode(position.state, session.data)
    seat = position.seat if position.HasField("seat") else state.to_move
    view = state.view(seat)
    for text in texts:
        try:
            move = words.parse(view, text)
        except IllegalMove as error:
            raise BadRequestFile(f"--idea: {error.reason}") from None
        moves.append(messages.encode_move(view.game, move))
        view = view.after(move)
    return moves


@dataclass(frozen=True, slots=True, kw_only=True)
class HintOptions(QuestionOptions):
    """What `hunch hint` takes."""

    grade: str  # how much to give away, of GRADES
    idea: tuple[str, ...]  # the moves of a turn to compare with
    as_json: bool


@click.command(epilog=example('hunch hint game.json --idea "take tipi 3"'))
@question_options
@click.option(
    "--grade", type=click.Choice(list(GRADES)), default="move", show_default=True, help="How much to give away."
)
@click.option("--idea", multiple=True, help="A move to compare with. Repeat it for each move of a turn.")
@as_json
@options_as(HintOptions)
def hint(shared: SharedOptions, options: HintOptions) -> None:
    """Give a hint for FILE: a SuggestMoveRequest, or a position."""
    question = options.request()
    with open_session(shared) as session:
        request = opponent_pb2.GetHintRequest(
            position=question.position,
            limits=question.limits,
            grade=GRADES[options.grade],
            language=shared.language or question.language,
            seed=question.seed if question.HasField("seed") else None,
            idea=parse_idea(question.position, options.idea, session),
        )
        answer = session.call("OpponentService.GetHint", request, opponent_pb2.GetHintResponse)
    print_answer(answer, options.as_json, lambda: render.hint(answer))


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOptions:
    """What `hunch solve` takes."""

    file: IO[str]  # a SuggestMoveRequest, or a position
    seat: int | None  # the seat that asks
    target: float  # the gain that any seat may have left
    time_ms: int
    as_json: bool

    def request(self, language: str) -> solver_pb2.SolvePositionRequest:
        """The request in the file, as one to solve it."""
        no_limits = QuestionOptions(file=self.file, seat=self.seat, iterations=None, time_ms=None, seed=None)
        return solver_pb2.SolvePositionRequest(
            position=no_limits.request().position,
            target=self.target,
            time_ms=self.time_ms,
            most_turns=MOST_TURNS,
            language=language,
        )


@click.command(epilog=example("hunch solve examples/goofspiel.json"))
@file_argument
@seat_option
@click.option(
    "--target",
    type=click.FloatRange(1e-9, 1),
    default=1e-5,
    show_default=True,
    help="Stop when no seat can gain more than this by another strategy.",
)
@click.option("--time-ms", type=MILLISECONDS, default=5_000, show_default=True, help="Most milliseconds.")
@as_json
@options_as(SolveOptions)
def solve(shared: SharedOptions, options: SolveOptions) -> None:
    """Solve the rest of a small two-player game exactly."""
    request, language = options.request(shared.language), shared.language
    quiet = options.as_json or not out.is_terminal
    bar = Progress(SpinnerColumn(), TextColumn("{task.description}"), console=out, transient=True, disable=quiet)
    with open_session(shared) as session, bar:
        task = bar.add_task(render.solving(0, language))
        for answer in session.stream("SolverService.SolvePosition", request, solver_pb2.SolvePositionResponse):
            solution = answer.solution
            bar.update(task, description=render.solving(answer.progress.elapsed_ms, language))
    print_answer(solution, options.as_json, lambda: render.solution(solution, language))
