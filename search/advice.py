"""The typed face of the search: limits in, advice out. Knows the contract; knows no message and no game by name."""

import copy
import itertools
import math
import threading
import time
from collections.abc import Sequence
from functools import cached_property

from hunch.engines import CHANCE, OVER, BadState, State, Stream
from hunch.search import explain, results
from hunch.search.answer import DEFAULT_MIB, VERSION, Advice, Candidate, Limits, Record, Settings, Turn
from hunch.search.cursor import Cursor, root_cursor
from hunch.search.exact import TARGET, attempt, viewed
from hunch.search.explain import Reason
from hunch.search.levels import LEVELS, SENSIBLE, levels
from hunch.search.plan import Plan, mixes
from hunch.search.replay import find_position, weighed
from hunch.search.results import Lookup, TurnStats
from hunch.search.sample import Sampler, key_after
from hunch.search.solitaire import compare
from hunch.search.stop import Stop
from hunch.search.subgame import Subgame
from hunch.search.worlds import key_of_view

DEFAULT_MS = 500
FEW_WORLDS = 64
"""Worlds that are gone through evenly for reasons, not drawn."""
LINE = 6
"""How many events of the expected line are told."""
RATED = 256
"""Iterations after which it is known how many there will be in a given time."""
FEWEST = 8
"""Iterations that are made though the time is over: of less nothing can be told."""
LOOKED_ON_MS = 100
"""A search of less is over before anybody looks on."""
MOST_LIMIT = 1 << 40
ENDS = {OVER: "over", CHANCE: "chance"}
DEFAULT = Settings()
UNLIMITED = Limits()


