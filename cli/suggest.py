"""`hunch suggest`, `hint` and `solve`: what to play in a position."""
from collections.abc import Callable
from typing import IO, Any

import click
from rich.progress import Progress, SpinnerColumn, TextColumn

from hunch.cli import render
from hunch.cli.session import Asking, BadRequestFile, Readable, opened, out, request_in, tell
from hunch.engines import IllegalMove, wire, words
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2, solver_pb2

GRADES = {
    "nudge": opponent_pb2.HINT_GRADE_NUDGE, "region": opponent_pb2.HINT_GRADE_REGION,
    "move": opponent_pb2.HINT_GRADE_MOVE,
}  # fmt: skip
MILLISECONDS, NUMBER = click.IntRange(1, 2**32 - 1), click.IntRange(0, 2**32 - 1)
as_json = click.option("--json", "as_json", is_flag=True, help="The answer as ProtoJSON.")
seat_option = click.option("--seat", type=NUMBER, help="Who asks; without it, whose turn it is.")
write_option = click.option(
    "-w", "--write", "path", type=click.Path(dir_okay=False, allow_dash=True),
    help='Write the position to this file; "-": to standard output, and nothing else.',
)  # fmt: skip
file_argument = click.argument("file", type=Readable("r"))


def limits(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say how long to think."""
    for option in (
        click.option("--seed", type=NUMBER, help="Seed of the search."),
        click.option("--time-ms", type=MILLISECONDS, help="Most milliseconds of thinking."),
        click.option("--iterations", type=click.IntRange(1, 2**64 - 1), help="Most iterations."),
    ):
        command = option(command)
    return command


def _asked(
    file: IO[str], seat: int | None, iterations: int | None, time_ms: int | None, seed: int | None
) -> opponent_pb2.SuggestMoveRequest:
    request = request_in(file)
    if seat is not None:
        request.position.seat = seat
    if iterations or time_ms:
        request.limits.iterations, request.limits.time_ms = iterations or 0, time_ms or 0
    if seed is not None:
        request.seed = seed
    return request


@click.command()
@file_argument
@seat_option
@limits
@click.option("--level", type=click.IntRange(1, 10), help="How well to play.")
@click.option("--candidates", type=click.IntRange(1, 100), help="Most candidates to list.")
@as_json
@click.pass_context
def suggest(
    context: click.Context, /, file: IO[str], seat: int | None, iterations: int | None, time_ms: int | None,
    seed: int | None, level: int | None, candidates: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Suggest a turn for FILE: a SuggestMoveRequest, or a position."""
    request = _asked(file, seat, iterations, time_ms, seed)
    request.level, request.candidates = level or request.level, candidates or request.candidates
    request.language = context.obj["language"] or request.language
    with opened(context) as ask:
        answer = ask.one("OpponentService.SuggestMove", request, opponent_pb2.SuggestMoveResponse)
    tell(answer, as_json, lambda: render.suggestion(answer, request.language))


def moves_of(position: advice_pb2.Position, written: tuple[str, ...], ask: Asking) -> list[game_pb2.GameMove]:
    """Moves in a game's notation, each in the position after those before it."""
    found: list[game_pb2.GameMove] = []
    if not written:
        return found
    if not position.HasField("state"):
        raise click.UsageError("--idea needs a position, not a record")
    state = wire.decode(position.state, ask.data)
    seat = position.seat if position.HasField("seat") else state.to_move
    view = state.view(seat)
    for text in written:
        try:
            move = words.parse(view, text)
        except IllegalMove as error:
            raise BadRequestFile(f"--idea: {error.reason}") from None
        found.append(wire.encode_move(view.game, move))
        view = view.after(move)
    return found


@click.command()
@file_argument
@seat_option
@limits
@click.option("--grade", type=click.Choice(list(GRADES)), default="move", show_default=True, help="What to give away.")
@click.option("--idea", multiple=True, help="A move you think of, to compare with; once for each of the turn.")
@as_json
@click.pass_context
def hint(
    context: click.Context, /, file: IO[str], seat: int | None, iterations: int | None, time_ms: int | None,
    seed: int | None, grade: str, idea: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Give a hint for FILE: a SuggestMoveRequest, or a position."""
    asked = _asked(file, seat, iterations, time_ms, seed)
    with opened(context) as ask:
        request = opponent_pb2.GetHintRequest(
            position=asked.position, limits=asked.limits, grade=GRADES[grade],
            language=context.obj["language"] or asked.language,
            seed=asked.seed if asked.HasField("seed") else None, idea=moves_of(asked.position, idea, ask),
        )  # fmt: skip
        answer = ask.one("OpponentService.GetHint", request, opponent_pb2.GetHintResponse)
    tell(answer, as_json, lambda: render.hint(answer))


@click.command()
@file_argument
@seat_option
@click.option("--target", type=click.FloatRange(1e-9, 1), default=1e-5, show_default=True, help="Gain left to anybody.")
@click.option("--time-ms", type=MILLISECONDS, default=5_000, show_default=True, help="Most milliseconds.")
@as_json
@click.pass_context
def solve(
    context: click.Context, /, file: IO[str], seat: int | None, target: float, time_ms: int, as_json: bool
) -> None:
    """Solve the rest of a game for two exactly. Where it is small enough."""
    asked = _asked(file, seat, None, None, None)
    request = solver_pb2.SolvePositionRequest(
        position=asked.position, target=target, time_ms=time_ms, most_turns=1000, language=context.obj["language"]
    )
    quiet = as_json or not out.is_terminal
    bar = Progress(SpinnerColumn(), TextColumn("{task.description}"), console=out, transient=True, disable=quiet)
    language = context.obj["language"]
    with opened(context) as ask, bar:
        shown = bar.add_task(render.solving(0, language))
        for part in ask.many("SolverService.SolvePosition", request, solver_pb2.SolvePositionResponse):
            answer = part
            bar.update(shown, description=render.solving(part.progress.elapsed_ms, language))
    tell(answer.solution, as_json, lambda: render.solution(answer.solution, language))
