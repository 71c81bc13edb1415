"""Answers as tables and lines for people."""

import re

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from hunch.cli.texts import ANSWERS, CHECKS
from hunch.engines import words
from hunch.v1 import advice_pb2, dice_pb2, enemy_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2

PART_OF_A_SENTENCE = re.compile(r"(?<![.:\n])\n(?![\n ])")
"""A line end within a sentence of a page. The terminal breaks lines itself."""
STOP_REASONS = {
    advice_pb2.STOP_REASON_ITERATIONS: "iterations",
    advice_pb2.STOP_REASON_TIME: "time",
    advice_pb2.STOP_REASON_STOPPED: "stopped",
    advice_pb2.STOP_REASON_EXACT: "solved",
    advice_pb2.STOP_REASON_ONLY_MOVE: "only move",
}
BELIEFS = {
    advice_pb2.BELIEFS_NONE: "nothing hidden",
    advice_pb2.BELIEFS_PRIOR: "prior",
    advice_pb2.BELIEFS_RECORD: "record",
}
FRENCH = str.maketrans({",": "\u00a0", ".": ",", "%": "\u00a0%"})
"""From English figures to French ones."""
FEWEST_OF_A_FACE = 5
"""Expected rolls of each face from which on p means anything."""
MOST_COUNTS = 20
"""Faces of a die whose counts are listed."""


def new_table(*headings: str, numbers: tuple[int, ...] = (), unbroken: tuple[int, ...] = ()) -> Table:
    """A table that cuts nothing on a narrow terminal. Columns of numbers and unbroken ones stay on one line."""
    table = Table()
    for i, heading in enumerate(headings):
        one_line = i in numbers or i in unbroken
        table.add_column(heading, overflow="fold", no_wrap=one_line, justify="right" if i in numbers else "left")
    return table


def figures(text: str, language: str) -> str:
    """A text in which only figures differ between languages, in this language."""
    return text.translate(FRENCH) if words.known(language) == "fr" else text


def _counted(noun: str, number: int, language: str) -> str:
    spoken = words.known(language)
    singular = number == 1 or (number == 0 and spoken == "fr")
    return ANSWERS[spoken][noun].format(number, "" if singular else "s")


def written(move: advice_pb2.TurnMove) -> str:
    """A move as people of the requested language type it."""
    return move.local_notation or move.notation


def turn(moves: advice_pb2.Turn) -> str:
    """A turn in the game's notation."""
    return " ".join(map(written, moves.moves))


def suggestion(answer: opponent_pb2.SuggestMoveResponse, language: str = "en") -> RenderableType:
    """What to play, and the candidates as a table."""
    texts, advice = ANSWERS[words.known(language)], answer.advice
    table = new_table(texts["turn"], texts["share"], texts["visits"], texts["value"], "±", numbers=(1, 2, 3, 4))
    for candidate in advice.candidates:
        row = (
            f"{candidate.probability:.1%}",
            f"{candidate.visits:,}",
            f"{candidate.value:+.3f}",
            f"{candidate.standard_error:.3f}",
        )
        table.add_row(turn(candidate.turn), *(figures(cell, language) for cell in row))
    play = Text.assemble(
        (texts["play"].format(turn(advice.play)), "bold green"),
        "  ",
        " ".join(move.sentence for move in advice.play.moves),
    )
    parts: list[RenderableType] = [play, *([table] if table.rows else [])]
    if line := " ".join(step.sentence for candidate in advice.candidates[:1] for step in candidate.line):
        parts.append(texts["line"].format(turn(advice.candidates[0].turn), line))
    return Group(*parts, Text(" · ".join(_search_facts(answer, language)), "dim"))


def _search_facts(answer: opponent_pb2.SuggestMoveResponse, language: str) -> list[str]:
    texts, advice = ANSWERS[words.known(language)], answer.advice
    facts = [
        texts["asking"].format(advice.seat + 1),
        texts["level"].format(advice.level),
        advice.method,
        figures(_counted("iteration", advice.iterations, language), language),
        texts.get(STOP_REASONS.get(advice.stop_reason, ""), "?"),
        texts.get(BELIEFS.get(advice.beliefs, ""), "?"),
    ]
    if advice.HasField("exploitability"):
        facts.append(figures(texts["exploitability"].format(advice.exploitability), language))
    return [*facts, texts["seed"].format(advice.seed), f"{answer.timing.search_ms:.0f} ms"]


