"""How a question is searched: by which method, from which worlds, with what of its record. Makes the samplers."""

import time
from dataclasses import dataclass, field, replace

from hunch.engines import PUBLIC, State, Stream
from hunch.search.beliefs import Beliefs
from hunch.search.levels import Level
from hunch.search.limits import Limits
from hunch.search.matrix_cfr import MatrixCfr, is_last_turn
from hunch.search.named import NamedUcb
from hunch.search.question import Record, Turn, Viewpoint
from hunch.search.regret import Regret
from hunch.search.sample import Sampler
from hunch.search.settings import Settings, UcbParams
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.tree_size import estimate_histories
from hunch.search.ucb import MOST_WORDS, Ucb
from hunch.search.worlds import MOST_WORLDS, Worlds

PILOT = 400
"""Walks that show whether random play meets the end of a record."""
PILOT_REACHED = 4
"""A record is dropped if fewer of these walks came to its end."""
OF_THE_REST = 4
"""A trial of a method has at most 1 / OF_THE_REST of the time that is left."""
POOLED = 4
"""The worlds of a thread take at most 1 / POOLED of its memory."""
BESIDE = 72
"""Bytes that a kept world takes beside its state."""
PER_PARTICLE = 8
"""Fewest iterations for each world by which a record is weighed, so that weighing costs less than searching."""
FEWEST_PARTICLES = 16
"""Fewest worlds by which a record is weighed."""
PER_TURN = 10_000
"""Regret is used from this many iterations for each of the asker's turns. With fewer its average still plays much of
what it tried in the beginning."""
COVERED = 10
"""Regret is used up to this many remaining histories per iteration; beyond, too few are visited twice."""
PROBES = 16
"""Random lines that estimate the number of remaining histories."""
PER_HISTORY = 3
"""Regret is also used from this many iterations per history of all worlds in which the search may begin: then
everything is tried again and again, however many turns there are."""
MOST_LISTED = 20_000
"""Most worlds in which such a search may begin. They are listed to be counted, which nothing interrupts."""
FEWEST_TABLES = 100_000
"""A last turn is learned from whole tables from this many iterations, of about 2 microseconds. With fewer, most of
what the others may know is met once or never."""
PER_DRAWN_TURN = 500
"""UCB's turn is drawn from its visits from this many iterations for each of the asker's turns. With fewer, many visits
are mere exploration."""

OVERLOOKING = 0x5EED << 32
"""Makes the numbers that draw what is overlooked others than those of the search."""


