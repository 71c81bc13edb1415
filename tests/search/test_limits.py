"""Limits of a search: memory stays flat, also where the tree is full, and a stop is heard at once."""
import os
import subprocess
import sys
import threading
import time

from hunch.engines import load
from hunch.search.advice import Limits, Search, Settings

STOPS, HEARD_S = 40, 0.05
SEARCHES, GROWN_KIB = 1_000, 8 * 1024
FULL = 40_000
"""Iterations in which goofspiel fills a tree of one MiB."""


MEMORY = f"""
import resource
from hunch.engines import load
from hunch.search.advice import Limits, advise

state = load("goofspiel", prizes="descending").new()

def some(count):
    for seed in range(count):
        advise(state, 0, Limits(iterations=500 if seed % 10 else {FULL}, memory_mib=1), seed=seed)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

before = some(20)
print(some({SEARCHES}) - before)
"""


def test_resident_memory_stays_flat_over_a_thousand_searches() -> None:
    told = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    assert int(told.stdout) < GROWN_KIB


def test_at_the_memory_cap_the_tree_stops_growing_and_the_search_goes_on() -> None:
    state = load("goofspiel", prizes="descending").new()
    searches = [Search(state, 0, Limits(iterations=n, memory_mib=1), seed=1) for n in (FULL, 2 * FULL)]
    assert [search.run().iterations for search in searches] == [FULL, 2 * FULL]
    assert searches[0].nodes == searches[1].nodes


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


def test_who_looks_on_sees_something_while_an_exact_end_is_solved() -> None:
    search = Search(load("goofspiel", cards=5, prizes="descending").new(), 0, Limits(time_ms=5_000), seed=1)
    found = []
    thread = threading.Thread(target=lambda: found.append(search.run()))
    thread.start()
    seen = None
    while thread.is_alive() and seen is None:
        seen = search.snapshot()
        os.sched_yield()
    thread.join()
    assert seen is not None
    assert (seen.method, seen.stop_reason) == ("ucb", "running")
    assert found[0].method == "exact"
