"""Hints for people: what kind of choice it is, where to look, the turn and why. Knows figures, not rules."""

import math
from collections.abc import Mapping

from hunch.engines import BadMessage, Game, explain, words
from hunch.search.advice import Candidate, Turn
from hunch.search.explain import Reason
from hunch.server import responses
from hunch.server.rpc import Call
from hunch.server.search_jobs import Answer, Question, tell_candidate
from hunch.v1 import opponent_pb2 as pb

Facts = Mapping[str, float | str]

CANDIDATES = 20
REGION = 3
MIXING = ("regret", "exact")
"""Methods whose shares are those in which turns should be played; those of the others only say what was tried."""
MIXED = 0.75
"""A turn that is played less often than this is one of a mixture."""
SURE = 2.0
"""Standard errors from which a difference is sure,"""
LIKELY = 1.0
"""and those from which it is likely."""
EVEN, SLIGHT = 0.015, 0.05
"""Differences in payoff up to which turns are equally good, and up to which one is only slightly better."""
MOST_WRITTEN = 4
"""Moves of the other turn that are written out."""

SENTENCES = {
    "en": {
        "only_turn": "There is only one thing you can do.",
        "mixture": "Surprise counts here: several turns are good, and none should be played always.",
        "clear": "One choice stands out.",
        "close": "It is close: several turns are about equally good.",
        "your_idea": "That is what you are thinking of.",
        "clearly_better": "It is clearly better than “{rival}”: {margin}.",
        "slightly_better": "It is slightly better than “{rival}”: {margin}.",
        "probably_better": "It is probably better than “{rival}”: {margin}; that is {sure} likely to be so.",
        "as_good_as": "It is about as good as “{rival}”.",
        "seen_through": "“{rival}” brings more against this plan, but whoever played it always would be seen through.",
        "not_compared": "“{rival}” was not tried often enough to compare them.",
        "played_share": "A good player plays it {share} of the time, and sometimes something else.",
        "win_chance": "You win about {chance} of games from here.",
        "worth": "You may expect {value:point} on average.",
        "wins_more": "about {margin:more win} in 100 games",
        "points_more": "about {margin:point} more",
    },
    "fr": {
        "only_turn": "Vous n’avez qu’une seule possibilité.",
        "mixture": "La surprise compte ici : plusieurs coups sont bons, et aucun ne doit être joué toujours.",
        "clear": "Un choix se détache.",
        "close": "C’est serré : plusieurs coups se valent à peu près.",
        "your_idea": "C’est ce à quoi vous pensez.",
        "clearly_better": "C’est nettement mieux que « {rival} » : {margin}.",
        "slightly_better": "C’est un peu mieux que « {rival} » : {margin}.",
        "probably_better": "C’est sans doute mieux que « {rival} » : {margin} ; c’est probable à {sure}.",
        "as_good_as": "Cela vaut à peu près autant que « {rival} ».",
        "seen_through": "« {rival} » rapporte plus contre ce plan, mais qui le jouerait toujours serait percé à jour.",
        "not_compared": "« {rival} » n’a pas été essayé assez souvent pour les comparer.",
        "played_share": "Un bon joueur le joue {share} du temps, et parfois autre chose.",
        "win_chance": "Vous gagnez environ {chance} des parties à partir d’ici.",
        "worth": "Vous pouvez espérer {value:point} en moyenne.",
        "wins_more": "environ {margin:victoire} de plus sur 100 parties",
        "points_more": "environ {margin:point} de plus",
    },
}


def grade_of(request: pb.GetHintRequest) -> int:
    """The grade asked for."""
    if request.grade not in pb.HintGrade.values():
        raise BadMessage("grade", f"{request.grade} is not one of its values")
    return request.grade or pb.HINT_GRADE_MOVE


def hint(answer: Answer, grade: int, call: Call) -> pb.GetHintResponse:
    """All grades up to the one asked for."""
    found, told, question = answer.found.advice, answer.found.told.advice, answer.question
    hinted = pb.GetHintResponse(nudge=_nudge(answer), beliefs=told.beliefs, seed=told.seed)
    answer.time(call, hinted.timing)
    if grade >= pb.HINT_GRADE_REGION:
        firsts = list(dict.fromkeys(one.turn[0] for one in found.candidates))[:REGION]
        hinted.region.extend(responses.turn_move(question.game, move, question.language) for move in sorted(firsts))
    if grade >= pb.HINT_GRADE_MOVE:
        hinted.best.CopyFrom(told.candidates[0])
        if answer.found.why.rival is not None:
            tell_candidate(question, answer.found.why.rival, hinted.rival)
        hinted.reasons.extend(_reasons(answer))
    return hinted


