"""A sequential test in the rig: it plays blocks until the test ends, or as many as are allowed."""

from bench.arena.block import games_in
from bench.arena.matches import scores, seats_in
from bench.arena.results import Results
from bench.arena.rig import Rig
from bench.arena.scores import even
from bench.arena.sprt import CONTINUE, Bounds, Trial, Verdict
from bench.arena.task import Case, Task


def decided(rig: Rig, case: Case, bounds: Bounds, most: int, seed: int) -> Verdict:
    """The verdict on the first player against the others. It depends on the blocks alone, not on the workers: a block
    counts when all before it are there, and those after the verdict do not count."""
    seats = seats_in(case)
    trial = Trial(even(seats), games_in(seats, len(case.players)), bounds)

    def is_clear() -> bool:
        known = leading(rig.results, case, seed)
        return trial.add(known[trial.verdict.blocks : most]).says != CONTINUE

    if not is_clear():
        rig.do([Task(case, seed, number) for number in range(most)], case.words, is_clear)
    return trial.verdict


def leading(results: Results, case: Case, seed: int) -> list[float]:
    """The first player's scores in the blocks from the first one on, up to the first that is missing."""
    numbers = [number for (own, number), _ in results.numbered(case) if own == seed]
    found = scores(results, case, seed)
    return [score for at, (number, score) in enumerate(zip(numbers, found, strict=True)) if number == at]