def _seats(game: rules_pb2.GameInfo) -> str:
    values = next((option.values for option in game.options if option.name == "players"), [str(game.seats)])
    numbers = sorted(map(int, values))
    return "–".join(map(str, numbers[:1] + numbers[1:][-1:]))


def games(answer: rules_pb2.ListGamesResponse, language: str = "en") -> RenderableType:
    """A line for each game."""
    texts = ANSWERS[words.known(language)]
    table = new_table(
        texts["game"], texts["seats"], texts["hidden"], texts["options"], texts["about"], numbers=(1,), unbroken=(0, 2)
    )
    for game in answer.games:
        options = ", ".join(option.name for option in game.options)
        hidden = texts["yes" if game.hidden else "no"]
        table.add_row(game.name, _seats(game), hidden, options, game.page.splitlines()[0])
    return table


def game(info: rules_pb2.GameInfo, language: str = "en") -> RenderableType:
    """A game's page and options."""
    texts = ANSWERS[words.known(language)]
    table = new_table(texts["option"], texts["values"], texts["does"])
    for option in info.options:
        table.add_row(option.name, ", ".join(option.values), option.says)
    versions = [texts["rules"].format(info.rules_version)]
    if info.data_hash:
        versions.append(texts["data"].format(info.data_hash))
    options: list[RenderableType] = ["", table] if table.rows else []
    more = texts["more"].format(info.name)
    return Group(PART_OF_A_SENTENCE.sub(" ", info.page), *options, more, Text(" · ".join(versions), "dim"))


def happening(event: rules_pb2.Happening) -> str:
    """Something that happened, and its effects."""
    return " ".join([event.sentence, *(effect.sentence for effect in event.effects)])


def stage(stage: rules_pb2.Stage, language: str = "en") -> str:
    """What comes next."""
    texts = ANSWERS[words.known(language)]
    match stage.WhichOneof("next"):
        case "seat":
            return texts["seat"].format(stage.seat + 1)
        case "chance":
            return texts["chance"]
        case _:
            payoffs = stage.over.payoffs
            best = [str(i) for i, payoff in enumerate(payoffs, 1) if payoff == max(payoffs)]
            ended = "draw" if len(best) == len(payoffs) else "won" if len(best) == 1 else "tie"
            result = "" if len(payoffs) == 1 else texts[ended].format(", ".join(best))
            each = figures("".join(texts["payoff"].format(i, x) for i, x in enumerate(payoffs, 1)), language)
            return texts["over"] + result + texts["payoffs"] + each


def moves(
    answer: rules_pb2.ListMovesResponse, language: str = "en", seat: int | None = None, numbered: bool = False
) -> RenderableType:
    """The moves, or the outcomes of chance. If a named seat has none of them, a sentence that reports it."""
    texts = ANSWERS[words.known(language)]
    if answer.outcomes:
        table = new_table(texts["outcome"], texts["weight"], numbers=(1,))
        for outcome in answer.outcomes:
            table.add_row(outcome.sentence, str(outcome.weight))
    else:
        table = new_table(*(["#"] if numbered else []), texts["move"], texts["in words"])
        for number, move in enumerate(answer.moves, 1):
            table.add_row(*([str(number)] if numbered else []), written(move), move.sentence)
    parts: list[RenderableType] = [stage(answer.stage, language)]
    if table.rows:
        parts.append(table)
    elif seat is not None:
        parts.append(texts["nothing"].format(seat + 1))
    return Group(*parts)


def hint(answer: opponent_pb2.GetHintResponse) -> RenderableType:
    """As much as the hint gives away."""
    lines: list[RenderableType] = [Text(answer.nudge.sentence, "bold")]
    if answer.region:
        lines.append("→ " + ", ".join(map(written, answer.region)))
    if answer.HasField("best"):
        sentence = " ".join(move.sentence for move in answer.best.turn.moves)
        lines.append(Text(f"{turn(answer.best.turn)}  {sentence}", "bold green"))
    lines += [f"- {reason.sentence}" for reason in answer.reasons]
    return Group(*lines)


def solving(elapsed_ms: float, language: str = "en") -> str:
    """How long the solver has run."""
    return figures(ANSWERS[words.known(language)]["solving"].format(elapsed_ms / 1000), language)


