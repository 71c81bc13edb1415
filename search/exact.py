"""Exact answers, for people and for `advise`: the solution of what is left of a two-player zero-sum game."""

import time
from dataclasses import dataclass

from hunch.engines import PUBLIC, BadState, State, Stream
from hunch.search.answer import Limits, Record, Turn
from hunch.search.double_oracle import DoubleOracle
from hunch.search.stop import Stop
from hunch.search.subgame import Subgame, TooLarge
from hunch.search.tree_size import estimate_histories

TARGET = 1e-5
"""Exploitability, as payoff, at which a solution is good enough."""
MOST_ENDS, MOST_WORLDS, MOST_WALKED = 1_000_000, 20_000, 60_000
"""Ends and worlds of a remainder that is built, and worlds of one that double oracle walks through."""
BYTES_PER_END, BYTES_PER_WORLD = 200, 1_000
"""Memory, about."""
FEWEST_ITERATIONS, FULL_ITERATIONS = 5, 1_000
"""Where only iterations are limited: every request may try what so few of them pay for; the first thousand count
twice, as a solution is worth more than they are."""
WORLDS_PER_ITERATION, ENDS_PER_ITERATION, SWEPT_PER_ITERATION = 100, 10, 2_000
"""Worlds and ends of a remainder that is tried, and ends gone over while solving it."""
MOST_TIME_MS, MOST_COUNTED = 1 << 40, 1 << 28
"""That may be asked for."""
WORLDS_PER_MS = 1_000
"""That are listed, about: no more are asked for than can be listed in the time, as nothing interrupts that."""
BUILD_SHARE = 0.4
"""Of the time; where building takes longer, sampling does better. Double oracle has as much."""
HANDED_OVER = 0.01
"""Exploitability above which what double oracle found in its time is left to a search."""
PROBES, ENDS_PER_PROBE, FAR_OFF = 16, 500, 4.0
"""Lines that estimate the size of the rest, fewer for few ends, and how many times too large it must look to be refused
unseen."""


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
    """Of the whole remainder to the asker, before the hidden is dealt: over all that everybody thinks possible."""
    turns: tuple[Answer, ...]
    """The asker's turns by falling probability."""
    exploitability: float
    """What best responses gain on average over both seats, as a payoff; computed for the average plans: where
    shares of places that are hardly ever reached are told otherwise (`SequenceForm.rate`), it may differ by 1e-5."""
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
    most_worlds: int = MOST_WALKED,
    stop: Stop | None = None,
    record: Record | None = None,
) -> Solution:
    """Solves what is left for the decision `seat` has in `state`, until nobody can gain more than `target`.

    The root is all worlds that fit what everybody knows, weighted as the contract says; with a `record`, those that fit
    its start, and all that could happen since. What has more than `most_ends` is walked through by double oracle, which
    keeps those that best plans lead to; TooLarge where that does not fit the limits either. At the end of the time the
    best plans so far are answered, with their exploitability; the same once `stop` is raised, or TooLarge if it is
    abandoned.
    """
    began, view, flag = time.monotonic_ns(), viewed(state, seat, record), stop or Stop()
    if not (0 < time_ms <= MOST_TIME_MS and 0 < most_ends <= MOST_COUNTED and 0 < most_worlds <= MOST_COUNTED):
        raise BadState("limits", f"at least 1, and at most {MOST_TIME_MS:,} ms and {MOST_COUNTED:,} ends and worlds")
    nanoseconds = time_ms * 1_000_000
    most_worlds = min(most_worlds, WORLDS_PER_MS * time_ms)
    try:
        left = _built(Subgame, view, seat, record, flag, min(most_worlds, MOST_WORLDS), most_ends, nanoseconds)
    except TooLarge:
        rest = began + nanoseconds - time.monotonic_ns()
        if flag.is_set() or rest <= 0:
            raise
        left = _built(DoubleOracle, view, seat, record, flag, most_worlds, most_ends, rest)
    left.run(flag, target, 1 << 40, max(began + nanoseconds - time.monotonic_ns(), 1))
    if flag.is_abandoned():
        raise TooLarge("the time allowed")
    left.rate()
    turns = tuple(Answer(turn, probability, value) for turn, probability, value in left.turns())
    return Solution(
        seat,
        -left.value if seat else left.value,
        turns,
        left.exploitability,
        left.worlds,
        left.leaf_count,
        left.first.decisions + left.second.decisions,
        left.iterations,
    )


