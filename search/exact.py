"""Exact answers, for people and for `advise`: the solution of what is left of a two-player zero-sum game."""

import time
from dataclasses import dataclass
from typing import NamedTuple

from hunch.engines import PUBLIC, BadState, State, Stream
from hunch.search.double_oracle import DoubleOracle
from hunch.search.limits import Limits, SubgameLimits
from hunch.search.question import Record, Turn, Viewpoint, viewpoint
from hunch.search.stop import Stop
from hunch.search.subgame import Subgame, TooLarge
from hunch.search.tree_size import estimate_histories

TARGET = 1e-5
"""Exploitability, as a payoff, at which a solution is good enough."""
MOST_ENDS = 1_000_000
"""Most ends of a subgame that is built, unless the caller says otherwise."""
MOST_WORLDS = 20_000
"""Most worlds of a subgame that is built."""
MOST_WALKED = 60_000
"""Most worlds of a subgame that double oracle walks through."""
BYTES_PER_END = 200
"""About how much memory an end takes."""
BYTES_PER_WORLD = 1_000
"""About how much memory a world takes."""
FEWEST_ITERATIONS = 5
"""If only iterations are limited, every request may try what this many of them pay for."""
FULL_ITERATIONS = 1_000
"""This many first iterations of a request count twice, as a solution is worth more than they are."""
WORLDS_PER_ITERATION = 100
"""Worlds of a subgame that one iteration pays for."""
ENDS_PER_ITERATION = 10
"""Ends of a subgame that one iteration pays for."""
SWEPT_PER_ITERATION = 2_000
"""Ends that one iteration pays for to be gone over while the subgame is solved."""
FEWEST_SWEEPS = 16
"""Sweeps that are paid for in any case."""
WITHOUT_END = 1 << 40
"""Sweeps of a solution that time alone limits."""
MOST_TIME_MS = 1 << 40
"""Most milliseconds that a caller may ask for."""
MOST_COUNTED = 1 << 28
"""Most ends that a caller may ask for."""
WORLDS_PER_MS = 1_000
"""About how many worlds are listed in a millisecond. No more are asked for than the time allows, as nothing interrupts
the listing."""
BUILD_SHARE = 0.4
"""Share of the time in which a subgame must be built; if it takes longer, sampling does better. Double oracle has as
much again."""
HANDED_OVER = 0.01
"""Exploitability above which what double oracle found in its time is left to a search."""
PROBES = 16
"""Random lines that estimate the size of a subgame."""
ENDS_PER_PROBE = 500
"""Ends that must be allowed for each further line."""
FAR_OFF = 4.0
"""A subgame is refused unseen if it looks too large by more than this factor."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole turn of the solution."""

    turn: Turn
    probability: float
    value: float
    """Expected payoff of the asker, -1 to 1, against the other's plan."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What both should do with what is left, as the asking seat sees it."""

    seat: int
    value: float
    """Of the whole subgame to the asker, before the hidden is dealt: over everything that all think possible."""
    turns: tuple[Answer, ...]
    """The asker's turns by falling probability."""
    exploitability: float
    """What best responses gain on average over both seats, as a payoff, computed for the average plans. If a
    plan hardly ever leads to a place, its shares there are read in another way (`SequenceForm.evaluate`): that may lose
    about 1e-5 more."""
    worlds: int
    ends: int
    decisions: int
    iterations: int


def solve(
    state: State,
    seat: int,
    *,
    target: float = TARGET,
    time_ms: int = 1000,
    most_ends: int = MOST_ENDS,
    stop: Stop | None = None,
    record: Record | None = None,
) -> Solution:
    """Solves what is left for the decision that `seat` owes in `state`, until nobody can gain more than `target`.

    It begins in all worlds that fit what everybody knows, weighted as the contract says; with a `record`, in those that
    fit its start, with everything that could happen since. What has more than `most_ends` is walked through by double
    oracle, which keeps what best plans lead to. TooLarge if that does not fit either. At the end of the time, or once
    `stop` is set, it answers with the best plans so far and their exploitability; TooLarge if `stop` is abandoned.
    """
    began, question, flag = time.monotonic_ns(), viewpoint(state, seat, record), stop or Stop()
    if not (0 < time_ms <= MOST_TIME_MS and 0 < most_ends <= MOST_COUNTED):
        raise BadState("limits", f"at least 1, and at most {MOST_TIME_MS:,} ms and {MOST_COUNTED:,} ends")
    nanoseconds = time_ms * 1_000_000
    most_worlds = min(MOST_WALKED, WORLDS_PER_MS * time_ms)
    try:
        limits = SubgameLimits(min(most_worlds, MOST_WORLDS), most_ends, nanoseconds)
        subgame = _built(Subgame, question, flag, limits)
    except TooLarge:
        rest = began + nanoseconds - time.monotonic_ns()
        if flag.is_set() or rest <= 0:
            raise
        subgame = _built(DoubleOracle, question, flag, SubgameLimits(most_worlds, most_ends, rest))
    subgame.run(flag, target, WITHOUT_END, max(began + nanoseconds - time.monotonic_ns(), 1))
    if flag.is_abandoned():
        raise TooLarge("the time allowed")
    subgame.evaluate()
    turns = tuple(Answer(turn, probability, value) for turn, probability, value in subgame.turns())
    return Solution(
        seat,
        -subgame.value if seat else subgame.value,
        turns,
        subgame.exploitability,
        subgame.worlds,
        subgame.leaf_count,
        subgame.first.decisions + subgame.second.decisions,
        subgame.iterations,
    )


