"""Answers as tables and lines for people."""
import re

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from hunch.engines import words
from hunch.v1 import advice_pb2, dice_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2

PART_OF_A_SENTENCE = re.compile(r"(?<![.:\n])\n(?![\n ])")
"""Where a page's line ends within a sentence: the terminal has lines of its own."""
STOP_REASONS = {
    advice_pb2.STOP_REASON_ITERATIONS: "iterations", advice_pb2.STOP_REASON_TIME: "time",
    advice_pb2.STOP_REASON_STOPPED: "stopped", advice_pb2.STOP_REASON_EXACT: "solved",
    advice_pb2.STOP_REASON_ONLY_MOVE: "only move",
}  # fmt: skip
BELIEFS = {
    advice_pb2.BELIEFS_NONE: "nothing hidden", advice_pb2.BELIEFS_PRIOR: "prior", advice_pb2.BELIEFS_RECORD: "record",
    advice_pb2.BELIEFS_EXACT: "worlds",
}  # fmt: skip
TEXTS = {
    "en": {
        "seat": "seat {} must choose", "chance": "a chance event is due", "over": "the game is over",
        "payoff": "  seat {}: {:+.2f}", "outcome": "outcome", "weight": "weight", "move": "move",
        "in words": "in words", "play": "play {}", "turn": "turn", "share": "share", "visits": "visits",
        "value": "value", "line": "expected after {}: {}", "asked": "seat {}", "level": "level {}",
        "counted": "{:,} iterations", "iterations": "all iterations made", "time": "time over", "stopped": "stopped",
        "solved": "solved", "only move": "the only move", "nothing hidden": "nothing hidden",
        "prior": "unseen choices taken as equally likely", "record": "weighted by what everybody did",
        "worlds": "all worlds enumerated", "exploitability": "exploitability {:.1e}", "seed": "seed {}",
        "worth": "worth {:+.5f}", "size": "{:,} worlds · {:,} decisions",
    },
    "fr": {
        "seat": "à la place {} de choisir", "chance": "le hasard doit parler", "over": "la partie est finie",
        "payoff": "  place {} : {:+.2f}", "outcome": "issue", "weight": "poids", "move": "coup",
        "in words": "en clair", "play": "jouer {}", "turn": "tour", "share": "part", "visits": "visites",
        "value": "valeur", "line": "suite attendue après {} : {}", "asked": "place {}", "level": "niveau {}",
        "counted": "{:,} itérations", "iterations": "toutes les itérations faites", "time": "temps écoulé",
        "stopped": "arrêté", "solved": "résolu", "only move": "le seul coup", "nothing hidden": "rien de caché",
        "prior": "choix cachés tenus pour également probables", "record": "pondéré par ce que chacun a fait",
        "worlds": "tous les mondes énumérés", "exploitability": "exploitabilité {:.1e}", "seed": "graine {}",
        "worth": "vaut {:+.5f}", "size": "{:,} mondes · {:,} décisions",
    },
}  # fmt: skip


def turn(told: advice_pb2.Turn) -> str:
    """A turn in the game's notation."""
    return " ".join(move.notation for move in told.moves)


def suggestion(answer: opponent_pb2.SuggestMoveResponse, language: str = "en") -> RenderableType:
    """What to play, and the candidates as a table."""
    says, advice = TEXTS[words.known(language)], answer.advice
    table = Table(says["turn"], says["share"], says["visits"], says["value"], "±")
    for column in table.columns[1:]:
        column.justify = "right"
    for one in advice.candidates:
        table.add_row(
            turn(one.turn), f"{one.probability:.1%}", f"{one.visits:,}", f"{one.value:+.3f}",
            f"{one.standard_error:.3f}",
        )  # fmt: skip
    play = Text.assemble(
        (says["play"].format(turn(advice.play)), "bold green"),
        "  ",
        " ".join(move.sentence for move in advice.play.moves),
    )
    facts = [
        says["asked"].format(advice.seat), says["level"].format(advice.level), advice.method,
        says["counted"].format(advice.iterations), says.get(STOP_REASONS.get(advice.stop_reason, ""), "?"),
        says.get(BELIEFS.get(advice.beliefs, ""), "?"),
    ]  # fmt: skip
    if advice.HasField("exploitability"):
        facts.append(says["exploitability"].format(advice.exploitability))
    facts += [says["seed"].format(advice.seed), f"{answer.timing.search_ms:.0f} ms"]
    shown: list[RenderableType] = [play, table]
    if line := " ".join(step.sentence for one in advice.candidates[:1] for step in one.line):
        shown.append(says["line"].format(turn(advice.candidates[0].turn), line))
    return Group(*shown, Text(" · ".join(facts), "dim"))