def viewed(state: State, seat: int, record: Record | None) -> State:
    """What the seat knows, where it owes a choice; BadState where it does not, or where nothing can be like that."""
    if not 0 <= seat < state.game.seats:
        raise BadState("seat", f"{seat} is not one of the {state.game.seats} seats")
    view = state.view(seat)
    if view.to_move != seat:
        raise BadState("seat", f"seat {seat} owes no choice now")
    view.fill(Stream(0))  # raises BadState where no world fits: nothing inside looks again
    if record is not None:
        if record.view(seat) != view:
            raise BadState("record", "it does not end in the state")
        record.start.view(seat).fill(Stream(0))
    return view


def attempt(view: State, seat: int, record: Record | None, limits: Limits, stop: Stop) -> Subgame | None:
    """What is left, solved within the limits of a search and ready to be read; None where it does not fit."""
    if not view.game.zero_sum or view.game.seats != 2:
        return None
    began, memory = time.monotonic_ns(), limits.memory_mib << 20
    most, worlds = min(MOST_ENDS, memory // BYTES_PER_END), memory // BYTES_PER_WORLD
    effort = max(limits.iterations, FEWEST_ITERATIONS)
    effort += min(effort, FULL_ITERATIONS)
    if limits.iterations:
        most, worlds = min(most, ENDS_PER_ITERATION * effort), min(worlds, WORLDS_PER_ITERATION * effort)
    start = view if record is None else record.start.view(seat)
    world, probes, far = start.view(PUBLIC).fill(Stream(1)), min(PROBES, 1 + most // ENDS_PER_PROBE), FAR_OFF * most
    if estimate_histories(world, probes, 1, far) > far:
        return None
    nanoseconds = limits.time_ms * 1_000_000
    share = int(BUILD_SHARE * nanoseconds)
    if limits.time_ms:
        worlds = min(worlds, int(BUILD_SHARE * WORLDS_PER_MS * limits.time_ms))
    try:
        left = _built(Subgame, view, seat, record, stop, min(MOST_WORLDS, worlds), most, share)
    except TooLarge:
        if limits.iterations or stop.is_set():
            return None
        until = min(time.monotonic_ns(), began + share) + share
        return _walked(view, seat, record, min(MOST_WALKED, worlds), most, until, stop)
    sweeps = 1 << 40
    if limits.iterations:
        sweeps = max(SWEPT_PER_ITERATION * effort // max(left.leaf_count, 1), 16)
    try:
        left.run(stop, TARGET, sweeps, max(began + nanoseconds - time.monotonic_ns(), 1) if nanoseconds else 0)
    except TooLarge:
        return None
    left.rate()
    return left


def _walked(
    view: State, seat: int, record: Record | None, worlds: int, most: int, until: int, stop: Stop
) -> Subgame | None:
    """By double oracle, where time alone is limited; None where it does not come near enough until then."""
    rest = until - time.monotonic_ns()
    if rest <= 0:
        return None
    try:
        left = _built(DoubleOracle, view, seat, record, stop, worlds, most, rest)
        left.run(stop, TARGET, 1 << 40, max(until - time.monotonic_ns(), 1))
        if left.exploitability > HANDED_OVER:
            return None
        left.rate()
    except TooLarge:
        return None
    return left


def _built(
    kind: type[Subgame],
    view: State,
    seat: int,
    record: Record | None,
    stop: Stop,
    most_worlds: int,
    most_ends: int,
    nanoseconds: int,
) -> Subgame:
    start, events = (None, ()) if record is None else (record.start.view(seat), record.events)
    left = kind(view, seat, stop, most_worlds, most_ends, nanoseconds, start, events)
    left.build()
    return left


__all__ = ["TARGET", "Answer", "Solution", "TooLarge", "attempt", "solve", "viewed"]
