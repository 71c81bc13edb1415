"""How a question is searched: by which method, from which worlds, with what of its record. Makes the samplers."""

import time
from dataclasses import dataclass

from hunch.engines import PUBLIC, State, Stream
from hunch.search.answer import Limits, Record, Settings
from hunch.search.beliefs import Beliefs
from hunch.search.levels import Level
from hunch.search.matrix_cfr import MatrixCfr, is_last_turn
from hunch.search.regret import Regret
from hunch.search.sample import Sampler
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.tree_size import estimate_histories
from hunch.search.ucb import MOST_WORDS, Ucb
from hunch.search.worlds import MOST_WORLDS, Worlds

PILOT = 400
"""Walks after which a record that leads nowhere is given up, and how many must have come to its end."""
PILOT_REACHED = 4
OF_THE_REST = 4
"""What is only tried has at most this part of the time that is left."""
POOLED, BESIDE = 4, 72
"""The worlds of a thread take at most a quarter of its memory; and bytes of each beside its state."""
PER_PARTICLE, FEWEST_PARTICLES = 8, 16
"""Iterations for each world by which a record is weighed: so that weighing costs less than searching."""
PER_TURN = 10_000
"""Iterations for each of the asker's turns from which regret is sampled: with fewer its average still plays much of
what it tried in the beginning (docs/search.md says what was compared)."""
COVERED, PROBES = 10, 16
"""Histories to come for each iteration up to which it is: of more it sees too few twice. And the random lines that
tell about how many there are."""
PER_HISTORY = 3
"""Iterations for each history from which regret is sampled whatever the turns, in all worlds that the search may begin
in: then all of it is tried again and again."""
MOST_LISTED = 20_000
"""Such worlds: they are counted by listing them, which nothing interrupts, and a search keeps fewer."""
FEWEST_TABLES = 100_000
"""Iterations, of about 2 microseconds, from which the last turn is learned from whole tables: with fewer, most of what
the others may know is met once or never."""
PER_DRAWN_TURN = 500
"""Iterations for each of the asker's turns from which UCB's is drawn from its visits: with fewer many visits are mere
exploration."""