def games(answer: rules_pb2.ListGamesResponse) -> RenderableType:
    """A line a game."""
    table = Table("game", "seats", "hidden", "options", "what it is")
    for game in answer.games:
        options = ", ".join(option.name for option in game.options)
        table.add_row(game.name, str(game.seats), "yes" if game.hidden else "no", options, game.page.splitlines()[0])
    return table


def game(info: rules_pb2.GameInfo) -> RenderableType:
    """A game's page and options."""
    table = Table("option", "values, the default first", "what it does")
    for option in info.options:
        table.add_row(option.name, ", ".join(option.values), option.says)
    versions = f"rules {info.rules_version}" + (f" · data {info.data_hash}" if info.data_hash else "")
    return Group(PART_OF_A_SENTENCE.sub(" ", info.page), "", table, Text(versions, "dim"))


def told(one: rules_pb2.Happening) -> str:
    """Something that happened and what came of it."""
    return " ".join([one.sentence, *(effect.sentence for effect in one.effects)])


def stage(told: rules_pb2.Stage, language: str = "en") -> str:
    """What comes next."""
    says = TEXTS[words.known(language)]
    match told.WhichOneof("next"):
        case "seat":
            return says["seat"].format(told.seat)
        case "chance":
            return says["chance"]
        case _:
            return says["over"] + "".join(says["payoff"].format(i, x) for i, x in enumerate(told.over.payoffs))


def moves(answer: rules_pb2.ListMovesResponse, language: str = "en") -> RenderableType:
    """The moves, or the outcomes of chance."""
    says = TEXTS[words.known(language)]
    if answer.outcomes:
        table = Table(says["outcome"], says["weight"])
        for one in answer.outcomes:
            table.add_row(one.sentence, str(one.weight))
    else:
        table = Table(says["move"], says["in words"])
        for move in answer.moves:
            table.add_row(move.notation, move.sentence)
    return Group(stage(answer.stage, language), table)


def hint(answer: opponent_pb2.GetHintResponse) -> RenderableType:
    """As much as was given away."""
    lines: list[RenderableType] = [Text(answer.nudge.sentence, "bold")]
    if answer.region:
        lines.append("→ " + ", ".join(move.notation for move in answer.region))
    if answer.HasField("best"):
        sentence = " ".join(move.sentence for move in answer.best.turn.moves)
        lines.append(Text(f"{turn(answer.best.turn)}  {sentence}", "bold green"))
    lines += [f"- {reason.sentence}" for reason in answer.reasons]
    return Group(*lines)


def solution(told: solver_pb2.Solution, language: str = "en") -> RenderableType:
    """The strategy as a table."""
    says = TEXTS[words.known(language)]
    table = Table(says["turn"], says["share"], says["value"])
    for one in told.strategy:
        table.add_row(turn(one.turn), f"{one.probability:.2%}", f"{one.value:+.4f}")
    facts = (
        says["asked"].format(told.seat), says["worth"].format(told.value),
        says["exploitability"].format(told.exploitability), says["size"].format(told.worlds, told.decisions),
        f"{told.search_ms:.0f} ms",
    )  # fmt: skip
    return Group(table, Text(" · ".join(facts), "dim"))


def checks(answer: dice_pb2.VerifyTranscriptResponse) -> RenderableType:
    """Each check of a transcript."""
    table = Table("check", "", "what is wrong")
    for check in answer.checks:
        table.add_row(check.name, Text("right", "green") if check.passed else Text("wrong", "bold red"), check.says)
    return table


def statistics(answer: dice_pb2.GetRollStatisticsResponse) -> RenderableType:
    """How the dice fell."""
    table = Table("die", "rolled", "chi-square", "p", "counts")
    for one in answer.dice:
        counts = " ".join(map(str, one.counts[:20])) + (" …" if len(one.counts) > 20 else "")
        table.add_row(f"d{one.faces}", f"{one.rolled:,}", f"{one.chi_square:.2f}", f"{one.p_value:.3f}", counts)
    return table


def status(info: operations_pb2.GetServerInfoResponse, queue: operations_pb2.GetQueueStatusResponse) -> RenderableType:
    """What a server is and does."""
    table = Table("class", "waiting", "oldest")
    for one in queue.classes:
        table.add_row(one.name, str(one.queued), f"{one.oldest_ms:.0f} ms")
    head = (
        f"hunch {info.version} · search {info.search_version} · {len(info.games)} games"
        f" · {queue.running} of {queue.cores} cores at work · {queue.memory_mib} MiB"
    )
    return Group(head, table, *(["closing down"] if queue.draining else []))
