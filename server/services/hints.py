"""Hints for people: what kind of choice it is, where to look, the best turn and why. Knows figures, no rules."""

import math
from collections.abc import Mapping

from hunch.engines import Game, explain, words
from hunch.search.advice import Candidate, Turn
from hunch.search.explain import Reason
from hunch.server import responses
from hunch.server.question import Question
from hunch.server.search_jobs import SearchResult
from hunch.v1 import opponent_pb2 as pb

Facts = Mapping[str, float | str]
"""The figures and names of a reason, by argument."""
REGION = 3
"""How many first moves show a person where to look."""
MIXING = ("regret", "exact")
"""Methods whose probabilities say how often to play a turn. Those of other methods only say what was tried."""
MIXED = 0.75
"""A turn that should be played less often than this is part of a mixture."""
SURE, LIKELY = 2.0, 1.0
"""Standard errors from which a difference is sure, and from which it is likely."""
EVEN, SLIGHT = 0.015, 0.05
"""Differences in payoff up to which turns are equally good, and up to which one is only slightly better."""
MOST_WRITTEN = 4
"""Most moves of the other turn that are written out."""

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
        "mixture": "La surprise compte ici : plusieurs coups sont bons, et aucun ne doit être joué à chaque fois.",
        "clear": "Un choix se détache.",
        "close": "C’est serré : plusieurs coups se valent à peu près.",
        "your_idea": "C’est ce à quoi vous pensez.",
        "clearly_better": "C’est nettement mieux que « {rival} » : {margin}.",
        "slightly_better": "C’est un peu mieux que « {rival} » : {margin}.",
        "probably_better": "C’est sans doute mieux que « {rival} » : {margin} ; c’est probable à {sure}.",
        "as_good_as": "Cela vaut à peu près autant que « {rival} ».",
        "seen_through": "« {rival} » rapporte plus contre ce plan, mais se devine si vous le jouez toujours.",
        "not_compared": "« {rival} » n’a pas été essayé assez souvent pour les comparer.",
        "played_share": "Un bon joueur le joue {share} du temps, et parfois autre chose.",
        "win_chance": "Vous gagnez environ {chance} des parties à partir d’ici.",
        "worth": "Vous pouvez espérer {value:point} en moyenne.",
        "wins_more": "environ {margin:victoire} de plus sur 100 parties",
        "points_more": "environ {margin:point} de plus",
    },
}


def hint(result: SearchResult, grade: int) -> pb.GetHintResponse:
    """All grades up to the one asked for, except for the timing."""
    advice, question = result.advice, result.question
    message = pb.GetHintResponse(nudge=_nudge(result), beliefs=responses.BELIEFS[advice.beliefs], seed=advice.seed)
    if grade >= pb.HINT_GRADE_REGION:
        firsts = list(dict.fromkeys(candidate.turn[0] for candidate in advice.candidates))[:REGION]
        message.region.extend(responses.turn_move(question.game, move, question.reader) for move in sorted(firsts))
    if grade >= pb.HINT_GRADE_MOVE:
        responses.fill_candidate(question, advice.candidates[0], message.best)
        if result.comparison.rival is not None:
            responses.fill_candidate(question, result.comparison.rival, message.rival)
        message.reasons.extend(_reasons(result))
    return message


def _nudge(result: SearchResult) -> pb.Reason:
    """What kind of choice it is: the same whatever the person's idea is, and whatever grade is asked for."""
    advice, language = result.advice, result.question.reader.language
    best, other = advice.candidates[0], result.comparison.runner_up
    if advice.method == "only_move" or other is None:
        return _reason("only_turn", {}, language)
    if advice.method in MIXING and best.probability < MIXED and other.probability > 1 - MIXED:
        return _reason("mixture", {}, language)
    stands_out = _sigmas(best, other) >= SURE and best.value - other.value > EVEN
    return _reason("clear" if stands_out else "close", {}, language)


