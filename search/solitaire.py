"""One player against chance: the decisions of their turn compared one after the other."""

import time
from dataclasses import replace

from hunch.engines import State
from hunch.search.halving import Comparison, Halving
from hunch.search.plan import Plan
from hunch.search.sample import Sampler, key_after
from hunch.search.tree import Tree
from hunch.search.worlds import MOST_WORLDS, Worlds, key_of_view

FAR = 100
"""Plies of a rollout before the game's estimate is taken, unless the settings or the level say otherwise."""
MOST_COMPARED = 16
"""Most decisions of one turn that are compared. The rest of a longer turn is asked for once it is reached."""
LEAST_COMPARED = 200
"""Fewest iterations for a further decision of a turn. With fewer left the rest of the turn is asked for later."""
WITHOUT_END = 1 << 62
"""Iterations of a comparison that time alone limits."""


def compare(plan: Plan, began: int, samplers: list[Sampler], permitted: dict[int, list[int]]) -> str:
    """Compares each decision with half of what is left; the last, or the only one, with all. Returns what ended it.

    `samplers` gets one for each decision, so that a snapshot can read it. `began` is in nanoseconds of the
    monotonic clock. `permitted` holds, by key, the only moves that may be tried there.
    """
    view, seat, limits, stop = plan.view, plan.question.seat, plan.limits, plan.flag
    key, reason = key_of_view(view, seat), ""
    left = limits.iterations
    until = began + limits.time_ms * 1_000_000 if limits.time_ms else 0
    counted = left > 0  # if iterations are limited, none left ends it: 0 is no limit
    while view.to_move == seat and len(samplers) < MOST_COMPARED and (left or not counted):
        moves = permitted.get(key) or view.legal()
        best = moves[0]
        if len(moves) > 1:
            if counted and samplers and left < LEAST_COMPARED:
                break
            share = left // 2 if left >= 2 * LEAST_COMPARED else left
            all_of_it = counted and share == left
            nanoseconds = max((until - time.monotonic_ns()) // (1 if all_of_it else 2), 1) if until else 0
            sampler = _halving(plan, view, Comparison(key, moves, share), nanoseconds, len(samplers))
            samplers.append(sampler)
            reason = sampler.run(stop, share or WITHOUT_END, nanoseconds)
            left -= share
            if counted and not left:
                break  # no decision after this one will be compared
            best = max(sampler.rows_at(key), key=lambda row: row[2])[0]
        view, key = view.after(best), key_after(key, best)
    if not samplers:
        samplers.append(_alone(plan, permitted, until))
    remaining = until - time.monotonic_ns()
    if left if counted else remaining > 0:  # the last decision gets what the turn did not need
        last = samplers[-1]
        most = last.iterations + left if counted else WITHOUT_END
        reason = last.run(stop, most, max(remaining, 1) if until else 0)
    return reason


def _alone(plan: Plan, permitted: dict[int, list[int]], until: int) -> Sampler:
    """Only one turn may be advised: what it is worth is found out at its last choice."""
    view, key = plan.view, key_of_view(plan.view, plan.question.seat)
    last, choice = view, Comparison(key, [], 0)
    while view.to_move == plan.question.seat:
        move = (permitted.get(key) or view.legal())[0]
        if key in permitted:
            last, choice = view, Comparison(key, [move], plan.limits.iterations)
        view, key = view.after(move), key_after(key, move)
    return _halving(plan, last, choice, max(until - time.monotonic_ns(), 1) if until else 0, 0)


def _halving(plan: Plan, view: State, comparison: Comparison, nanoseconds: int, number: int) -> Halving:
    """The comparison of one decision. If time is limited, a short trial shows how many iterations to expect."""
    share, seed = comparison.expected, (plan.seed << 8) + number
    room = min(MOST_WORLDS, share or MOST_WORLDS) if view.game.hidden else 1
    params = plan.settings.halving
    params = replace(params, doubt=params.doubt * (1.0 - plan.blur))

    def made(expected: int) -> Halving:
        worlds, tree = Worlds(view, plan.question.seat, room), Tree(1 << 16, 1)
        return Halving(worlds, tree, seed, comparison._replace(expected=expected), params, plan.horizon or FAR)

    if nanoseconds:
        count = len(comparison.moves)
        pilot, start = made(count), time.monotonic_ns()
        pilot.run(plan.flag, count, nanoseconds // 4)
        affordable = pilot.iterations * nanoseconds // max(time.monotonic_ns() - start, 1)
        share = min(share or affordable, affordable)
    return made(share)
