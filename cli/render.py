"""Answers as tables and lines for people."""
import re

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from hunch.engines import words
from hunch.v1 import advice_pb2, dice_pb2, enemy_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2

PART_OF_A_SENTENCE = re.compile(r"(?<![.:\n])\n(?![\n ])")
"""Where a page's line ends within a sentence: the terminal has lines of its own."""
STOP_REASONS = {
    advice_pb2.STOP_REASON_ITERATIONS: "iterations", advice_pb2.STOP_REASON_TIME: "time",
    advice_pb2.STOP_REASON_STOPPED: "stopped", advice_pb2.STOP_REASON_EXACT: "solved",
    advice_pb2.STOP_REASON_ONLY_MOVE: "only move",
}  # fmt: skip
BELIEFS = {
    advice_pb2.BELIEFS_NONE: "nothing hidden", advice_pb2.BELIEFS_PRIOR: "prior", advice_pb2.BELIEFS_RECORD: "record",
}  # fmt: skip
FRENCH = str.maketrans({",": "\u00a0", ".": ",", "%": "\u00a0%"})
"""From figures as English writes them."""
FEWEST_OF_A_FACE = 5
"""To be expected of each, for p to tell anything."""
TEXTS = {
    "en": {
        "seat": "seat {} must choose", "chance": "a chance event is due", "over": "the game is over",
        "won": ": seat {} wins", "tie": ": a tie of seats {}", "payoffs": " · payoffs:",
        "payoff": "  seat {}: {:+.2f}", "nothing": "seat {} has nothing to choose",
        "game": "game", "seats": "seats", "hidden": "hidden", "options": "options", "about": "what it is",
        "yes": "yes", "no": "no", "option": "option", "values": "values, the default first", "does": "what it does",
        "rules": "rules {}", "data": "data {}", "check": "check", "wrong with": "what is wrong", "right": "right",
        "wrong": "wrong", "die": "die", "rolled": "rolled", "chi": "chi-square", "counts": "counts",
        "unrolled": "nothing was rolled",
        "class": "class", "waiting": "waiting", "oldest": "oldest", "draining": "closing down", "came": "what came",
        "dice": "  (dice {})",
        "server": "hunch {} · search {} · {} games · cores at work: {} of {} · {} MiB",
        "outcome": "outcome", "weight": "weight", "move": "move",
        "in words": "in words", "play": "play {}", "turn": "turn", "share": "share", "visits": "visits",
        "value": "value", "line": "expected after {}: {}", "asked": "seat {}", "level": "level {}",
        "counted": "{:,} iteration{}", "iterations": "all iterations made", "time": "time over", "stopped": "stopped",
        "solved": "solved", "only move": "the only move", "nothing hidden": "nothing hidden",
        "prior": "unseen choices taken as equally likely", "record": "weighted by what everybody did",
        "exploitability": "exploitability {:.1e}", "seed": "seed {}",
        "worth": "worth {:+.5f} before the hidden is dealt", "worlds": "{:,} world{}", "decisions": "{:,} decision{}",
        "solving": "solving, {:.1f} s",
    },
    "fr": {
        "seat": "à la place {} de choisir", "chance": "le hasard doit parler", "over": "la partie est finie",
        "won": " : la place {} gagne", "tie": " : égalité des places {}", "payoffs": " · gains :",
        "payoff": "  place {} : {:+.2f}", "nothing": "la place {} n’a rien à choisir",
        "game": "jeu", "seats": "places", "hidden": "caché", "options": "options", "about": "ce que c’est",
        "yes": "oui", "no": "non", "option": "option", "values": "valeurs, la première par défaut",
        "does": "ce qu’elle fait", "rules": "page et options en anglais · règles {}", "data": "données {}",
        "check": "vérification",
        "wrong with": "ce qui ne va pas", "right": "juste", "wrong": "faux", "die": "dé", "rolled": "lancés",
        "chi": "khi-deux",
        "counts": "décompte", "unrolled": "rien n’a été lancé", "class": "classe", "waiting": "en attente",
        "oldest": "le plus ancien", "draining": "en cours d’arrêt", "came": "ce qui est sorti", "dice": "  (dé {})",
        "server": "hunch {} · recherche {} · {} jeux · cœurs au travail : {} sur {} · {} Mio",
        "outcome": "issue", "weight": "poids", "move": "coup",
        "in words": "en clair", "play": "jouer {}", "turn": "tour", "share": "part", "visits": "visites",
        "value": "valeur", "line": "suite attendue après {} : {}", "asked": "place {}", "level": "niveau {}",
        "counted": "{:,} itération{}", "iterations": "toutes les itérations faites", "time": "temps écoulé",
        "stopped": "arrêté", "solved": "résolu", "only move": "le seul coup", "nothing hidden": "rien de caché",
        "prior": "choix cachés tenus pour également probables", "record": "pondéré par ce que chacun a fait",
        "exploitability": "exploitabilité {:.1e}", "seed": "graine {}",
        "worth": "vaut {:+.5f} avant la donne du caché", "worlds": "{:,} monde{}", "decisions": "{:,} décision{}",
        "solving": "résolution, {:.1f} s",
    },
}  # fmt: skip

