"""The typed face of the search: a question and limits in, advice out. Knows the contract, no message and no game by
name.

`Search` says what runs and when; `Reader` makes advice of what it found; `explain` compares two turns.
"""

import copy
import math
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from hunch.engines import BadState, State, Stream
from hunch.search.answer import VERSION, Advice, Candidate
from hunch.search.difference import Difference, difference, is_known
from hunch.search.exact import TARGET, attempt
from hunch.search.explain import Reason, compare_turns
from hunch.search.levels import level_of
from hunch.search.limits import DEFAULT_MIB, DEFAULT_MS, UNLIMITED, Limits, check, resolve
from hunch.search.plan import Plan
from hunch.search.question import AdviceOptions, Record, Turn, viewpoint
from hunch.search.reader import Findings, Reader
from hunch.search.results import Decision, TurnFilter, permitted
from hunch.search.sample import Sampler
from hunch.search.settings import DEFAULT, Settings
from hunch.search.solitaire import compare
from hunch.search.stop import Stop
from hunch.search.subgame import Subgame
from hunch.search.worlds import key_of_view

RATED = 256
"""Iterations after which it is known how many there will be in a given time."""
FEWEST = 8
"""Iterations that are made even if the time is over: fewer say nothing."""
LOOKED_ON_MS = 100
"""A shorter search is over before anybody looks on."""
WITHOUT_END = 1 << 62
"""Iterations of a search that time alone limits."""
ANY = AdviceOptions()
"""The usual advice."""


class Tried(NamedTuple):
    """A plan with its samplers, which may be taken up again if another plan gets nowhere."""

    plan: Plan
    samplers: list[Sampler]

    @property
    def iterations(self) -> int:
        """Payoffs sampled."""
        return sum(sampler.iterations for sampler in self.samplers)


