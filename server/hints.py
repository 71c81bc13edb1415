"""Hints for people: what kind of choice it is, where to look, the turn and why. Knows figures, not rules."""
import math
from collections.abc import Mapping

from hunch.engines import BadMessage, words
from hunch.search.advice import Advice, Candidate
from hunch.server import telling
from hunch.server.door import Call
from hunch.server.thinking import Answer
from hunch.v1 import opponent_pb2 as pb

Facts = Mapping[str, float | str]

CANDIDATES = 20
REGION = 3
MIXED = 0.75
"""A turn that is played less often than this is one of a mixture."""
SURE = 2.0
"""Standard errors from which a difference counts."""

SENTENCES = {
    "en": {
        "only_turn": "There is only one thing you can do.",
        "mixture": "Surprise counts here: several turns are good, and none should be played always.",
        "clear": "One choice stands out.",
        "close": "It is close: several turns are about equally good.",
        "better_than": "It is worth {margin} more than {rival}; that is {sure} likely to be so.",
        "as_good_as": "It is about as good as {rival}.",
        "played_share": "A good player plays it {share} of the time.",
        "worth": "You may expect {value} points of {unit}.",
    },
    "fr": {
        "only_turn": "Vous n'avez qu'une seule possibilité.",
        "mixture": "La surprise compte ici : plusieurs coups sont bons, et aucun ne doit être joué toujours.",
        "clear": "Un choix se détache.",
        "close": "C'est serré : plusieurs coups se valent à peu près.",
        "better_than": "Il vaut {margin} de plus que {rival} ; c'est probable à {sure}.",
        "as_good_as": "Il vaut à peu près {rival}.",
        "played_share": "Un bon joueur le joue {share} du temps.",
        "worth": "Vous pouvez espérer {value} points sur {unit}.",
    },
}


def grade_of(request: pb.GetHintRequest) -> int:
    """The grade asked for."""
    if request.grade not in pb.HintGrade.values():
        raise BadMessage("grade", f"{request.grade} is not one of its values")
    return request.grade or pb.HINT_GRADE_MOVE


def hint(answer: Answer, grade: int, call: Call) -> pb.GetHintResponse:
    """All grades up to the one asked for."""
    found, told, language = answer.found.advice, answer.found.message, answer.question.language
    best = told.candidates[0]
    rival = next((i for i, one in enumerate(found.candidates) if one.turn[:1] != found.candidates[0].turn[:1]), None)
    hinted = pb.GetHintResponse(
        nudge=_nudge(found, rival, language), beliefs=told.beliefs, seed=told.seed, timing=answer.timing(call)
    )
    if grade >= pb.HINT_GRADE_REGION:
        view = answer.question.stands.view
        firsts = list(dict.fromkeys(one.turn[0] for one in found.candidates))[:REGION]
        hinted.region.extend(telling.turn_move(view.game, move, language) for move in sorted(firsts))
    if grade >= pb.HINT_GRADE_MOVE:
        hinted.best.CopyFrom(best)
        if rival is not None:
            hinted.rival.CopyFrom(told.candidates[rival])
        hinted.reasons.extend(_reasons(answer, rival, language))
    return hinted


def _nudge(found: Advice, rival: int | None, language: str) -> pb.Reason:
    best = found.candidates[0]
    if found.method == "only_move" or rival is None:
        return _reason("only_turn", {}, language)
    other = found.candidates[rival]
    if best.probability < MIXED and other.probability > 1 - MIXED:
        return _reason("mixture", {}, language)
    return _reason("clear" if _sigmas(best, other) >= SURE else "close", {}, language)


def _reasons(answer: Answer, rival: int | None, language: str) -> list[pb.Reason]:
    found, game = answer.found.advice, answer.question.game
    best = found.candidates[0]
    if found.method == "only_move":
        return []
    reasons = []
    if rival is not None:
        other = found.candidates[rival]
        margin = best.value - other.value
        sure = 0.5 + 0.5 * math.erf(_sigmas(best, other) / math.sqrt(2))
        facts: Facts = {"margin": margin, "rival": words.write(game, other.turn[0]), "sure": sure}
        shown = {"margin": f"{margin:.3f}", "sure": f"{sure:.0%}"}
        code = "better_than" if _sigmas(best, other) >= 1 else "as_good_as"
        reasons.append(_reason(code, facts, language, shown))
    reasons.append(
        _reason("played_share", {"share": best.probability}, language, {"share": f"{best.probability:.0%}"})
    )
    points = best.value * game.unit
    shown = {"value": f"{points:+.2f}", "unit": f"{game.unit:g}"}
    reasons.append(_reason("worth", {"value": points, "unit": game.unit}, language, shown))
    return reasons


def _sigmas(best: Candidate, other: Candidate) -> float:
    spread = math.hypot(best.standard_error, other.standard_error)
    return (best.value - other.value) / spread if spread > 0 else math.copysign(9.0, best.value - other.value)


def _reason(code: str, facts: Facts, language: str, shown: dict[str, str] | None = None) -> pb.Reason:
    reason = pb.Reason(code=code, sentence=SENTENCES[words.known(language)][code].format(**{**facts, **(shown or {})}))
    for name, value in facts.items():
        if isinstance(value, str):
            reason.arguments.add(name=name, text=value)
        else:
            reason.arguments.add(name=name, real=value)
    return reason