@dataclass(slots=True)
class Plan:
    """What one search does. It uses UCB, or the method in `settings`, until `choose` has chosen."""

    question: Viewpoint
    limits: Limits
    seed: int
    level: Level
    settings: Settings
    flag: Stop
    named: tuple[Turn, ...] = ()
    """Turns that UCB plays equally often, whatever it finds of them."""
    record: Record | None = field(init=False)
    """The question's record; None if there is none or it was dropped."""
    method: str = field(init=False)
    """ucb, regret or solitaire."""
    last: bool = field(init=False, default=False)
    """Whether the last turn is learned from whole tables."""
    repeats: bool = field(init=False, default=False)
    """Whether regret meets everything that is left again and again: then a walk also tries what its learner cannot
    see."""
    pace: int = field(init=False, default=0)
    """Nanoseconds of an iteration, by those tried so far; 0 if none was."""
    beliefs: Beliefs | None = field(init=False, default=None)
    """What the record says of where the asker may be, for a search that does not begin at its start."""

    def __post_init__(self) -> None:
        self.method = self.settings.method or "ucb"
        self.record = self.question.record

    @property
    def view(self) -> State:
        """What the asker knows."""
        return self.question.view

    @property
    def horizon(self) -> int:
        """Plies of a rollout before the game's estimate is taken; 0 leaves that to the game."""
        return self.settings.horizon or self.level.horizon

    @property
    def blur(self) -> float:
        """How far the probabilities of the turns are evened out before one is drawn."""
        return self.level.blur if self.settings.blur < 0.0 else self.settings.blur

    def overlooked(self) -> tuple[Turn, ...]:
        """First moves that the asker does not see; at least one is left."""
        share, moves, stream = self.settings.overlooked, self.view.legal(), Stream(self.seed ^ OVERLOOKING)
        if share <= 0.0:
            return ()
        seen = [move for move in moves if stream.unit() >= share] or [stream.choice(moves)]
        return tuple((move,) for move in moves if move not in seen)

    @property
    def threads(self) -> int:
        """How many threads search."""
        return self.limits.threads

    def is_last(self) -> bool:
        """Whether this is the last turn, and the game gives the payoffs of all pairs of turns."""
        return is_last_turn(self.view.fill(Stream(self.seed)))

    def choose(self, iterations: int, began: int) -> None:
        """Chooses the method for threads of that many iterations, 0 for no limit; `began` is of the monotonic clock."""
        self.method = self.settings.method or self._fitting(iterations, began)
        if self.method == "regret":
            affordable = iterations or self._affordable(began)
            self.repeats = not self.last and repeats(self.view, affordable, self.seed, self.record)
            if self.record is not None and not self.repeats:
                self._try_record(iterations, began)
        elif self.record is not None and self.view.game.hidden:
            self.beliefs = self._believed(self.record, iterations, began)

    @property
    def depends_on_pace(self) -> bool:
        """Whether the choice depends on how many iterations there is time for."""
        return not self.settings.method and self._must_mix()

    def time_to_try(self, began: int) -> int:
        """Nanoseconds for a trial, at least one; 0 if time is not limited."""
        return max(self._left(began) // OF_THE_REST, 1) if self.limits.time_ms else 0

    def sampler(self, n: int, iterations: int, pilot: bool = False) -> Sampler:
        """The sampler of thread `n`. A `pilot` walks one line at a time."""
        seed, regret = (self.seed << 8) + n, self.method == "regret"
        view = self.view if self.record is None or not regret else self.record.start.view(self.question.seat)
        memory = (self.limits.memory_mib << 20) // self.threads
        worlds = self._worlds(view, iterations, memory, seed)
        if self.last:
            return MatrixCfr(worlds, Tree(memory, 2 * iterations), seed)
        if not regret:
            tree = Tree(memory, iterations, iterations * MOST_WORDS)
            if self.named:
                half_free = chooses_at_once(self.view, self.question.seat)
                return NamedUcb(worlds, tree, seed, self._ucb_params(), self.horizon, self.named, half_free)
            return Ucb(worlds, tree, seed, self._ucb_params(), self.horizon)
        params, events = self.settings.regret, () if self.record is None else self.record.events
        if pilot:
            params = replace(params, breadth=1, spread=1)
        elif not self.repeats:
            params = replace(params, spread=1)
        return Regret(worlds, Tree(memory, iterations), seed, events, params, self.horizon)

    def _ucb_params(self) -> UcbParams:
        """Another seat that does not choose at once with the asker has no shared nodes: it answers what it saw."""
        params = self.settings.ucb
        return params if chooses_at_once(self.view, self.question.seat) else replace(params, own_visits=0)

    def _worlds(self, view: State, iterations: int, memory: int, seed: int) -> Worlds:
        room = min(MOST_WORLDS, iterations or MOST_WORLDS) if self.view.game.hidden else 1
        room = min(room, memory // POOLED // (view.game.state_bytes + BESIDE))
        public = self.method == "regret" and self._keys_are_whole(view)
        return Worlds(view, self.question.seat, room, public, self.settings.regret.aimed_share, seed, self.beliefs)

    def _fitting(self, iterations: int, began: int) -> str:
        """Regret if two must mix and the rest of the game can be tried often enough to learn how; else UCB."""
        if not self._must_mix():
            return "ucb"
        affordable = iterations or self._affordable(began)
        self.last = self._ends_in_tables() and affordable >= FEWEST_TABLES
        if self.last:
            self.record = None
            return "regret"
        return "regret" if covers(self.question, affordable, self.seed, self.record) else "ucb"

    def _affordable(self, began: int) -> int:
        """About how many iterations there is time for."""
        return self._left(began) // self.pace if self.pace else 0

    def _left(self, began: int) -> int:
        return max(began + self.limits.time_ms * 1_000_000 - time.monotonic_ns(), 0)

    def _must_mix(self) -> bool:
        return self.view.game.zero_sum and self.view.game.hidden

    def _ends_in_tables(self) -> bool:
        """Whether the last turn can be learned from whole tables."""
        return self.settings.tables and self.is_last() and self._keys_are_whole(self.view)

    def _keys_are_whole(self, view: State) -> bool:
        """Whether worlds of the public view can show what the asker knows: not in the middle of the asker's own
        turn."""
        seat = self.question.seat
        again = view.view(PUBLIC).fill(Stream(self.seed)).view(seat)
        return turn_length(again, seat) == turn_length(view, seat)

    def _try_record(self, iterations: int, began: int) -> None:
        """Drops a record whose end random play hardly ever meets: nothing would be learned there."""
        pilot = self.sampler(0, iterations, True)
        assert isinstance(pilot, Regret)
        pilot.run(self.flag, PILOT, self.time_to_try(began))
        if pilot.reached * PILOT < PILOT_REACHED * min(max(pilot.iterations, 1), PILOT):
            self.record = None

    def _believed(self, record: Record, iterations: int, began: int) -> Beliefs | None:
        """Beliefs from the record; None if they would cost more than they say."""
        params = self.settings.beliefs
        count = min(params.particles, iterations // PER_PARTICLE if iterations else MOST_WORLDS)
        if count < FEWEST_PARTICLES:
            return None
        beliefs = Beliefs(record.start, self.question.seat, self.seed, replace(params, particles=count))
        return beliefs if beliefs.run(record.events, self.flag, self.time_to_try(began)) else None


def covers(question: Viewpoint, iterations: int, seed: int, record: Record | None) -> bool:
    """Whether sampled regret learns enough of what is left."""
    view = question.view
    if _often(view, question.seat, iterations, PER_TURN):
        most = COVERED * iterations
        if estimate_histories(view.view(PUBLIC).fill(Stream(seed)), PROBES, seed, most) <= most:
            return True
    return repeats(view, iterations, seed, record)


def repeats(view: State, iterations: int, seed: int, record: Record | None) -> bool:
    """Whether sampled regret meets everything that is left again and again."""
    if iterations < PER_HISTORY:
        return False
    start = (view if record is None else record.start).view(PUBLIC)
    affordable = iterations // PER_HISTORY
    each = estimate_histories(start.fill(Stream(seed)), PROBES, seed, affordable)
    return each <= affordable and start.worlds(min(int(affordable / each), MOST_LISTED)) is not None


def mixes(view: State, seat: int, iterations: int) -> bool:
    """Whether UCB's turn is drawn from its visits. If two opponents choose in the same step, the other one expects the
    most visited turn."""
    return chooses_at_once(view, seat) and _often(view, seat, iterations, PER_DRAWN_TURN)


def chooses_at_once(view: State, seat: int) -> bool:
    """Whether the other of two seats chooses in the same step."""
    if not (view.game.zero_sum and view.game.hidden):
        return False
    return view.fill(Stream(0)).view(1 - seat).to_move == 1 - seat


def _often(view: State, seat: int, iterations: int, each: int) -> bool:
    """Whether there are `each` iterations for each of the seat's turns."""
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
    """How many moves the seat makes in a row, always the first legal one."""
    length = 0
    while view.to_move == seat:
        length, view = length + 1, view.after(view.legal()[0])
    return length
