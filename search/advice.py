"""The typed face of the search: limits in, advice out. Knows the contract; knows no message and no game by name."""
import itertools
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from hunch.engines import CHANCE, OVER, BadState, State
from hunch.search import reading
from hunch.search.levels import LEVELS, SENSIBLE
from hunch.search.reading import DEAD, Branch, Turn
from hunch.search.sample import Sampler
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.ucb import Ucb
from hunch.search.worlds import Worlds

VERSION = 1
"""Of the search; equal versions give equal advice."""
DEFAULT_MS = 500
DEFAULT_MIB = 64
MOST_WORLDS = 4096
LINE = 6
"""How many events of the expected line are told."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use; 0 sets no limit. With neither iterations nor time, half a second."""

    iterations: int = 0
    time_ms: int = 0
    memory_mib: int = DEFAULT_MIB


@dataclass(frozen=True, slots=True)
class Record:
    """How a position came about: a start, and every event since then as the asking seat saw it."""

    start: State
    events: tuple[int, ...]

    def view(self, seat: int) -> State:
        """What the seat knows now; IllegalMove where an event could not be seen."""
        view = self.start.view(seat)
        for event in self.events:
            view = view.follow(event)
        return view


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search where the default is not wanted: for measuring."""

    method: str = ""
    """ucb or regret; empty lets the game decide."""
    explore: float = 1.4


@dataclass(frozen=True, slots=True)
class Candidate:
    """A whole turn with what the search thinks of it."""

    turn: Turn
    probability: float
    """With which it should be played."""
    visits: int
    value: float
    """Expected payoff of the asker, -1 to 1."""
    standard_error: float
    line: Turn
    """What the asker may expect to see after it."""


@dataclass(frozen=True, slots=True)
class Advice:
    """An answer. Reproducible: equal (state or record, seat, iterations, seed, threads, version) give equal advice."""

    play: Turn
    """The whole turn to play, drawn from the probabilities."""
    candidates: tuple[Candidate, ...]
    """The best turns, likeliest first."""
    ends: str
    """What comes after the turn: chance, other (a choice of another seat, or news) or over."""
    beliefs: str
    """What was assumed of the hidden: none, prior, or record."""
    method: str
    """only_move, ucb, regret, solitaire or exact."""
    iterations: int
    worlds: int
    stop_reason: str
    """only_move, iterations, time, stopped, solved; running for a snapshot."""
    seed: int
    level: int
    threads: int
    game: str
    rules_version: int
    data_hash: str
    search_version: int = VERSION


class Search:
    """One search, to be run once. `stop` and `snapshot` may be called from any thread while it runs."""

    def __init__(
        self, state: State, seat: int, limits: Limits = Limits(), *, seed: int, level: int = 10, candidates: int = 5,
        allow: Sequence[Turn] = (), avoid: Sequence[Turn] = (), threads: int = 1, record: Record | None = None,
        settings: Settings = Settings(),
    ) -> None:  # fmt: skip
        self.game, self.seat, self.limits, self.seed = state.game, seat, limits, seed
        self.level, self.count, self.threads, self.record = level, candidates, threads, record
        self.allow, self.avoid = tuple(map(tuple, allow)), tuple(map(tuple, avoid))
        self.settings = settings
        self.view = _checked(state, seat, level, limits, threads, record)
        self.flag = Stop()
        self.samplers: list[Sampler] = []
        self.reason = "running"

    def stop(self) -> None:
        """Ends the search within a few iterations; `run` then answers with what there is."""
        self.flag.set()

    def run(self) -> Advice:
        """Searches until a limit is met or `stop` is called; the interpreter's lock is free meanwhile."""
        only = self._only_turn()
        if only is not None:
            return only
        iterations, nanoseconds = self._effort()
        shares = [iterations // self.threads + (n < iterations % self.threads) for n in range(self.threads)]
        self.samplers = [self._sampler(n, share) for n, share in enumerate(shares)]
        reasons = [""] * self.threads

        def grow(n: int) -> None:
            reasons[n] = self.samplers[n].run(self.flag, shares[n] if iterations else 1 << 62, nanoseconds)

        others = [threading.Thread(target=grow, args=(n,)) for n in range(1, self.threads)]
        for thread in others:
            thread.start()
        grow(0)
        for thread in others:
            thread.join()
        self.reason = max(reasons, key=("iterations", "time", "stopped").index)
        return self._read(self.count)

    def snapshot(self, candidates: int | None = None) -> Advice | None:
        """The answer so far; None before there is one. Figures may be a moment old and not quite of one moment."""
        if not self.samplers or not self.samplers[0].iterations:
            return None
        return self._read(self.count if candidates is None else candidates)

    def _effort(self) -> tuple[int, int]:
        caps = [n for n in (self.limits.iterations, LEVELS[self.level - 1].iterations) if n]
        time_ms = self.limits.time_ms or (0 if caps else DEFAULT_MS)
        return min(caps, default=0), time_ms * 1_000_000

    def _sampler(self, n: int, iterations: int) -> Sampler:
        room = min(MOST_WORLDS, iterations or MOST_WORLDS) if self.game.hidden else 1
        memory = (self.limits.memory_mib << 20) // self.threads
        worlds = Worlds(self.view, self.seat, room)
        return Ucb(worlds, Tree(memory, iterations), (self.seed << 8) + n, self.settings.explore,
                   LEVELS[self.level - 1].horizon)  # fmt: skip

    # Reading --------------------------------------------------------------------------------------------------

    def _may(self, turn: Turn) -> bool:
        return reading.wanted(turn, self.allow, self.avoid)

    def _only_turn(self) -> Advice | None:
        turn: Turn = ()
        view = self.view
        while view.to_move == self.seat:
            moves = [move for move in view.legal() if self._may((*turn, move))]
            if not moves:
                raise BadState("allow", "no legal turn is left")
            if len(moves) > 1:
                return None
            turn, view = (*turn, moves[0]), view.after(moves[0])
        self.reason = "only_move"
        return self._advice(turn, (Candidate(turn, 1.0, 0, 0.0, 1.0, ()),), "only_move", 0, 0)

    def _read(self, count: int) -> Advice:
        look, key = reading.merged(self.samplers), self.samplers[0].asked
        best = reading.ranked(look, self.view, self.seat, key, self._may)
        branches = list(itertools.islice(best, max(count, 1)))
        if not branches:
            raise BadState("allow", "no legal turn is left")
        total = sum(branch.probability for branch in branches) if self.allow or self.avoid else 1.0
        found = tuple(self._candidate(look, branch, max(total, DEAD)) for branch in branches)
        play = branches[0].turn
        return self._advice(
            play, found[:count], "ucb", sum(sampler.iterations for sampler in self.samplers),
            sum(sampler.worlds_drawn for sampler in self.samplers),
        )  # fmt: skip

    def _candidate(self, look: reading.Look, branch: Branch, total: float) -> Candidate:
        walker = self.samplers[0].walker()
        line = reading.line(look, self.seat, walker, branch.turn, LINE)
        share = branch.probability / total
        return Candidate(branch.turn, share, branch.visits, branch.value, branch.standard_error, line)

    def _advice(self, play: Turn, found: tuple[Candidate, ...], method: str, iterations: int, worlds: int) -> Advice:
        after = self.view
        for move in play:
            after = after.after(move)
        ends = {OVER: "over", CHANCE: "chance"}.get(after.to_move, "other")
        beliefs = "none" if not self.game.hidden else "prior"
        return Advice(
            play, found, ends, beliefs, method, iterations, worlds, self.reason, self.seed, self.level, self.threads,
            self.game.name, self.game.version, self.game.data_hash,
        )  # fmt: skip


def advise(
    state: State, seat: int, limits: Limits = Limits(), *, seed: int, level: int = 10, candidates: int = 5,
    allow: Sequence[Turn] = (), avoid: Sequence[Turn] = (), threads: int = 1, record: Record | None = None,
    settings: Settings = Settings(),
) -> Advice:  # fmt: skip
    """The turn `seat` should play in `state`, a world or its view, where it owes a choice.

    Whatever else the state holds is hidden from the search first. `allow` and `avoid` name turns, or beginnings of
    turns, to keep to or keep out. A `record` ends in the same position and lets beliefs follow from what was played.
    """
    return Search(
        state, seat, limits, seed=seed, level=level, candidates=candidates, allow=allow, avoid=avoid, threads=threads,
        record=record, settings=settings,
    ).run()  # fmt: skip


def _checked(state: State, seat: int, level: int, limits: Limits, threads: int, record: Record | None) -> State:
    if not 0 <= seat < state.game.seats:
        raise BadState("seat", f"{seat} is not one of the {state.game.seats} seats")
    view = state.view(seat)
    if view.to_move != seat:
        raise BadState("seat", f"seat {seat} owes no choice now")
    if record is not None and record.view(seat) != view:
        raise BadState("record", "it does not end in the state")
    if not 1 <= level <= len(LEVELS):
        raise BadState("level", f"{level} is not in 1 to {len(LEVELS)}")
    if not 1 <= threads <= 64:
        raise BadState("threads", f"{threads} is not in 1 to 64")
    if limits.iterations < 0 or limits.time_ms < 0 or limits.memory_mib < 1:
        raise BadState("limits", "a limit is not negative, and memory at least 1 MiB")
    return view


__all__ = ["SENSIBLE", "Advice", "Candidate", "Limits", "Record", "Search", "Settings", "advise"]