CHECKS = {
    "en": {},
    "fr": {
        "form": "forme", "commitment": "engagement", "counters": "numéros", "rolls": "lancers",
        "signature": "signature", "key": "clé",
    },
}  # fmt: skip
"""What the checks of a transcript are called, where not by their names."""


def table(*headings: str, numbers: tuple[int, ...] = (), whole: tuple[int, ...] = ()) -> Table:
    """A table whose cells lose nothing where a terminal is narrow; numbers and what is whole stay on one line."""
    made = Table()
    for i, heading in enumerate(headings):
        kept = i in numbers or i in whole
        made.add_column(heading, overflow="fold", no_wrap=kept, justify="right" if i in numbers else "left")
    return made


def figures(text: str, language: str) -> str:
    """A text with nothing but figures to be written another way, as the language writes them."""
    return text.translate(FRENCH) if words.known(language) == "fr" else text


def _counted(what: str, number: int, language: str) -> str:
    spoken = words.known(language)
    one = number == 1 or (number == 0 and spoken == "fr")
    return TEXTS[spoken][what].format(number, "" if one else "s")


def turn(told: advice_pb2.Turn) -> str:
    """A turn in the game's notation."""
    return " ".join(move.notation for move in told.moves)


def suggestion(answer: opponent_pb2.SuggestMoveResponse, language: str = "en") -> RenderableType:
    """What to play, and the candidates as a table."""
    says, advice = TEXTS[words.known(language)], answer.advice
    listed = table(says["turn"], says["share"], says["visits"], says["value"], "±", numbers=(1, 2, 3, 4))
    for one in advice.candidates:
        row = f"{one.probability:.1%}", f"{one.visits:,}", f"{one.value:+.3f}", f"{one.standard_error:.3f}"
        listed.add_row(turn(one.turn), *(figures(cell, language) for cell in row))
    play = Text.assemble(
        (says["play"].format(turn(advice.play)), "bold green"),
        "  ",
        " ".join(move.sentence for move in advice.play.moves),
    )
    facts = [
        says["asked"].format(advice.seat), says["level"].format(advice.level), advice.method,
        figures(_counted("counted", advice.iterations, language), language),
        says.get(STOP_REASONS.get(advice.stop_reason, ""), "?"),
        says.get(BELIEFS.get(advice.beliefs, ""), "?"),
    ]  # fmt: skip
    if advice.HasField("exploitability"):
        facts.append(figures(says["exploitability"].format(advice.exploitability), language))
    facts += [says["seed"].format(advice.seed), f"{answer.timing.search_ms:.0f} ms"]
    shown: list[RenderableType] = [play, *([listed] if listed.rows else [])]
    if line := " ".join(step.sentence for one in advice.candidates[:1] for step in one.line):
        shown.append(says["line"].format(turn(advice.candidates[0].turn), line))
    return Group(*shown, Text(" · ".join(facts), "dim"))


def _seats(game: rules_pb2.GameInfo) -> str:
    played = next((option.values for option in game.options if option.name == "players"), [str(game.seats)])
    numbers = sorted(map(int, played))
    return "–".join(map(str, numbers[:1] + numbers[1:][-1:]))


def games(answer: rules_pb2.ListGamesResponse, language: str = "en") -> RenderableType:
    """A line a game."""
    says = TEXTS[words.known(language)]
    listed = table(
        says["game"], says["seats"], says["hidden"], says["options"], says["about"], numbers=(1,), whole=(0, 2)
    )
    for game in answer.games:
        options = ", ".join(option.name for option in game.options)
        hidden = says["yes" if game.hidden else "no"]
        listed.add_row(game.name, _seats(game), hidden, options, game.page.splitlines()[0])
    return listed


def game(info: rules_pb2.GameInfo, language: str = "en") -> RenderableType:
    """A game's page and options."""
    says = TEXTS[words.known(language)]
    listed = table(says["option"], says["values"], says["does"])
    for option in info.options:
        listed.add_row(option.name, ", ".join(option.values), option.says)
    versions = [says["rules"].format(info.rules_version)]
    if info.data_hash:
        versions.append(says["data"].format(info.data_hash))
    options: list[RenderableType] = ["", listed] if listed.rows else []
    return Group(PART_OF_A_SENTENCE.sub(" ", info.page), *options, Text(" · ".join(versions), "dim"))


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
            payoffs = told.over.payoffs
            best = [str(i) for i, payoff in enumerate(payoffs) if payoff == max(payoffs)]
            how = "" if len(payoffs) == 1 else says["won" if len(best) == 1 else "tie"].format(", ".join(best))
            each = figures("".join(says["payoff"].format(i, x) for i, x in enumerate(payoffs)), language)
            return says["over"] + how + says["payoffs"] + each


