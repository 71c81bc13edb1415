"""Hints for people: what kind of choice it is, where to look, the best turn and why. Knows figures, no rules."""

import math
from collections.abc import Mapping

from hunch.engines import Game, explain, words
from hunch.search.advice import Candidate, Turn
from hunch.search.comparison import EVEN, MIXING, Comparison
from hunch.search.difference import Difference
from hunch.search.explain import Reason
from hunch.server import responses
from hunch.server.question import Question
from hunch.server.search_jobs import SearchResult
from hunch.v1 import opponent_pb2 as pb

Facts = Mapping[str, float | str]
"""The figures and names of a reason, by argument."""
REGION = 3
"""How many first moves show a person where to look."""
MIXED = 0.75
"""A turn that should be played less often than this is part of a mixture."""
SURE, LIKELY = 3.0, 1.0
"""Standard errors from which a difference is sure, and from which it is likely."""
SLIGHT = 0.05
"""Difference in payoff up to which a turn is only slightly better, and within which turns must lie to be as good."""
WITHIN = 2.0
"""How many standard errors a sentence shows behind ±."""
UNKNOWN = 1.0
"""The standard error of a value that is not known."""
MOST_WRITTEN = 4
"""Most moves of the other turn that are written out."""

SENTENCES = {
    "en": {
        "only_turn": "There is only one thing you can do.",
        "mixture": "Surprise counts here: several turns are good, and none should be played always.",
        "clear": "One choice stands out.",
        "close": "It is close: several turns are about equally good.",
        "open": "No turn stands out at first sight: compare several.",
        "your_idea": "That is what you are thinking of.",
        "clearly_better": "It is clearly better than “{rival}”: {margin}.",
        "slightly_better": "It is slightly better than “{rival}”: {margin}.",
        "probably_better": "It is probably better than “{rival}”, with a chance of {sure}: {margin}.",
        "as_good_as": "It is about as good as “{rival}”{most}.",
        "undecided": "The search cannot say if it is better than “{rival}”: between {less} and {more}.",
        "seen_through": "“{rival}” brings more against this plan, but whoever played it always would be seen through.",
        "not_compared": "“{rival}” was not tried often enough to compare them.",
        "played_share": "A good player plays it {share} of the time, and sometimes something else.",
        "win_chance": "You win about {chance} of games from here.",
        "worth": "You may expect {value:point} on average.",
        "not_known": "There was too little time to find out how good your chances are.",
        "wins_more": "about {margin:more win} in 100 games",
        "points_more": "about {margin:point} more",
        "wins_most": ": at most {amount:win} apart in 100 games",
        "points_most": ": at most {amount:point} apart",
        "wins_less": "{amount:fewer win}",
        "points_less": "{amount:point} less",
        "wins_more_at_most": "{amount:more win} in 100 games",
        "points_more_at_most": "{amount:point} more",
    },
    "fr": {
        "only_turn": "Vous n’avez qu’une seule possibilité.",
        "mixture": "La surprise compte ici : plusieurs coups sont bons, et aucun ne doit être joué à chaque fois.",
        "clear": "Un choix se détache.",
        "close": "C’est serré : plusieurs coups se valent à peu près.",
        "open": "Aucun coup ne se détache à première vue : comparez-en plusieurs.",
        "your_idea": "C’est ce à quoi vous pensez.",
        "clearly_better": "C’est nettement mieux que « {rival} » : {margin}.",
        "slightly_better": "C’est un peu mieux que « {rival} » : {margin}.",
        "probably_better": "C’est sans doute mieux que « {rival} », avec une probabilité de {sure} : {margin}.",
        "as_good_as": "Cela vaut à peu près autant que « {rival} »{most}.",
        "undecided": "La recherche ne peut pas dire si c’est mieux que « {rival} » : entre {less} et {more}.",
        "seen_through": "« {rival} » rapporte plus contre ce plan, mais se devine si vous le jouez toujours.",
        "not_compared": "« {rival} » n’a pas été essayé assez souvent pour les comparer.",
        "played_share": "Un bon joueur le joue {share} du temps, et parfois autre chose.",
        "win_chance": "Vous gagnez environ {chance} des parties à partir d’ici.",
        "worth": "Vous pouvez espérer {value:point} en moyenne.",
        "not_known": "Le temps a manqué pour estimer vos chances.",
        "wins_more": "environ {margin:victoire} de plus sur 100 parties",
        "points_more": "environ {margin:point} de plus",
        "wins_most": " : au plus {amount:victoire} d’écart sur 100 parties",
        "points_most": " : au plus {amount:point} d’écart",
        "wins_less": "{amount:victoire} de moins",
        "points_less": "{amount:point} de moins",
        "wins_more_at_most": "{amount:victoire} de plus sur 100 parties",
        "points_more_at_most": "{amount:point} de plus",
    },
}


