"""Answers as tables and lines for people."""
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from hunch.v1 import advice_pb2, opponent_pb2

out = Console()
REASONS = {
    advice_pb2.STOP_REASON_ITERATIONS: "all iterations made",
    advice_pb2.STOP_REASON_TIME: "time over",
    advice_pb2.STOP_REASON_STOPPED: "stopped",
    advice_pb2.STOP_REASON_EXACT: "solved",
    advice_pb2.STOP_REASON_ONLY_MOVE: "the only move",
}
BELIEFS = {
    advice_pb2.BELIEFS_NONE: "nothing hidden",
    advice_pb2.BELIEFS_PRIOR: "unseen choices taken as equally likely",
    advice_pb2.BELIEFS_RECORD: "weighted by what everybody did",
    advice_pb2.BELIEFS_EXACT: "all worlds enumerated",
}


def turn(told: advice_pb2.Turn) -> str:
    """A turn in the game's notation."""
    return " ".join(move.notation for move in told.moves)


def suggestion(answer: opponent_pb2.SuggestMoveResponse) -> RenderableType:
    """What to play, and the candidates as a table."""
    advice, timing = answer.advice, answer.timing
    table = Table("turn", "share", "visits", "value", "±", "expected line")
    for column in table.columns[1:5]:
        column.justify = "right"
    for one in advice.candidates:
        line = " ".join(step.sentence for step in one.line)
        table.add_row(
            turn(one.turn), f"{one.probability:.1%}", f"{one.visits:,}", f"{one.value:+.3f}",
            f"{one.standard_error:.3f}", line,
        )  # fmt: skip
    play = Text.assemble(
        (f"play {turn(advice.play)}", "bold green"), "  ", " ".join(move.sentence for move in advice.play.moves)
    )
    facts = (
        f"seat {advice.seat} · level {advice.level} · {advice.method} · {advice.iterations:,} iterations"
        f" · {REASONS.get(advice.stop_reason, '?')} · {BELIEFS.get(advice.beliefs, '?')}"
        f" · seed {advice.seed} · {timing.search_ms:.0f} ms"
    )
    return Group(play, table, Text(facts, "dim"))
