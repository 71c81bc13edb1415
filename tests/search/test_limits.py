"""Limits of a search: memory stays flat, a stop is heard at once, the clock is heeded, and a leak is found out."""
import os
import subprocess
import sys
import threading
import time
from dataclasses import astuple

from hunch.engines import State, Stream, load
from hunch.search.advice import Advice, Limits, Search, Settings, advise

STOPS, HEARD_S = 40, 0.05
SEARCHES, GROWN_KIB = 300, 8 * 1024


MEMORY = f"""
import resource
from hunch.engines import load
from hunch.search.advice import Limits, advise

state = load("goofspiel", prizes="descending").new()

def some(count):
    for seed in range(count):
        advise(state, 0, Limits(iterations=2000, memory_mib=2), seed=seed)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

before = some(20)
print(some({SEARCHES}) - before)
"""


def test_resident_memory_stays_flat_over_many_searches() -> None:
    told = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    assert int(told.stdout) < GROWN_KIB


def test_a_stop_is_heard_at_once() -> None:
    state = load("goofspiel", prizes="descending").new()
    waited = []
    for seed in range(STOPS):
        search = Search(state, 0, Limits(iterations=1 << 40), seed=seed, settings=Settings(method="ucb", exact=False))
        thread = threading.Thread(target=search.run)
        thread.start()
        while not search.running:
            os.sched_yield()
        began = time.perf_counter()
        search.stop()
        thread.join()
        waited.append(time.perf_counter() - began)
    assert sorted(waited)[STOPS // 2] < HEARD_S


def answers(worlds: list[State], seat: int) -> set[object]:
    """What is advised in each of the worlds."""
    return {astuple(advise(world, seat, Limits(iterations=100), seed=3)) for world in worlds}


def test_a_planted_leak_is_found_out() -> None:
    game = load("kuhn")
    state, stream = game.new(), Stream(1)
    while state.to_move < 0:
        state = state.after(state.roll(stream))
    seat = state.to_move
    worlds = [state.view(seat).fill(Stream(seed)) for seed in range(20)]
    assert len(answers(worlds, seat)) == 1

    class Peeking(Search):
        """A search whose view keeps the other's card."""

        def __init__(self, world: State) -> None:
            super().__init__(world, seat, Limits(iterations=100), seed=3, settings=Settings(method="ucb", exact=False))
            self.view = world

    peeked: list[Advice] = [Peeking(world).run() for world in worlds]
    assert len({astuple(found) for found in peeked}) > 1