def hint(result: SearchResult, grade: int) -> pb.GetHintResponse:
    """All grades up to the one asked for, except for the timing."""
    advice, question, compared = result.advice, result.question, result.comparison
    assert compared is not None
    beliefs = responses.BELIEFS[advice.beliefs]
    message = pb.GetHintResponse(nudge=_nudge(result, compared), beliefs=beliefs, seed=advice.seed)
    if grade >= pb.HINT_GRADE_REGION:
        likeliest = (compared.best, *advice.candidates)
        firsts = list(dict.fromkeys(candidate.turn[0] for candidate in likeliest))[:REGION]
        message.region.extend(responses.turn_move(question.game, move, question.reader) for move in sorted(firsts))
    if grade >= pb.HINT_GRADE_MOVE:
        responses.fill_candidate(question, compared.best, message.best)
        if compared.rival is not None:
            responses.fill_candidate(question, _beside(compared, compared.rival), message.rival)
        message.reasons.extend(_reasons(result, compared))
    return message


def _beside(compared: Comparison, rival: Candidate) -> Candidate:
    """The rival with the value that follows from the difference; with none if there is nothing to compare."""
    best, apart = compared.best, compared.difference
    if apart is None or best.standard_error >= UNKNOWN:
        return rival._replace(value=0.0, standard_error=UNKNOWN, line=())
    value = max(-1.0, min(1.0, best.value - apart.margin))
    return rival._replace(value=value, standard_error=math.hypot(best.standard_error, apart.standard_error))


def _nudge(result: SearchResult, compared: Comparison) -> pb.Reason:
    """What kind of choice it is: the same whatever the person's idea is, and whatever grade is asked for."""
    advice, language, other = result.advice, result.question.reader.language, compared.runner_up
    if advice.method == "only_move" or other is None:
        return _reason("only_turn", {}, language)
    probability = advice.candidates[0].probability
    if advice.method in MIXING and probability < MIXED and other.probability > 1 - MIXED:
        return _reason("mixture", {}, language)
    if compared.lead is None:
        return _reason("open", {}, language)
    if compared.lead.sigmas >= SURE and compared.lead.margin > EVEN:
        return _reason("clear", {}, language)
    return _reason("close" if _code(compared.lead, advice.method) == "as_good_as" else "open", {}, language)


def _reasons(result: SearchResult, compared: Comparison) -> list[pb.Reason]:
    advice, question, best = result.advice, result.question, compared.best
    language = question.reader.language
    if advice.method == "only_move":
        return []
    reasons = []
    if question.idea and question.idea == best.turn[: len(question.idea)]:
        reasons.append(_reason("your_idea", {}, language))
    if compared.rival is not None:
        reasons.append(_compared(compared.difference, compared.tried, question, advice.method))
    reasons += [_trait(reason, question) for reason in compared.reasons]
    if advice.method in MIXING and best.probability < MIXED:
        share = {"share": explain.share(best.probability, language)}
        reasons.append(_reason("played_share", {"share": best.probability}, language, share))
    reasons.append(_worth(best, question))
    return reasons