class Search:
    """One search, to be run once. `stop` and `snapshot` may be called from any thread while it runs."""

    def __init__(
        self,
        state: State,
        seat: int,
        limits: Limits = UNLIMITED,
        *,
        seed: int,
        level: int = 10,
        candidates: int = 5,
        allow: Sequence[Turn] = (),
        avoid: Sequence[Turn] = (),
        threads: int = 1,
        record: Record | None = None,
        settings: Settings = DEFAULT,
    ) -> None:
        self.game, self.seat, self.seed = state.game, seat, seed
        self.view = viewed(state, seat, record)
        _check(seed, level, limits, threads, candidates)
        self.level, self.count, self.threads = level, candidates, threads
        self.own = levels(state.game)[level - 1]
        self.limits = _capped(limits, self.own.iterations)
        self.allow, self.avoid = tuple(map(tuple, allow)), tuple(map(tuple, avoid))
        if () in self.avoid:
            raise BadState("avoid", "every turn begins with no move: no legal turn is left")
        self.settings, self.flag = settings, Stop()
        self.plan = Plan(self.view, seat, self.limits, seed, self.own, threads, record, settings, self.flag)
        self.samplers: list[Sampler] = []
        self.reason = "running"
        self.foresees = False  # whether lines are told that may be expected
        self.exact: Subgame | None = None
        self.look: Lookup | None = None
        self.key = 0

    def stop(self) -> None:
        """Ends the search within a few iterations; `run` then answers with what there is."""
        self.flag.set()

    def run(self) -> Advice:
        """Searches until a limit is met or `stop` is called; the interpreter's lock is free meanwhile."""
        began = time.monotonic_ns()
        only = self._only_turn()
        if only is not None:
            self.reason = "only_move"
            alone = Candidate(only, 1.0, 0, 0.0, 1.0, (), self._end(self._after(only)))
            return self._advice(only, (alone,), "only_move", "none", 0, 0)
        if self.settings.exact:
            if not self.limits.iterations and self.limits.time_ms >= LOOKED_ON_MS and self.game.zero_sum:
                self._glance(began)  # for who looks on while an exact end is built and solved
            self._solve()
        if self.exact is None:
            ended = self._ended(began)
            if ended and self.running:  # while it tried to solve: who looked on saw as much
                self.reason, self.foresees = ended, True
            elif self.game.seats == 1:
                self._compare(began)
            else:
                self._sample(began)
        return self._read(self.samplers, self.count, whole=True)

    def snapshot(self, candidates: int | None = None) -> Advice | None:
        """The answer so far; None before there is one. Figures may be a moment old and not quite of one moment."""
        samplers = tuple(self.samplers)
        if self.exact is None and not any(one.asked and one.iterations for one in samplers):
            return None
        return self._read(samplers, self.count if candidates is None else candidates)

    def candidate(self, allow: Sequence[Turn] = (), avoid: Sequence[Turn] = ()) -> Candidate | None:
        """The best of the turns that begin so, once `run` is over; None where there is none or nothing was searched."""
        if self.look is None:
            return None

        def may(turn: Turn) -> bool:
            return results.wanted(turn, allow, avoid)

        allowed, partly = self._allowed(self.look, self.key), self.plan.method == "solitaire"
        for found in results.ranked(allowed, self.view, self.seat, self.key, may, partly):
            if found.view.to_move == self.seat or results.reaches(found.turn, allow):
                return self._candidate(self.look, found)
        return None

    def reasons(self, turn: Turn, other: Turn, until: float = math.inf) -> tuple[Reason, ...]:
        """What speaks for a turn rather than another, once `run` is over: some milliseconds of play with both, fewer
        where a time of the monotonic clock comes first."""
        if self.look is None:
            return ()
        known: list[tuple[Cursor, float]] = []
        plan = self.plan
        if plan.record is not None and (plan.method == "regret" or self.exact is not None):
            known = weighed(plan.record, self.seat, self._entered, self.look, self.flag)
        worlds = plan.beliefs.worlds() if plan.beliefs else self.view.worlds(FEW_WORLDS) or []
        shares = [weight for _, weight in known or worlds]

        def place(at: float, stream: Stream) -> Cursor:
            if not shares:
                return self._entered(self.view.fill(stream))
            number = results.picked(shares, at)
            return known[number][0] if known else self._entered(worlds[number][0])

        return explain.reasons(place, self.look, self.seat, self.tried(turn), self.tried(other), self.seed, until)

    def _entered(self, world: State) -> Cursor:
        place = root_cursor(world)
        return place if self.exact is None else place.with_keys(self.exact.merged_key)

    def tried(self, turn: Turn) -> Turn:
        """The beginning of a turn that the search knows something of, at least one move; the rest was not looked at."""
        key, look = self.key, self.look
        for made, move in enumerate(turn):
            if made and look is not None and not any(row.move == move and row.visits for row in look(key)):
                return turn[:made]
            key = key_after(key, move)
        return turn

    @property
    def running(self) -> bool:
        """Whether iterations have begun."""
        return any(one.iterations for one in self.samplers)

    @property
    def nodes(self) -> int:
        """How many information sets were met."""
        return sum(sampler.nodes for sampler in self.samplers)

    # Searching ------------------------------------------------------------------------------------------------

    def _sample(self, began: int) -> None:
        most = self.limits.iterations
        if not most and not self.running and self.plan.depends_on_pace:
            self._glance(began)
        shares = [most // self.threads + (n < most % self.threads) for n in range(self.threads)]
        tried, plan = (self.plan, self.samplers), copy.copy(self.plan) if self.samplers else self.plan
        plan.settle(shares[0], began)
        ended = self._ended(began)
        if ended and self.running:
            self.reason, self.foresees = ended, True
            return
        samplers = list(self.samplers) if plan.method == "ucb" and not plan.beliefs else []
        samplers += [self._bounded(plan.sampler(n, shares[n])) for n in range(len(samplers), self.threads)]
        self.plan, self.samplers = plan, samplers
        reason = self._grow(samplers, shares, began)
        if sum(one.iterations for one in samplers) < sum(one.iterations for one in tried[1]):
            self.plan, self.samplers = tried  # it had hardly begun
        if reason == "time" and not self.running:
            samplers[0].run(self.flag, min(FEWEST, most or FEWEST))
        self.reason, self.foresees = reason, True

    def _grow(self, samplers: Sequence[Sampler], shares: Sequence[int], began: int) -> str:
        """Each in a thread of its own, until a limit is met; says which."""
        reasons = [""] * len(samplers)
        time_ms = self.limits.time_ms
        left = max(began + time_ms * 1_000_000 - time.monotonic_ns(), 1) if time_ms else 0

        def grow(n: int) -> None:
            reasons[n] = samplers[n].run(self.flag, shares[n] if self.limits.iterations else 1 << 62, left)

        others = [threading.Thread(target=grow, args=(n,)) for n in range(1, len(samplers))]
        for thread in others:
            thread.start()
        grow(0)
        for thread in others:
            thread.join()
        return max(reasons, key=("iterations", "time", "stopped").index)

    @cached_property
    def place(self) -> Cursor | None:
        """A world that the asker may be in, once the search is over: expected lines are told from there."""
        if self.plan.record is None or self.plan.method != "regret":
            return root_cursor(self.view.fill(Stream(self.seed)))
        return find_position(self.plan.record, self.seat, self.flag)

    def _compare(self, began: int) -> None:
        self.plan.method, self.foresees = "solitaire", True
        horizon, doubt = self.settings.horizon or self.own.horizon, self.settings.doubt * (1.0 - self.own.blur)
        self.reason = compare(
            self.view,
            self.seat,
            self.limits,
            began,
            self.flag,
            self.seed,
            horizon,
            doubt,
            self.samplers,
            self._permitted(key_of_view(self.view, self.seat)),
        )

    def _bounded(self, sampler: Sampler) -> Sampler:
        """Iterations are for turns that may be advised; where a record begins elsewhere, regret tries all."""
        permitted = self._permitted(sampler.asked)
        if permitted:
            sampler.keep_to(permitted)
        return sampler

    def _permitted(self, key: int) -> dict[int, list[int]]:
        if not (self.allow or self.avoid):
            return {}
        return results.permitted(self.view, self.seat, key, self.allow, self.avoid) or {}

    def _ended(self, began: int) -> str:
        """Why no search should begin any more."""
        if self.flag.is_set():
            return "stopped"
        time_ms = self.limits.time_ms
        return "time" if time_ms and time.monotonic_ns() >= began + time_ms * 1_000_000 else ""

    def _glance(self, began: int) -> None:
        """A few iterations where time alone is limited; they say how many more there is time for."""
        glance, start = self._bounded(self.plan.sampler(0, 0)), time.monotonic_ns()
        glance.run(self.flag, FEWEST)
        glance.run(self.flag, RATED, self.plan.to_try(began))
        self.plan.pace = max(time.monotonic_ns() - start, 1) // max(glance.iterations, 1)
        self.samplers = [glance]

    def _solve(self) -> None:
        left = attempt(self.view, self.seat, self.plan.record, self.limits, self.flag)
        if left is None and self.plan.record is not None and self.plan.is_last_turn():
            left = attempt(self.view, self.seat, None, self.limits, self.flag)
            if left is not None:  # what was too large with all since the record's start is not without it
                self.plan.record = None
        if left is None:
            return
        ended = "stopped" if self.flag.is_set() else "time" if self.limits.time_ms else "iterations"
        self.reason = "solved" if left.exploitability <= TARGET else ended
        self.exact = left

    # Reading --------------------------------------------------------------------------------------------------

    def _allowed(self, look: Lookup, key: int) -> Lookup:
        """What was gathered of the turns that may be advised."""
        if not (self.allow or self.avoid):
            return look
        found = results.narrowed(look, self.view, self.seat, key, self.allow, self.avoid)
        if found is None:
            raise BadState("allow", "no legal turn is left")
        return found

    def _only_turn(self) -> Turn | None:
        turn: Turn = ()
        view, key, allowed = self.view, 0, self._allowed(lambda key: (), 0)
        while view.to_move == self.seat:
            moves = [row.move for row in allowed(key)] or view.legal()
            if len(moves) > 1:
                return None
            turn, view, key = (*turn, moves[0]), view.after(moves[0]), key_after(key, moves[0])
        return turn

    def _read(self, samplers: Sequence[Sampler], count: int, whole: bool = False) -> Advice:
        """The answer as it stands; the `whole` one is what may be asked about afterwards."""
        plan, exact = self.plan, self.exact
        look = results.merged([exact] if exact else samplers)
        key = exact.key if exact else next((one.asked for one in samplers if one.asked), 0)
        if plan.method == "solitaire":  # what is compared first may come after moves without a choice
            key = key_of_view(self.view, self.seat)
        if whole:
            self.look, self.key = look, key
        if exact:
            beliefs, made, worlds = self._beliefs(plan.record), exact.iterations, exact.worlds
            return self._answer(look, key, count, "exact", beliefs, made, worlds, exact.exploitability)
        made, worlds = sum(s.iterations for s in samplers), sum(s.worlds_drawn for s in samplers)
        beliefs = self._beliefs(plan.record if plan.method == "regret" or plan.beliefs else None)
        return self._answer(look, key, count, plan.method, beliefs, made, worlds, None)

    def _answer(
        self,
        look: Lookup,
        key: int,
        count: int,
        method: str,
        beliefs: str,
        iterations: int,
        worlds: int,
        exploitability: float | None,
    ) -> Advice:
        partly, allowed = method == "solitaire", self._allowed(look, key)
        best = results.ranked(allowed, self.view, self.seat, key, partly=partly)
        branches = sorted(itertools.islice(best, max(count, 1)), key=lambda branch: -branch.probability)
        found = tuple(self._candidate(look, branch) for branch in branches[:count])
        drawn = method == "ucb" and mixes(self.view, self.seat, iterations)
        blur = 0.0 if partly else self.own.blur  # a lone player's judgement was blurred while he compared
        play = results.drawn_turn(
            allowed,
            self.view,
            self.seat,
            key,
            Stream(self.seed),
            blur,
            SENSIBLE if blur or drawn else 0.0,
            method in ("ucb", "solitaire") and not drawn,
            partly,
        )
        return self._advice(play, found, method, beliefs, iterations, worlds, exploitability)

    def _candidate(self, look: Lookup, branch: TurnStats) -> Candidate:
        told = self.place if self.foresees and branch.visits else None
        line = results.line(look, self.seat, told, branch.turn, LINE) if told else ()
        end = self._end(branch.view)
        return Candidate(branch.turn, branch.probability, branch.visits, branch.value, branch.standard_error, line, end)

    def _end(self, after: State) -> str:
        return ENDS.get(after.to_move) or ("own" if self.game.seats == 1 else "other")

    def _after(self, turn: Turn) -> State:
        after = self.view
        for move in turn:
            after = after.after(move)
        return after

    def _beliefs(self, record: Record | None) -> str:
        return "none" if not self.game.hidden else "prior" if record is None else "record"

    def _advice(
        self,
        play: Turn,
        found: tuple[Candidate, ...],
        method: str,
        beliefs: str,
        iterations: int,
        worlds: int,
        exploitability: float | None = None,
    ) -> Advice:
        end = next((one.ends for one in found if one.turn == play), None) or self._end(self._after(play))
        return Advice(
            play,
            found,
            end,
            beliefs,
            method,
            exploitability,
            iterations,
            worlds,
            self.reason,
            self.seed,
            self.level,
            self.threads,
            self.game.name,
            self.game.version,
            self.game.data_hash,
        )


def advise(
    state: State,
    seat: int,
    limits: Limits = UNLIMITED,
    *,
    seed: int,
    level: int = 10,
    candidates: int = 5,
    allow: Sequence[Turn] = (),
    avoid: Sequence[Turn] = (),
    threads: int = 1,
    record: Record | None = None,
    settings: Settings = DEFAULT,
) -> Advice:
    """The turn `seat` should play in `state`, a world or its view, where it owes a choice.

    Whatever else the state holds is hidden from the search first. `allow` and `avoid` name turns, or beginnings of
    turns, to keep to or keep out. A `record` ends in the same position and lets beliefs follow from what was played.
    """
    return Search(
        state,
        seat,
        limits,
        seed=seed,
        level=level,
        candidates=candidates,
        allow=allow,
        avoid=avoid,
        threads=threads,
        record=record,
        settings=settings,
    ).run()


def _capped(limits: Limits, effort: int) -> Limits:
    """The limits with what the level allows, and half a second where nothing else ends the search."""
    caps = [n for n in (limits.iterations, effort) if n]
    return Limits(min(caps, default=0), limits.time_ms or (0 if caps else DEFAULT_MS), limits.memory_mib)


def _check(seed: int, level: int, limits: Limits, threads: int, candidates: int) -> None:
    if not 0 <= seed < 1 << 32:
        raise BadState("seed", f"{seed} does not have 32 bits")
    if not 1 <= level <= len(LEVELS):
        raise BadState("level", f"{level} is not in 1 to {len(LEVELS)}")
    if not 1 <= threads <= 64:
        raise BadState("threads", f"{threads} is not in 1 to 64")
    if candidates < 0:
        raise BadState("candidates", f"{candidates} is below 0")
    if min(limits) < 0 or limits.memory_mib < 1 or max(limits) > MOST_LIMIT:
        raise BadState("limits", f"a limit is in 0 to {MOST_LIMIT:,}, and memory at least 1 MiB")


__all__ = [
    "DEFAULT_MIB",
    "DEFAULT_MS",
    "VERSION",
    "Advice",
    "Candidate",
    "Limits",
    "Record",
    "Search",
    "Settings",
    "Turn",
    "advise",
]
