"""A sequential test in the rig: it plays blocks until the test ends, or as many as are allowed."""

from bench.arena.block import games_in
from bench.arena.matches import scores, seats_in
from bench.arena.rig import Rig
from bench.arena.scores import even
from bench.arena.sprt import CONTINUE, Bounds, Verdict, verdict
from bench.arena.task import Case, Task

STEP = 32
"""Blocks for each worker between two looks at the test."""


def decided(rig: Rig, case: Case, bounds: Bounds, most: int, seed: int) -> Verdict:
    """The verdict on the first player against the others. It depends on the blocks alone, not on how many workers
    there are: those played after it was clear do not count."""
    seats = seats_in(case)
    games = games_in(seats, len(case.players))
    count = 0
    while True:
        says = verdict(scores(rig.results, case)[:most], even(seats), games, bounds)
        if says.says != CONTINUE or count >= most:
            return says
        count = min(count + STEP * rig.jobs, most)
        rig.do([Task(case, seed, number) for number in range(count)], f"{case.words}, {says.ratio:+.2f}")