def _reasons(result: SearchResult) -> list[pb.Reason]:
    advice, comparison, question = result.advice, result.comparison, result.question
    best, language = advice.candidates[0], question.reader.language
    if advice.method == "only_move":
        return []
    reasons = []
    if question.idea and question.idea == best.turn[: len(question.idea)]:
        reasons.append(_reason("your_idea", {}, language))
    if comparison.rival is not None:
        reasons.append(_compared(best, comparison.rival, comparison.tried, question, advice.method))
    reasons += [_trait(reason, question) for reason in comparison.reasons]
    if advice.method in MIXING and best.probability < MIXED:
        share = {"share": explain.share(best.probability, language)}
        reasons.append(_reason("played_share", {"share": best.probability}, language, share))
    reasons.append(_worth(best, question))
    return reasons


def _compared(best: Candidate, rival: Candidate, tried: Turn, question: Question, method: str) -> pb.Reason:
    """How much better a turn is than the other, and how sure that is."""
    game, language = question.game, question.reader.language
    margin, sigmas = best.value - rival.value, _sigmas(best, rival)
    sure = 0.5 + 0.5 * math.erf(sigmas / math.sqrt(2))
    text, local = (_written(game, tried, tongue) for tongue in ("", language))
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
    shown = {"rival": local, "margin": _margin(game, margin, language), "sure": explain.share(sure, language)}
    return _reason(code, facts, language, shown)


def _written(game: Game, tried: Turn, language: str) -> str:
    """The first moves of a turn in short notation."""
    notation = " ".join(words.write(game, move, language) for move in tried[:MOST_WRITTEN])
    return notation + (" …" if len(tried) > MOST_WRITTEN else "")


def _margin(game: Game, margin: float, language: str) -> str:
    """A difference of values as people count it: in games won, or in points."""
    won = game.unit == 1.0
    much = 100 * margin / (1.0 - _least(game)) if won else margin * game.unit
    sentence = SENTENCES[language]["wins_more" if won else "points_more"]
    return sentence.format(margin=explain.number(round(much) if won and much >= 1 else much, language))


def _worth(best: Candidate, question: Question) -> pb.Reason:
    game, language = question.game, question.reader.language
    if game.unit == 1.0:
        chance = (best.value - _least(game)) / (1.0 - _least(game))
        return _reason("win_chance", {"chance": chance}, language, {"chance": explain.share(chance, language)})
    points = best.value * game.unit
    shown = {"value": explain.number(points, language, "+")}
    return _reason("worth", {"value": points, "unit": game.unit}, language, shown)


def _least(game: Game) -> float:
    """The payoff of a seat that wins nothing, if payoffs add up to 0."""
    return -1.0 / max(game.seats - 1, 1)


def _trait(reason: Reason, question: Question) -> pb.Reason:
    """How the lines with either turn differ in a trait that the game names."""
    message = pb.Reason(code=reason.trait.code, sentence=explain.say(question.game, reason, question.reader.language))
    for name, value in reason.trait.arguments:
        if isinstance(value, str):
            message.arguments.add(name=name, text=value)
        else:
            message.arguments.add(name=name, number=value)
    message.arguments.add(name="kind", text=reason.kind)
    message.arguments.add(name="mean", real=reason.mean)
    if reason.kind != "belief":
        message.arguments.add(name="instead", real=reason.instead)
        message.arguments.add(name="standard_error", real=reason.standard_error)
    return message


def _spread(best: Candidate, other: Candidate) -> float:
    return math.hypot(best.standard_error, other.standard_error)


def _sigmas(best: Candidate, other: Candidate) -> float:
    spread, margin = _spread(best, other), best.value - other.value
    return margin / spread if spread > 0 else math.copysign(9.0, margin)


def _reason(code: str, facts: Facts, language: str, shown: Mapping[str, str] | None = None) -> pb.Reason:
    reason = pb.Reason(code=code, sentence=SENTENCES[language][code].format(**{**facts, **(shown or {})}))
    for name, value in facts.items():
        if isinstance(value, str):
            reason.arguments.add(name=name, text=value)
        else:
            reason.arguments.add(name=name, real=value)
    return reason
