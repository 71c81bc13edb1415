"""One player against chance: the decisions of his turn compared one after the other."""

import time

from hunch.engines import State
from hunch.search.answer import Limits
from hunch.search.halving import Halving
from hunch.search.sample import Sampler, key_after
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.worlds import MOST_WORLDS, Worlds, key_of_view

FAR = 100
"""Plies of a rollout before the game's own estimate is taken."""
MOST_COMPARED = 16
"""Decisions of one turn that are searched; the rest of a longer turn is asked for when it is reached,"""
LEAST_COMPARED = 200
"""as is the rest of a turn for which fewer iterations than this are left."""


def compare(
    view: State,
    seat: int,
    limits: Limits,
    began: int,
    stop: Stop,
    seed: int,
    horizon: int,
    doubt: float,
    samplers: list[Sampler],
    permitted: dict[int, list[int]],
) -> str:
    """Each decision with half of what is left; the last, or the only one, with all. Says what ended it.

    `samplers` gets one for each decision compared, for who looks on; `began` is in nanoseconds of the monotonic clock;
    `permitted`: by key, the only moves that may be tried there.
    """
    key, reason = key_of_view(view, seat), ""
    left = limits.iterations
    until = began + limits.time_ms * 1_000_000 if limits.time_ms else 0
    counted = left > 0  # then an empty purse ends it: 0 would mean without end
    while view.to_move == seat and len(samplers) < MOST_COMPARED and (left or not counted):
        moves = permitted.get(key) or view.legal()
        best = moves[0]
        if len(moves) > 1:
            if counted and samplers and left < LEAST_COMPARED:
                break
            share = left // 2 if left >= 2 * LEAST_COMPARED else left
            all_of_it = counted and share == left
            nanoseconds = max((until - time.monotonic_ns()) // (1 if all_of_it else 2), 1) if until else 0
            sampler = _halving(
                view, seat, key, moves, share, nanoseconds, stop, (seed << 8) + len(samplers), horizon or FAR, doubt
            )
            samplers.append(sampler)
            reason = sampler.run(stop, share or 1 << 62, nanoseconds)
            left -= share
            if counted and not left:
                break  # no decision behind this one will be compared
            best = max(sampler.rows_at(key), key=lambda row: row[2])[0]
        view, key = view.after(best), key_after(key, best)
    remaining = until - time.monotonic_ns()
    if left if counted else remaining > 0:  # what the turn did not need goes to its last decision
        last = samplers[-1]
        most = last.iterations + left if counted else 1 << 62
        reason = last.run(stop, most, max(remaining, 1) if until else 0)
    return reason


def _halving(
    view: State,
    seat: int,
    key: int,
    moves: list[int],
    share: int,
    nanoseconds: int,
    stop: Stop,
    seed: int,
    horizon: int,
    doubt: float,
) -> Halving:
    """Compares the moves of one decision; where time is limited, a look tells for how many iterations there is some."""
    room = min(MOST_WORLDS, share or MOST_WORLDS) if view.game.hidden else 1

    def made(expected: int) -> Halving:
        return Halving(Worlds(view, seat, room), Tree(1 << 16, 1), seed, key, moves, expected, horizon, doubt)

    if nanoseconds:
        count = len(moves)
        pilot, start = made(count), time.monotonic_ns()
        pilot.run(stop, count, nanoseconds // 4)
        affordable = pilot.iterations * nanoseconds // max(time.monotonic_ns() - start, 1)
        share = min(share or affordable, affordable)
    return made(share)