class Search:
    """One search, to be run once. `stop` and `snapshot` may be called from any thread while it runs."""

    def __init__(
        self,
        state: State,
        seat: int,
        limits: Limits,
        *,
        seed: int,
        options: AdviceOptions = ANY,
        record: Record | None = None,
        settings: Settings = DEFAULT,
    ) -> None:
        """`limits` are complete: `limits.resolve` makes them so."""
        question = viewpoint(state, seat, record)
        check(limits)
        if not 0 <= seed < 1 << 32:
            raise BadState("seed", f"{seed} does not have 32 bits")
        if options.candidates < 0:
            raise BadState("candidates", f"{options.candidates} is below 0")
        if () in map(tuple, options.avoid):
            raise BadState("avoid", "every turn begins with no move: no legal turn is left")
        self.limits, self.options, self.flag = limits, options, Stop()
        self.plan = Plan(question, limits, seed, level_of(state.game, options.level), settings, self.flag)
        self.plan.named = tuple(map(tuple, options.named))
        self.reader = Reader(self.plan, options)
        self.samplers: list[Sampler] = []
        self.exact: Subgame | None = None
        self.stop_reason = "running"
        self.findings: Findings | None = None
        """What was found, once `run` is over."""

    def stop(self) -> None:
        """Ends the search within a few iterations; `run` then answers with what there is."""
        self.flag.set()

    def run(self) -> Advice:
        """Searches until a limit is met or `stop` is called. The interpreter's lock is free meanwhile."""
        began = time.monotonic_ns()
        only = self.reader.only_turn()
        if only is not None:
            if not self.options.allow or self.reader.is_forced(only):
                self.stop_reason = "only_move"
                return self.reader.only_move(only)
            self.plan.named = (only,)  # what it is worth was asked
        self.stop_reason = self._searched(began)
        self.findings = self._found()
        return self.reader.advice(self.findings, self.options.candidates, lines=True)

    def snapshot(self, candidates: int | None = None) -> Advice | None:
        """The answer so far; None before there is one. Figures may be a moment old, and not quite of one moment."""
        samplers = tuple(self.samplers)
        if self.exact is None and not any(sampler.asker_key and sampler.iterations for sampler in samplers):
            return None
        count = self.options.candidates if candidates is None else candidates
        return self.reader.advice(self._found(), count, lines=self.stop_reason != "running")

    def forget(self) -> None:
        """Frees what was found, once `run` is over. Another search of the same question may then use the memory."""
        self.samplers, self.exact, self.findings, self.plan.beliefs = [], None, None, None

    def candidate(self, allow: Sequence[Turn] = (), avoid: Sequence[Turn] = ()) -> Candidate | None:
        """The best of the turns that begin so, once `run` is over; None if there is none or nothing was searched."""
        if self.findings is None:
            return None
        return self.reader.best(self.findings, TurnFilter(allow, avoid), lines=True)

    def difference(self, turn: Turn, other: Turn) -> Difference | None:
        """How much better a turn is than another, once `run` is over; None if either was hardly tried."""
        return None if self.findings is None else difference(self.findings, turn, other)

    def is_known(self, turn: Turn) -> bool:
        """Whether the whole turn was tried often enough to say what it is worth, once `run` is over."""
        return self.findings is not None and is_known(self.findings, turn)

    def mixed(self, stream: Stream) -> list[tuple[int, dict[int, float]]]:
        """A turn drawn like the one to play, once `run` is over, each move with the probabilities that it was drawn
        with; empty if nothing was searched. The numbers of `stream` draw it, and the search knows none of them."""
        return [] if self.findings is None else self.reader.mixed(self.findings, stream)

    def reasons(self, turn: Turn, other: Turn, until: float = math.inf, share: float = 1.0) -> tuple[Reason, ...]:
        """What speaks for a turn rather than another, once `run` is over. It plays some milliseconds with both, less if
        `until`, of the monotonic clock, comes first, or if only a share of that is wanted."""
        if self.findings is None:
            return ()
        turns = self.tried(turn), self.tried(other)
        return compare_turns(self.findings, turns, self.reader.seed, until, share)

    def tried(self, turn: Turn) -> Turn:
        """The beginning of a turn that the search knows something about, at least one move."""
        return self.reader.tried(self.findings, turn)

    @property
    def running(self) -> bool:
        """Whether iterations have begun."""
        return any(sampler.iterations for sampler in self.samplers)

    @property
    def nodes(self) -> int:
        """How many information sets were met."""
        return sum(sampler.nodes for sampler in self.samplers)

    # Searching ------------------------------------------------------------------------------------------------

    def _searched(self, began: int) -> str:
        """Solves or searches; returns what ended it. `began` is in nanoseconds of the monotonic clock."""
        plan = self.plan
        if plan.settings.exact:
            if not self.limits.iterations and self.limits.time_ms >= LOOKED_ON_MS and plan.view.game.zero_sum:
                self._glance(began)  # snapshots have this while a subgame is built and solved
            if self._solve():
                return self.stop_reason
        ended = self._ended(began)
        if ended and self.running:  # while it tried to solve: snapshots showed as much
            return ended
        if plan.view.game.seats == 1:
            plan.method = "solitaire"
            return compare(plan, began, self.samplers, self._permitted(key_of_view(plan.view, plan.question.seat)))
        return self._sample(began)

    def _solve(self) -> bool:
        """Solves what is left if it fits the limits."""
        plan = self.plan
        exact = attempt(plan.question, self.limits, self.flag)
        if exact is None and plan.record is not None and plan.is_last():
            exact = attempt(plan.question._replace(record=None), self.limits, self.flag)
            if exact is not None:  # it fits without everything that could happen since the record's start
                plan.record = None
        if exact is None:
            return False
        ended = "stopped" if self.flag.is_set() else "time" if self.limits.time_ms else "iterations"
        self.stop_reason = "solved" if exact.exploitability <= TARGET else ended
        self.exact = exact
        return True

    def _sample(self, began: int) -> str:
        """Chooses a method and samples until a limit is met; returns which."""
        most, threads = self.limits.iterations, self.limits.threads
        if not most and not self.running and self.plan.depends_on_pace:
            self._glance(began)
        shares = [most // threads + (n < most % threads) for n in range(threads)]
        tried, plan = Tried(self.plan, self.samplers), copy.copy(self.plan) if self.samplers else self.plan
        plan.choose(shares[0], began)
        ended = self._ended(began)
        if ended and self.running:
            return ended
        samplers = list(self.samplers) if plan.method == "ucb" and not plan.beliefs else []
        samplers += [self._restricted(plan.sampler(n, shares[n])) for n in range(len(samplers), threads)]
        self.plan, self.samplers = plan, samplers
        reason = self._grow(samplers, shares, began)
        if Tried(plan, samplers).iterations < tried.iterations:
            self.plan, self.samplers = tried  # it had hardly begun
        if reason == "time" and not self.running:
            samplers[0].run(self.flag, min(FEWEST, most or FEWEST))
        return reason

    def _grow(self, samplers: Sequence[Sampler], shares: Sequence[int], began: int) -> str:
        """Runs each in a thread of its own until a limit is met; returns which."""
        reasons = [""] * len(samplers)
        time_ms = self.limits.time_ms
        left = max(began + time_ms * 1_000_000 - time.monotonic_ns(), 1) if time_ms else 0

        def grow(n: int) -> None:
            reasons[n] = samplers[n].run(self.flag, shares[n] if self.limits.iterations else WITHOUT_END, left)

        others = [threading.Thread(target=grow, args=(n,)) for n in range(1, len(samplers))]
        for thread in others:
            thread.start()
        grow(0)
        for thread in others:
            thread.join()
        return max(reasons, key=("iterations", "time", "stopped").index)

    def _glance(self, began: int) -> None:
        """Makes a few iterations if time alone is limited; they show how many more there is time for."""
        glance, start = self._restricted(self.plan.sampler(0, 0)), time.monotonic_ns()
        glance.run(self.flag, FEWEST)
        glance.run(self.flag, RATED, self.plan.time_to_try(began))
        self.plan.pace = max(time.monotonic_ns() - start, 1) // max(glance.iterations, 1)
        self.samplers = [glance]

    def _restricted(self, sampler: Sampler) -> Sampler:
        """Keeps a sampler to turns that may be advised. Regret tries all turns if its record begins elsewhere. If turns
        are named, the others are taken to expect any turn."""
        moves = {} if self.plan.named else self._permitted(sampler.asker_key)
        if moves:
            sampler.restrict_to(moves)
        return sampler

    def _permitted(self, key: int) -> dict[int, list[int]]:
        """By key, the only moves that may be tried there."""
        if not self.reader.turns:
            return {}
        return permitted(Decision(self.plan.view, self.plan.question.seat, key), self.reader.turns) or {}

    def _ended(self, began: int) -> str:
        """Why no search may begin; empty if one may."""
        if self.flag.is_set():
            return "stopped"
        time_ms = self.limits.time_ms
        return "time" if time_ms and time.monotonic_ns() >= began + time_ms * 1_000_000 else ""

    def _found(self) -> Findings:
        return Findings(self.plan, self.samplers, self.exact, self.stop_reason)


def advise(
    state: State,
    seat: int,
    limits: Limits = UNLIMITED,
    *,
    seed: int,
    options: AdviceOptions = ANY,
    record: Record | None = None,
    settings: Settings = DEFAULT,
) -> Advice:
    """The turn that `seat` should play in `state`, a world or its view, in which it owes a choice.

    Whatever else the state holds is hidden from the search first. The limits are completed by the level, or by half a
    second. A `record` ends in the same position, and what was played says more about what is hidden.
    """
    complete = resolve(limits, state.game, options.level)
    return Search(state, seat, complete, seed=seed, options=options, record=record, settings=settings).run()


__all__ = [
    "DEFAULT_MIB",
    "DEFAULT_MS",
    "VERSION",
    "Advice",
    "AdviceOptions",
    "Candidate",
    "Limits",
    "Record",
    "Search",
    "Settings",
    "Turn",
    "advise",
    "resolve",
]