def _compared(apart: Difference | None, tried: Turn, question: Question, method: str) -> pb.Reason:
    """How much better a turn is than the other, and how sure that is."""
    game, language = question.game, question.reader.language
    text, local = (_written(game, tried, tongue) for tongue in ("", language))
    if apart is None:
        return _reason("not_compared", {"rival": text}, language, {"rival": local})
    margin, error = apart
    sure = 0.5 + 0.5 * math.erf(apart.sigmas / math.sqrt(2))
    code = _code(apart, method)
    facts: Facts = {"rival": text, "margin": margin, "standard_error": error, "sure": sure}
    shown = {
        "rival": local,
        "margin": _margin(game, margin, error, language),
        "most": _amount(game, abs(margin) + WITHIN * error, "most", language),
        "less": _amount(game, WITHIN * error - margin, "less", language),
        "more": _amount(game, WITHIN * error + margin, "more_at_most", language),
        "sure": explain.often(sure, language),
    }
    return _reason(code, facts, language, shown)


def _code(apart: Difference, method: str) -> str:
    """What can be said of a difference."""
    margin, error = apart
    if margin < -EVEN and apart.sigmas < -SURE and method in MIXING:
        return "seen_through"
    if margin > EVEN and apart.sigmas >= SURE:
        return "slightly_better" if margin < SLIGHT else "clearly_better"
    if abs(margin) + WITHIN * error <= SLIGHT:
        return "as_good_as"
    if margin > EVEN and apart.sigmas >= LIKELY:
        return "probably_better"
    return "undecided"


def _written(game: Game, tried: Turn, language: str) -> str:
    """The first moves of a turn in short notation."""
    notation = " ".join(words.write(game, move, language) for move in tried[:MOST_WRITTEN])
    return notation + (" …" if len(tried) > MOST_WRITTEN else "")


def _margin(game: Game, margin: float, error: float, language: str) -> str:
    """A difference of values as people count it, in games won or in points, with its error."""
    much, off = (explain.number(_counted(game, payoff), language) for payoff in (margin, WITHIN * error))
    sentence = SENTENCES[language]["wins_more" if game.unit == 1.0 else "points_more"]
    return sentence.format(margin=explain.within(much, off))


def _amount(game: Game, payoff: float, name: str, language: str) -> str:
    """An amount of payoff as people count it."""
    amount = explain.number(_counted(game, payoff), language)
    if name == "most" and amount == "0":
        return ""
    return SENTENCES[language][f"{'wins' if game.unit == 1.0 else 'points'}_{name}"].format(amount=amount)


def _counted(game: Game, payoff: float) -> float:
    """A payoff in wins of a hundred games, whole ones from the first on, or in points."""
    if game.unit != 1.0:
        return payoff * game.unit
    wins = 100 * payoff / (1.0 - _least(game))
    return round(wins) if abs(wins) >= 1 else wins


def _worth(best: Candidate, question: Question) -> pb.Reason:
    game, language = question.game, question.reader.language
    if best.standard_error >= UNKNOWN:
        return _reason("not_known", {}, language)
    if game.unit == 1.0:
        span = 1.0 - _least(game)
        chance, error = (best.value - _least(game)) / span, best.standard_error / span
        facts = {"chance": chance, "standard_error": error}
        return _reason("win_chance", facts, language, {"chance": explain.share(chance, language, WITHIN * error)})
    points, error = best.value * game.unit, best.standard_error * game.unit
    off = explain.number(WITHIN * error, language)
    shown = {"value": explain.within(explain.number(points, language, "+"), off)}
    return _reason("worth", {"value": points, "unit": game.unit, "standard_error": error}, language, shown)


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


def _reason(code: str, facts: Facts, language: str, shown: Mapping[str, str] | None = None) -> pb.Reason:
    reason = pb.Reason(code=code, sentence=SENTENCES[language][code].format(**{**facts, **(shown or {})}))
    for name, value in facts.items():
        if isinstance(value, str):
            reason.arguments.add(name=name, text=value)
        else:
            reason.arguments.add(name=name, real=value)
    return reason
