"""A hint's second half: the best turn beside another, each with the same share of a search of their own.

The first search tries most often what looks best. So it knows little of other turns, and what looked best may have had
luck. A second search of the two, by other luck, says how much better one is.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from hunch.search.advice import Search
from hunch.search.answer import Advice, Candidate
from hunch.search.difference import FEWEST, Difference
from hunch.search.explain import Reason
from hunch.search.limits import Limits
from hunch.search.question import AdviceOptions, Turn

BETTER = 1.0
"""Standard errors by which the other turn must be better in the second search to take the place of the best one."""
EVEN = 0.015
"""Difference in payoff up to which turns are equally good."""
MIXING = ("regret", "exact")
"""Methods whose probabilities say how often to play a turn. They try all turns, and play some that pay less."""
OTHER_LUCK = 0x5EED
"""Changes the seed for the second search, as the first one chose the turns by its luck."""
Run = Callable[[Search], Advice]
"""Runs a search."""


class Comparison(NamedTuple):
    """How the best turn compares with others."""

    best: Candidate
    """The turn to recommend. An error of 1 says that its value is not known."""
    runner_up: Candidate | None
    """The best turn of the first search that begins otherwise than its best one."""
    lead: Difference | None
    """How much better the first search found its best turn than the runner-up; None if that is not known."""
    rival: Candidate | None
    """The turn that the recommended one is compared with: the asker's idea, or the runner-up."""
    tried: Turn
    """The beginning of the rival that was searched."""
    difference: Difference | None
    """How much better the recommended turn is than the rival; None if that is not known."""
    reasons: tuple[Reason, ...]
    """What speaks for the recommended turn rather than the rival."""


def alone(best: Candidate) -> Comparison:
    """No comparison: there is no other turn, or none is wanted."""
    return Comparison(best, None, None, None, (), None, ())


def found(first: Search, advice: Advice, idea: Turn = ()) -> Comparison:
    """What a finished search itself says of its best turn and the idea, or the best turn that begins otherwise."""
    best = advice.candidates[0]
    runner_up = first.candidate(avoid=[best.turn[:1]])
    rival = first.candidate(allow=[idea]) if idea and idea != best.turn[: len(idea)] else runner_up
    if runner_up is None or rival is None:
        return alone(best)._replace(runner_up=runner_up)
    lead, difference = (first.difference(best.turn, other.turn) for other in (runner_up, rival))
    return Comparison(best, runner_up, lead, rival, first.tried(rival.turn), difference, ())


def searched(first: Search, advice: Advice, idea: Turn, limits: Limits, run: Run) -> tuple[Comparison, Search]:
    """The best turn and its rival, each searched equally often within `limits`, and the search that knows most of them.
    Nothing is searched again if the first search tried all turns evenly."""
    known = found(first, advice, idea)
    if known.rival is None or (advice.method in MIXING and known.difference is not None):
        return known, first
    rival, begins = known.rival, idea if known.rival is not known.runner_up else known.rival.turn[:1]
    unknown = not first.is_known(rival.turn) and len(rival.turn) > len(begins)
    first.forget()  # one search at a time may use the memory
    if unknown:  # nor how the idea goes on best
        share, limits = halves(limits)
        rival = run(_second(first, AdviceOptions(candidates=1, allow=[begins]), share)).candidates[0]
    turns = known.best.turn, rival.turn
    second = of_both(first, turns, limits)
    run(second)
    difference = second.difference(*turns)
    best, other = (_with_value(second, each) for each in (known.best, rival))
    known = known._replace(best=best, rival=other, tried=second.tried(rival.turn), difference=difference)
    if advice.method in MIXING or difference is None:
        return known, second
    if difference.sigmas <= -BETTER and difference.margin < -EVEN:
        swapped = Difference(-difference.margin, difference.standard_error)
        known = known._replace(best=other, rival=best, lead=None, tried=second.tried(best.turn), difference=swapped)
    return known, second


def halves(limits: Limits) -> tuple[Limits, Limits]:
    """The limits of two searches that share the iterations and the time."""
    iterations, time_ms = limits.iterations // 2, limits.time_ms // 2
    less = limits._replace(
        iterations=max(1, iterations) if limits.iterations else 0, time_ms=max(1, time_ms) if limits.time_ms else 0
    )
    more = limits._replace(
        iterations=max(1, limits.iterations - iterations) if limits.iterations else 0,
        time_ms=max(1, limits.time_ms - time_ms) if limits.time_ms else 0,
    )
    return less, more


def with_reasons(known: Comparison, search: Search, until: float = math.inf, share: float = 1.0) -> Comparison:
    """With what speaks for the best turn rather than the rival, looked for until then, of the monotonic clock, in a
    share of the usual lines."""
    if known.rival is None:
        return known
    return known._replace(reasons=search.reasons(known.best.turn, known.rival.turn, until, share))


def of_both(first: Search, turns: tuple[Turn, Turn], limits: Limits, luck: int = OTHER_LUCK) -> Search:
    """A search of the same question that tries two turns equally often; `luck` makes its seed another."""
    return _second(first, AdviceOptions(candidates=2, allow=turns, named=turns), limits, luck)


def _second(first: Search, options: AdviceOptions, limits: Limits, luck: int = OTHER_LUCK) -> Search:
    question, settings = first.plan.question, replace(first.plan.settings, exact=False)
    if question.view.game.seats > 1:
        settings = replace(settings, method="ucb")
    return Search(
        question.view,
        question.seat,
        limits,
        seed=first.reader.seed ^ luck,
        options=options,
        record=question.record,
        settings=settings,
    )


def _with_value(second: Search, candidate: Candidate) -> Candidate:
    """A turn with the value of the search that tried it more often; without one if neither did often enough."""
    again = second.candidate(allow=[candidate.turn])
    if again is not None and second.is_known(candidate.turn) and again.visits > candidate.visits:
        return again._replace(turn=candidate.turn, probability=candidate.probability, ends=candidate.ends)
    if candidate.visits >= FEWEST:
        return candidate
    return candidate._replace(value=0.0, standard_error=1.0, line=())