def solution(solved: solver_pb2.Solution, language: str = "en") -> RenderableType:
    """The strategy as a table."""
    texts = ANSWERS[words.known(language)]
    table = new_table(texts["turn"], texts["share"], texts["value"], numbers=(1, 2))
    for option in solved.strategy:
        row = f"{option.probability:.2%}", f"{option.value:+.4f}"
        table.add_row(turn(option.turn), *(figures(cell, language) for cell in row))
    facts = (
        texts["asking"].format(solved.seat + 1),
        texts["worth"].format(solved.value),
        texts["exploitability"].format(solved.exploitability),
        _counted("worlds", solved.worlds, language),
        _counted("decisions", solved.decisions, language),
        f"{solved.search_ms:.0f} ms",
    )
    return Group(table, Text(figures(" · ".join(facts), language), "dim"))


def checks(answer: dice_pb2.VerifyTranscriptResponse, language: str = "en") -> RenderableType:
    """Each check of a transcript, what its rolls were for, and what is not proved."""
    texts, names = ANSWERS[words.known(language)], CHECKS[words.known(language)]
    table = new_table(texts["check"], "", texts["wrong with"])
    for check in answer.checks:
        verdict = Text(texts["right"], "green") if check.passed else Text(texts["wrong"], "bold red")
        table.add_row(names.get(check.name, check.name), verdict, check.says)
    purposes = new_table(texts["for"], texts["rolls"])
    for purpose in answer.purposes:
        purposes.add_row(purpose.purpose or texts["unnamed"], purpose.says)
    parts: list[RenderableType] = [table, *([purposes] if purposes.rows else [])]
    if answer.unproved:
        parts += [texts["unproved"], *(f"- {sentence}" for sentence in answer.unproved)]
    return Group(*parts)


def rolls(transcript: dice_pb2.Transcript, language: str = "en") -> RenderableType:
    """Each roll of a transcript."""
    texts = ANSWERS[words.known(language)]
    table = new_table(texts["number"], texts["for"], texts["position"], texts["shown"], numbers=(0,))
    for roll in transcript.rolls:
        table.add_row(str(roll.counter), roll.purpose, roll.position.hex(), " ".join(map(str, roll.values)))
    return table


def statistics(answer: dice_pb2.GetRollStatisticsResponse, language: str = "en") -> RenderableType:
    """How the dice fell."""
    texts = ANSWERS[words.known(language)]
    table = new_table(
        texts["die"], texts["rolled"], texts["chi"], "p", texts["counts"], numbers=(1, 2, 3), unbroken=(0,)
    )
    for die in answer.dice:
        counts = " ".join(map(str, die.counts[:MOST_COUNTS])) + (" …" if len(die.counts) > MOST_COUNTS else "")
        few = die.faces < 2 or die.rolled < FEWEST_OF_A_FACE * die.faces
        row = f"{die.rolled:,}", f"{die.chi_square:.2f}", "–" if few else f"{die.p_value:.3f}"
        table.add_row(f"d{die.faces}", *(figures(cell, language) for cell in row), counts)
    return table if table.rows else texts["unrolled"]


def status(
    info: operations_pb2.GetServerInfoResponse, queue: operations_pb2.GetQueueStatusResponse, language: str = "en"
) -> RenderableType:
    """What a server is and does."""
    texts = ANSWERS[words.known(language)]
    table = new_table(texts["class"], texts["waiting"], texts["oldest"], numbers=(1, 2))
    for waiting in queue.classes:
        table.add_row(waiting.name, str(waiting.queued), f"{waiting.oldest_ms:.0f} ms")
    head = texts["server"].format(
        info.version, info.search_version, len(info.games), queue.running, queue.cores, queue.memory_mib
    )
    return Group(head, *([table] if table.rows else []), *([texts["draining"]] if queue.draining else []))


def enemy(answer: enemy_pb2.AdvanceEnemyResponse, language: str = "en") -> RenderableType:
    """What the enemy did, and what the next real die can show."""
    texts = ANSWERS[words.known(language)]
    parts: list[RenderableType] = [
        happening(event) + (texts["dice"].format(event.dice_counter) if event.dice_counter else "")
        for event in answer.happenings
    ]
    parts.append(stage(answer.stage, language))
    if answer.wanted:
        table = new_table(texts["outcome"], texts["happened"], unbroken=(0,))
        for number, outcome in enumerate(answer.wanted, 1):
            table.add_row(str(number), outcome.sentence)
        parts.append(table)
    return Group(*parts)