class Allowance(NamedTuple):
    """What the limits of a search allow for an attempt to solve."""

    effort: int
    """Iterations that pay for it."""
    ends: int
    worlds: int
    build_ns: int
    """Nanoseconds to build the subgame; 0 for no limit."""


def attempt(question: Viewpoint, limits: Limits, stop: Stop) -> Subgame | None:
    """What is left, solved within the limits of a search and ready to be read; None if it does not fit."""
    game = question.view.game
    if not game.zero_sum or game.seats != 2:
        return None
    began, allowed = time.monotonic_ns(), _allowed(limits)
    if _is_far_too_large(question.start, allowed.ends):
        return None
    try:
        subgame_limits = SubgameLimits(min(MOST_WORLDS, allowed.worlds), allowed.ends, allowed.build_ns)
        subgame = _built(Subgame, question, stop, subgame_limits)
    except TooLarge:
        if limits.iterations or stop.is_set():
            return None
        until = min(time.monotonic_ns(), began + allowed.build_ns) + allowed.build_ns
        return _walked(question, allowed, until, stop)
    sweeps = WITHOUT_END
    if limits.iterations:
        sweeps = max(SWEPT_PER_ITERATION * allowed.effort // max(subgame.leaf_count, 1), FEWEST_SWEEPS)
    nanoseconds = limits.time_ms * 1_000_000
    try:
        subgame.run(stop, TARGET, sweeps, max(began + nanoseconds - time.monotonic_ns(), 1) if nanoseconds else 0)
    except TooLarge:
        return None
    subgame.evaluate()
    return subgame


def _allowed(limits: Limits) -> Allowance:
    memory = limits.memory_mib << 20
    ends, worlds = min(MOST_ENDS, memory // BYTES_PER_END), memory // BYTES_PER_WORLD
    effort = max(limits.iterations, FEWEST_ITERATIONS)
    effort += min(effort, FULL_ITERATIONS)
    if limits.iterations:
        ends, worlds = min(ends, ENDS_PER_ITERATION * effort), min(worlds, WORLDS_PER_ITERATION * effort)
    if limits.time_ms:
        worlds = min(worlds, int(BUILD_SHARE * WORLDS_PER_MS * limits.time_ms))
    return Allowance(effort, ends, worlds, int(BUILD_SHARE * (limits.time_ms * 1_000_000)))


def _is_far_too_large(start: State, most_ends: int) -> bool:
    far = FAR_OFF * most_ends
    probes = min(PROBES, 1 + most_ends // ENDS_PER_PROBE)
    return estimate_histories(start.view(PUBLIC).fill(Stream(1)), probes, 1, far) > far


def _walked(question: Viewpoint, allowed: Allowance, until: int, stop: Stop) -> Subgame | None:
    """By double oracle, if time alone is limited; None if it does not come near enough until then."""
    rest = until - time.monotonic_ns()
    if rest <= 0:
        return None
    try:
        subgame_limits = SubgameLimits(min(MOST_WALKED, allowed.worlds), allowed.ends, rest)
        subgame = _built(DoubleOracle, question, stop, subgame_limits)
        subgame.run(stop, TARGET, WITHOUT_END, max(until - time.monotonic_ns(), 1))
        if subgame.exploitability > HANDED_OVER:
            return None
        subgame.evaluate()
    except TooLarge:
        return None
    return subgame


def _built(kind: type[Subgame], question: Viewpoint, stop: Stop, limits: SubgameLimits) -> Subgame:
    subgame = kind(question, stop, limits)
    subgame.build()
    return subgame


__all__ = ["TARGET", "Answer", "Solution", "TooLarge", "attempt", "solve"]