@dataclass(slots=True)
class Plan:
    """What one search does. Before it is settled it tries with UCB, or with the method that is demanded."""

    view: State
    seat: int
    limits: Limits
    seed: int
    level: Level
    threads: int
    record: Record | None
    """None also once it was given up."""
    settings: Settings
    flag: Stop
    method: str = "ucb"
    last: bool = False
    """Whether the last turn is learned from whole tables."""
    repeats: bool = False
    """Whether regret meets all that is left again and again; a walk also tries what its learner does not see."""
    pace: int = 0
    """Nanoseconds of an iteration, where some were tried."""
    beliefs: Beliefs | None = None
    """What the record says of where the asker may be, for a search that does not start where the record does."""

    def __post_init__(self) -> None:
        self.method = self.settings.method or self.method

    def is_last_turn(self) -> bool:
        """Whether this is the last turn, and the game says what all pairs of turns bring."""
        return is_last_turn(self.view.fill(Stream(self.seed)))

    def settle(self, iterations: int, began: int) -> None:
        """Chooses, for a thread of so many iterations, 0 for no limit; `began` is of the monotonic clock."""
        self.method = self.settings.method or self._fitting(iterations, began)
        if self.method == "regret":
            affordable = iterations or self._affordable(began)
            self.repeats = not self.last and repeats(self.view, affordable, self.seed, self.record)
            if self.record is not None and not self.repeats:
                self._heed_record(iterations, began)
        elif self.record is not None and self.view.game.hidden:
            self.beliefs = self._believed(self.record, iterations, began)

    @property
    def depends_on_pace(self) -> bool:
        """Whether the method does, where time alone is limited."""
        return not self.settings.method and self._may_mix()

    def to_try(self, began: int) -> int:
        """Nanoseconds in which something may be tried, at least one; 0 where time is not limited."""
        return max(self._left(began) // OF_THE_REST, 1) if self.limits.time_ms else 0

    def sampler(self, n: int, iterations: int, breadth: int = 0) -> Sampler:
        """The sampler of thread `n`."""
        settings, regret = self.settings, self.method == "regret"
        horizon = settings.horizon or self.level.horizon
        seed = (self.seed << 8) + n
        start = self.view if self.record is None or not regret else self.record.start.view(self.seat)
        memory = (self.limits.memory_mib << 20) // self.threads
        room = min(MOST_WORLDS, iterations or MOST_WORLDS) if self.view.game.hidden else 1
        room = min(room, memory // POOLED // (start.game.state_bytes + BESIDE))
        public = regret and self._keys_are_whole(start)
        worlds = Worlds(start, self.seat, room, public, settings.aimed_share, seed, self.beliefs)
        if self.last:
            return MatrixCfr(worlds, Tree(memory, 2 * iterations), seed)
        if not regret:
            grown = Tree(memory, iterations, iterations * MOST_WORDS)
            return Ucb(worlds, grown, seed, settings.c, horizon, settings.trust, settings.opponent_trust)
        tree = Tree(memory, iterations)
        record = self.record.events if self.record is not None else ()
        return Regret(
            worlds,
            tree,
            seed,
            record,
            settings.explore,
            settings.aim,
            settings.base_rate,
            True,
            settings.lean,
            breadth or settings.breadth,
            settings.spread if self.repeats and not breadth else 1,
            horizon,
        )

    def _fitting(self, iterations: int, began: int) -> str:
        """Regret where two must mix and the rest of the game can be tried often enough to learn how; else UCB."""
        if not self._may_mix():
            return "ucb"
        self.last = self._ends_in_tables()
        if self.last and (iterations or self._affordable(began)) >= FEWEST_TABLES:
            self.record = None
            return "regret"
        self.last = False
        often = covers(self.view, self.seat, iterations or self._affordable(began), self.seed, self.record)
        return "regret" if often else "ucb"

    def _affordable(self, began: int) -> int:
        """About how many iterations there is time for."""
        return self._left(began) // self.pace if self.pace else 0

    def _left(self, began: int) -> int:
        return max(began + self.limits.time_ms * 1_000_000 - time.monotonic_ns(), 0)

    def _may_mix(self) -> bool:
        return self.view.game.zero_sum and self.view.game.hidden

    def _ends_in_tables(self) -> bool:
        """Whether the last turn can be learned from whole tables."""
        return self.settings.tables and self.is_last_turn() and self._keys_are_whole(self.view)

    def _keys_are_whole(self, start: State) -> bool:
        """Whether worlds of the public view can show the asker what he knows: not in the middle of his own turn."""
        again = start.view(PUBLIC).fill(Stream(self.seed)).view(self.seat)
        return turn_length(again, self.seat) == turn_length(start, self.seat)

    def _heed_record(self, iterations: int, began: int) -> None:
        """Lets go of a record whose end random play hardly ever meets: nothing would be learned there."""
        pilot = self.sampler(0, iterations, breadth=1)
        assert isinstance(pilot, Regret)
        pilot.run(self.flag, PILOT, self.to_try(began))
        if pilot.reached * PILOT < PILOT_REACHED * min(max(pilot.iterations, 1), PILOT):
            self.record = None

    def _believed(self, record: Record, iterations: int, began: int) -> Beliefs | None:
        """None where that would cost more than it tells."""
        count = min(self.settings.particles, iterations // PER_PARTICLE if iterations else MOST_WORLDS)
        if count < FEWEST_PARTICLES:
            return None
        beliefs = Beliefs(record.start, self.seat, count, self.seed, self.settings.sharpness)
        return beliefs if beliefs.run(record.events, self.flag, self.to_try(began)) else None


def covers(view: State, seat: int, iterations: int, seed: int, record: Record | None) -> bool:
    """Whether sampled regret learns enough of what is left."""
    if _often(view, seat, iterations, PER_TURN):
        most = COVERED * iterations
        if estimate_histories(view.view(PUBLIC).fill(Stream(seed)), PROBES, seed, most) <= most:
            return True
    return repeats(view, iterations, seed, record)


def repeats(view: State, iterations: int, seed: int, record: Record | None) -> bool:
    """Whether it meets all of what is left again and again."""
    if iterations < PER_HISTORY:
        return False
    start = (view if record is None else record.start).view(PUBLIC)
    affordable = iterations // PER_HISTORY
    each = estimate_histories(start.fill(Stream(seed)), PROBES, seed, affordable)
    return each <= affordable and start.worlds(min(int(affordable / each), MOST_LISTED)) is not None


def mixes(view: State, seat: int, iterations: int) -> bool:
    """Whether UCB's turn is drawn: two against each other who choose in the same step, where the turn that was tried
    most is the one to be expected."""
    if not (view.game.zero_sum and view.game.hidden and _often(view, seat, iterations, PER_DRAWN_TURN)):
        return False
    return view.fill(Stream(0)).view(1 - seat).to_move == 1 - seat


def _often(view: State, seat: int, iterations: int, each: int) -> bool:
    affordable = iterations // each
    return affordable > 1 and _turns(view, seat, affordable + 1) <= affordable


def _turns(view: State, seat: int, most: int) -> int:
    """How many whole turns the seat has; counting ends at `most`."""
    if view.to_move != seat:
        return 1
    moves = view.legal()
    if view.after(moves[0]).to_move != seat:
        return len(moves)
    count = 0
    for move in moves:
        count += _turns(view.after(move), seat, most - count)
        if count >= most:
            break
    return count


def turn_length(view: State, seat: int) -> int:
    """How many moves the seat has in a row, along the first of them."""
    length = 0
    while view.to_move == seat:
        length, view = length + 1, view.after(view.legal()[0])
    return length