def _nudge(answer: Answer) -> pb.Reason:
    """Says the same whatever the person is thinking of, and whatever grade is asked for."""
    found, language = answer.found.advice, answer.question.language
    best, other = found.candidates[0], answer.found.why.runner_up
    if found.method == "only_move" or other is None:
        return _reason("only_turn", {}, language)
    if found.method in MIXING and best.probability < MIXED and other.probability > 1 - MIXED:
        return _reason("mixture", {}, language)
    stands_out = _sigmas(best, other) >= SURE and best.value - other.value > EVEN
    return _reason("clear" if stands_out else "close", {}, language)


def _reasons(answer: Answer) -> list[pb.Reason]:
    found, why, question = answer.found.advice, answer.found.why, answer.question
    best, language = found.candidates[0], question.language
    spoken = words.known(language)
    if found.method == "only_move":
        return []
    told = []
    if question.idea and question.idea == best.turn[: len(question.idea)]:
        told.append(_reason("your_idea", {}, language))
    if why.rival is not None:
        told.append(_compared(best, why.rival, why.tried, question, found.method))
    told += [_sign(sign, question) for sign in why.signs]
    if found.method in MIXING and best.probability < MIXED:
        share = {"share": explain.share(best.probability, spoken)}
        told.append(_reason("played_share", {"share": best.probability}, language, share))
    told.append(_worth(best, question))
    return told


def _compared(best: Candidate, rival: Candidate, tried: Turn, question: Question, method: str) -> pb.Reason:
    """By how much a turn is better than the other, and how sure that is."""
    game, language, spoken = question.game, question.language, words.known(question.language)
    margin, sigmas = best.value - rival.value, _sigmas(best, rival)
    sure = 0.5 + 0.5 * math.erf(sigmas / math.sqrt(2))
    notation = " ".join(words.write(game, move) for move in tried[:MOST_WRITTEN])
    text = notation + (" …" if len(tried) > MOST_WRITTEN else "")
    if rival.standard_error >= 1.0:
        code = "not_compared"
    elif margin < -EVEN and sigmas < -SURE and method in MIXING:
        code = "seen_through"
    elif margin <= EVEN or sigmas < LIKELY:
        code = "as_good_as"
    elif sigmas < SURE:
        code = "probably_better"
    else:
        code = "slightly_better" if margin < SLIGHT else "clearly_better"
    facts: Facts = {"rival": text, "margin": margin, "standard_error": _spread(best, rival), "sure": sure}
    shown = {"margin": _margin(game, margin, spoken), "sure": explain.share(sure, spoken)}
    return _reason(code, facts, language, shown)


def _margin(game: Game, margin: float, spoken: str) -> str:
    """A difference of values as people count: games won, or points."""
    won = game.unit == 1.0
    much = 100 * margin / (1.0 - _least(game)) if won else margin * game.unit
    sentence = SENTENCES[spoken]["wins_more" if won else "points_more"]
    return sentence.format(margin=explain.number(round(much) if won and much >= 1 else much, spoken))


def _worth(best: Candidate, question: Question) -> pb.Reason:
    game, language, spoken = question.game, question.language, words.known(question.language)
    if game.unit == 1.0:
        chance = (best.value - _least(game)) / (1.0 - _least(game))
        return _reason("win_chance", {"chance": chance}, language, {"chance": explain.share(chance, spoken)})
    points = best.value * game.unit
    shown = {"value": explain.number(points, spoken, "+")}
    return _reason("worth", {"value": points, "unit": game.unit}, language, shown)


def _least(game: Game) -> float:
    """The payoff of who has nothing of a win, where payoffs add up to 0."""
    return -1.0 / max(game.seats - 1, 1)


def _sign(sign: Reason, question: Question) -> pb.Reason:
    """What the game says of lines with either turn."""
    told = pb.Reason(code=sign.trait.code, sentence=explain.say(question.game, sign, question.language))
    for name, value in sign.trait.arguments:
        if isinstance(value, str):
            told.arguments.add(name=name, text=value)
        else:
            told.arguments.add(name=name, number=value)
    told.arguments.add(name="kind", text=sign.kind)
    told.arguments.add(name="mean", real=sign.mean)
    if sign.kind != "belief":
        told.arguments.add(name="instead", real=sign.instead)
        told.arguments.add(name="standard_error", real=sign.standard_error)
    return told


def _spread(best: Candidate, other: Candidate) -> float:
    return math.hypot(best.standard_error, other.standard_error)


def _sigmas(best: Candidate, other: Candidate) -> float:
    spread, margin = _spread(best, other), best.value - other.value
    return margin / spread if spread > 0 else math.copysign(9.0, margin)


def _reason(code: str, facts: Facts, language: str, shown: Mapping[str, str] | None = None) -> pb.Reason:
    reason = pb.Reason(code=code, sentence=SENTENCES[words.known(language)][code].format(**{**facts, **(shown or {})}))
    for name, value in facts.items():
        if isinstance(value, str):
            reason.arguments.add(name=name, text=value)
        else:
            reason.arguments.add(name=name, real=value)
    return reason
