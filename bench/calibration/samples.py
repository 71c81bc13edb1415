"""What calibration is measured by: games of a search with itself, and positions searched again, far longer.

Each sample is a line of JSON. It holds what the sampler found, before any correction, so a new correction can be
judged by old samples.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import hunch.engines
import hunch.search
from bench.arena.game import play
from bench.arena.seat import Seat
from hunch.engines import Game, State, Stream, load
from hunch.search.advice import Advice, AdviceOptions, Limits, Record, advise

T = TypeVar("T")
GAME, POSITION = "game", "position"
LIKELIEST = AdviceOptions(candidates=1)
SEEDS = 3
"""Searches of a position that differ only in their seed."""
SAMPLING = ("ucb", "regret")
"""Methods whose values are estimates. Exact answers and forced moves are no samples."""
QUICK = 100
"""Iterations of the players whose games positions are taken from."""


@dataclass(frozen=True, slots=True)
class Case:
    """A game with its options, and the iterations of a search."""

    game: str
    options: tuple[tuple[str, Any], ...]
    iterations: int

    @property
    def words(self) -> str:
        """The game with its options."""
        return self.game + "".join(f" {key}={value}" for key, value in self.options)


@dataclass(frozen=True, slots=True)
class Task:
    """One sample to take."""

    kind: str
    """GAME or POSITION."""
    case: Case
    number: int
    """The seed of the game. Even numbers are for fitting, odd ones are held out."""
    factor: int = 0
    """How many times longer a position is searched again; 0 for a game."""

    @property
    def held_out(self) -> bool:
        """Whether corrections may not be fitted to it."""
        return self.number % 2 == 1


@dataclass(frozen=True, slots=True)
class Estimate:
    """The value of a search's likeliest turn, as sampled."""

    value: float
    error: float
    method: str
    iterations: int


@dataclass(frozen=True, slots=True)
class Sample:
    """A task with its findings."""

    task: Task
    found: Mapping[str, Any]

    def estimates(self, name: str) -> list[Estimate]:
        """Estimates by the name of their list."""
        return [Estimate(*entry) for entry in self.found[name]]


def estimate(advice: Advice) -> Estimate:
    """What a search says of its likeliest turn, before any correction."""
    best = advice.candidates[0]
    return Estimate(best.sampled_value, best.sampled_error, advice.method, advice.iterations)


def sample(task: Task) -> Sample:
    """Takes a sample."""
    game = _game(task.case)
    return Sample(task, _played(game, task) if task.kind == GAME else _searched(game, task))


@lru_cache(maxsize=16)
def _game(case: Case) -> Game:
    return load(case.game, **dict(case.options))


def _played(game: Game, task: Task) -> dict[str, Any]:
    """A game of the search with itself: what was said before each turn, and the payoffs."""
    said: list[tuple[int, *tuple[Any, ...]]] = []

    def player(given: Seat) -> Sequence[int]:
        advice = _advised(given.view, given.seat, given.record, task.case.iterations, given.stream.below(1 << 31))
        if advice.method in SAMPLING:
            said.append((given.seat, *_entry(estimate(advice))))
        return advice.play

    payoffs = play(game, [player] * game.seats, task.number)
    return {"said": said, "payoffs": payoffs}


def _searched(game: Game, task: Task) -> dict[str, Any]:
    """A position: searches that differ in their seed, one that is far longer, and one by the other seat if both choose
    at once."""
    iterations, stream = task.case.iterations, Stream((task.number << 8) + 77)
    for given in shuffled(decisions(game, task.number), stream):
        seeds = [stream.below(1 << 31) for _ in range(SEEDS + 2)]
        found = [_advised(given.view, given.seat, given.record, iterations, seeds[0])]
        if found[0].method not in SAMPLING:
            continue
        found += [_advised(given.view, given.seat, given.record, iterations, seed) for seed in seeds[1:SEEDS]]
        longer = _advised(given.view, given.seat, given.record, iterations * task.factor, seeds[SEEDS])
        both: list[Advice] = []
        if game.zero_sum and given.world.view(1 - given.seat).to_move == 1 - given.seat:
            both = [_advised(given.world, seat, None, iterations, seeds[SEEDS + 1]) for seat in range(2)]
            both = both if all(each.method in SAMPLING for each in both) else []
        return {
            "short": [_entry(estimate(each)) for each in found],
            "long": [_entry(estimate(longer))],
            "both": [_entry(estimate(each)) for each in both],
        }
    return {"short": [], "long": [], "both": []}


def decisions(game: Game, number: int) -> list[Seat]:
    """The choices of a game between quick searches."""
    met: list[Seat] = []

    def player(given: Seat) -> Sequence[int]:
        met.append(given)
        return _advised(given.view, given.seat, given.record, QUICK, given.stream.below(1 << 31)).play

    play(game, [player] * game.seats, number)
    return met


def shuffled(things: Sequence[T], stream: Stream) -> Iterator[T]:
    """The same in random order."""
    left = list(things)
    while left:
        yield left.pop(stream.below(len(left)))


def _advised(state: State, seat: int, record: Record | None, iterations: int, seed: int) -> Advice:
    limits = Limits(iterations=iterations, memory_mib=512)
    return advise(state, seat, limits, seed=seed, options=LIKELIEST, record=record)


def _entry(found: Estimate) -> tuple[float, float, str, int]:
    return round(found.value, 5), round(found.error, 5), found.method, found.iterations


class SampleLog:
    """Samples in a file of JSON lines. A run that was cut goes on; samples of other code do not count."""

    def __init__(self, file: Path | None) -> None:
        self._file, self._code, self.samples = file, code(), dict[Task, Sample]()
        for line in file.read_text().splitlines() if file and file.exists() else ():
            entry = json.loads(line)
            if entry["code"] == self._code:
                read = _read(entry)
                self.samples[read.task] = read

    def add(self, taken: Sample) -> None:
        """Keeps a sample."""
        task = taken.task
        self.samples[task] = taken
        if self._file:
            entry = {
                "kind": task.kind,
                "game": task.case.game,
                "options": dict(task.case.options),
                "iterations": task.case.iterations,
                "number": task.number,
                "factor": task.factor,
                "found": taken.found,
                "code": self._code,
            }
            with self._file.open("a") as lines:
                lines.write(json.dumps(entry) + "\n")

    def missing(self, tasks: Iterable[Task]) -> list[Task]:
        """The tasks without a sample."""
        return [task for task in tasks if task not in self.samples]


def _read(entry: Mapping[str, Any]) -> Sample:
    case = Case(entry["game"], tuple(entry["options"].items()), entry["iterations"])
    return Sample(Task(entry["kind"], case, entry["number"], entry["factor"]), entry["found"])


def code() -> str:
    """A digest that differs if the compiled rules or search, the settings or the printed games differ. Corrections of
    values change no sample."""
    rooms = (Path(str(room.__file__)).parent for room in (hunch.search, hunch.engines))
    counted = [path for room in rooms for path in room.rglob("*") if path.suffix == ".so" or path.name in MEANT]
    digest = hashlib.sha256()
    for path in sorted(counted):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


MEANT = ("settings.py", "plan.py", "data.json")
"""Files beside the compiled ones on which a sample depends."""