def moves(answer: rules_pb2.ListMovesResponse, language: str = "en", seat: int | None = None) -> RenderableType:
    """The moves, or the outcomes of chance; of a seat that was named and has none, that it has none."""
    says = TEXTS[words.known(language)]
    if answer.outcomes:
        listed = table(says["outcome"], says["weight"], numbers=(1,))
        for one in answer.outcomes:
            listed.add_row(one.sentence, str(one.weight))
    else:
        listed = table(says["move"], says["in words"])
        for move in answer.moves:
            listed.add_row(move.notation, move.sentence)
    shown: list[RenderableType] = [stage(answer.stage, language)]
    if listed.rows:
        shown.append(listed)
    elif seat is not None:
        shown.append(says["nothing"].format(seat))
    return Group(*shown)


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


def solving(elapsed_ms: float, language: str = "en") -> str:
    """How long a solution takes so far."""
    return figures(TEXTS[words.known(language)]["solving"].format(elapsed_ms / 1000), language)


def solution(told: solver_pb2.Solution, language: str = "en") -> RenderableType:
    """The strategy as a table."""
    says = TEXTS[words.known(language)]
    listed = table(says["turn"], says["share"], says["value"], numbers=(1, 2))
    for one in told.strategy:
        row = f"{one.probability:.2%}", f"{one.value:+.4f}"
        listed.add_row(turn(one.turn), *(figures(cell, language) for cell in row))
    facts = (
        says["asked"].format(told.seat), says["worth"].format(told.value),
        says["exploitability"].format(told.exploitability), _counted("worlds", told.worlds, language),
        _counted("decisions", told.decisions, language),
        f"{told.search_ms:.0f} ms",
    )  # fmt: skip
    return Group(listed, Text(figures(" · ".join(facts), language), "dim"))


def checks(answer: dice_pb2.VerifyTranscriptResponse, language: str = "en") -> RenderableType:
    """Each check of a transcript."""
    says = TEXTS[words.known(language)]
    listed = table(says["check"], "", says["wrong with"])
    for check in answer.checks:
        verdict = Text(says["right"], "green") if check.passed else Text(says["wrong"], "bold red")
        listed.add_row(CHECKS[words.known(language)].get(check.name, check.name), verdict, check.says)
    return listed


def statistics(answer: dice_pb2.GetRollStatisticsResponse, language: str = "en") -> RenderableType:
    """How the dice fell."""
    says = TEXTS[words.known(language)]
    listed = table(says["die"], says["rolled"], says["chi"], "p", says["counts"], numbers=(1, 2, 3), whole=(0,))
    for one in answer.dice:
        counts = " ".join(map(str, one.counts[:20])) + (" …" if len(one.counts) > 20 else "")
        few = one.faces < 2 or one.rolled < FEWEST_OF_A_FACE * one.faces
        row = f"{one.rolled:,}", f"{one.chi_square:.2f}", "–" if few else f"{one.p_value:.3f}"
        listed.add_row(f"d{one.faces}", *(figures(cell, language) for cell in row), counts)
    return listed if listed.rows else says["unrolled"]


def status(
    info: operations_pb2.GetServerInfoResponse, queue: operations_pb2.GetQueueStatusResponse, language: str = "en"
) -> RenderableType:
    """What a server is and does."""
    says = TEXTS[words.known(language)]
    listed = table(says["class"], says["waiting"], says["oldest"], numbers=(1, 2))
    for one in queue.classes:
        listed.add_row(one.name, str(one.queued), f"{one.oldest_ms:.0f} ms")
    head = says["server"].format(
        info.version, info.search_version, len(info.games), queue.running, queue.cores, queue.memory_mib
    )
    return Group(head, *([listed] if listed.rows else []), *([says["draining"]] if queue.draining else []))


def enemy(answer: enemy_pb2.AdvanceEnemyResponse, language: str = "en") -> RenderableType:
    """What the enemy did, and what a die that is to be told can show."""
    says = TEXTS[words.known(language)]
    parts: list[RenderableType] = [
        told(one) + (says["dice"].format(one.dice_counter) if one.dice_counter else "") for one in answer.happenings
    ]
    parts.append(stage(answer.stage, language))
    if answer.wanted:
        listed = table(says["outcome"], says["came"], whole=(0,))
        for number, outcome in enumerate(answer.wanted, 1):
            listed.add_row(str(number), outcome.sentence)
        parts.append(listed)
    return Group(*parts)
