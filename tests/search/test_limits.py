"""Limits of a search: memory stays flat, even if the tree is full, and a stop is heard at once."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from statistics import median

import pytest

from hunch.engines import Stream, load
from hunch.search import exact
from hunch.search.advice import RATED, Advice, AdviceOptions, Limits, Search, Settings, advise
from hunch.search.limits import MOST_THREADS
from hunch.search.question import Viewpoint
from hunch.search.stop import Stop
from hunch.search.subgame import Subgame, TooLarge
from tests.support.questions import positions, walk
from tests.support.waiting import wait_for

STOPS = 40
"""Searches that are stopped."""
HEARD = 5_000
"""Iterations that take longer than what a search still does after a stop."""
TIME_MS = 50
"""Time of a search that its time ends."""
SOME = 5
"""Searches whose median is taken."""
GATHERED = 5
"""Solutions of goofspiel with six cards that are stopped."""
ENDS = 720**2
"""Ends of goofspiel with six cards."""
SEARCHES = 1_000
"""Searches over which memory stays flat."""
GROWN_KIB = 8 * 1024
"""Most memory that they may keep."""
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


def test_a_lone_player_keeps_to_both_limits_whichever_is_met_first() -> None:
    state = load("comancheria").new()
    state = next(state for state in walk(state.game, Stream(1)) if state.to_move == 0)
    few = [advise(state, 0, Limits(iterations=n, time_ms=600_000), seed=1).iterations for n in (30, 300, 500)]
    assert few == [30, 300, 500]
    assert advise(state, 0, Limits(time_ms=600_000), seed=1, options=AdviceOptions(level=1)).iterations == 5
    many = advise(state, 0, Limits(iterations=1 << 40, time_ms=20), seed=1)
    assert many.stop_reason == "time"


def test_the_least_memory_is_enough_for_the_most_threads() -> None:
    state = load("goofspiel", prizes="descending").new()
    for limits in (Limits(0, 500, 1, MOST_THREADS), Limits(2_000, 0, 1, MOST_THREADS)):
        assert advise(state, 0, limits, seed=1).iterations > 0


def still_worked(work: Callable[[], object], begun: Callable[[], bool], stop: Callable[[], None]) -> float:
    """The seconds that a thread worked, not waited, after a stop in the midst of its work."""
    ends = list[float]()

    def whole() -> None:
        work()
        ends.append(time.thread_time())

    thread = threading.Thread(target=whole)
    thread.start()
    clock = time.pthread_getcpuclockid(thread.ident or 0)
    wait_for(begun, "the work begins")
    stop()
    try:
        began = time.clock_gettime(clock)  # after the stop: a wait of this thread for a core is left out
    except OSError:  # the thread has ended
        return 0.0
    thread.join()
    return ends[0] - began


def asking(limits: Limits, seed: int, name: str = "goofspiel") -> Search:
    state = positions(load(name), 2, 1)[0]
    return Search(state, state.to_move, limits, seed=seed, settings=Settings(exact=False))


def worked(limits: Limits, name: str = "goofspiel") -> float:
    """The seconds that a search works, in the midst of some."""
    found = []
    for seed in range(SOME):
        search, began = asking(limits, seed, name), time.thread_time()
        search.run()
        found.append(time.thread_time() - began)
    return median(found)


def test_a_stop_is_heard_at_once() -> None:
    still = []
    for seed in range(STOPS):
        search = asking(Limits(iterations=1 << 40), seed)
        still.append(still_worked(search.run, partial(getattr, search, "running"), search.stop))
    assert median(still) < worked(Limits(iterations=HEARD))


@pytest.mark.parametrize("name", ["goofspiel", "tomahawk", "comancheria"])
def test_time_is_over_when_it_is_said_to_be(name: str) -> None:
    """By what the search works, as others may have the cores."""
    late = worked(Limits(time_ms=TIME_MS), name) - TIME_MS / 1000
    assert late < worked(Limits(iterations=HEARD // 5), name)


def large_rest(flag: Stop) -> Subgame:
    """One that takes a while to lay out, and then to go over once."""
    return Subgame(Viewpoint(load("goofspiel", cards=6, prizes="descending").new().view(0), 0, None), flag)


def gathered(flag: Stop, stop: Callable[[], None]) -> tuple[float, bool]:
    """The seconds that it still worked once it had counted the ends, and whether it gave up."""
    refused = list[bool]()
    left = large_rest(flag)

    def build() -> None:
        try:
            left.build()
        except TooLarge:
            refused.append(True)

    return still_worked(build, lambda: left.leaf_count >= ENDS, stop), bool(refused)


def stopped_while_gathering() -> float | None:
    """The seconds that it still worked; None if it was done before this thread came to stop it."""
    flag = Stop()
    worked, refused = gathered(flag, flag.set)
    return worked if refused else None


def test_a_stop_is_heard_while_the_ends_of_a_game_are_gathered() -> None:
    trials = (stopped_while_gathering() for _ in range(20 * GATHERED))
    stopped = list(islice((worked for worked in trials if worked is not None), GATHERED))
    assert len(stopped) == GATHERED
    left_alone = [gathered(Stop(), lambda: None)[0] for _ in range(GATHERED)]
    assert median(stopped) < median(left_alone) / 3


def test_a_solution_that_was_stopped_says_how_good_it_is() -> None:
    left, flag = large_rest(Stop()), Stop()
    left.build()
    thread = threading.Thread(target=left.run, args=(flag, 0.0))
    thread.start()
    wait_for(lambda: left.iterations, "the solution is improved")
    flag.set()
    thread.join()
    left.evaluate()
    assert 0.0 < left.exploitability < 1.0


def meanwhile(monkeypatch: pytest.MonkeyPatch, step: str, does: Callable[[], object]) -> None:
    """Has something done in the midst of each attempt to solve."""
    whole = getattr(Subgame, step)

    def instead(left: Subgame, *given: object) -> None:
        does()
        whole(left, *given)

    monkeypatch.setattr(exact, "Subgame", type("Disturbed", (Subgame,), {step: instead}))


def test_a_snapshot_shows_something_while_a_subgame_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(load("goofspiel", cards=5, prizes="descending").new(), 0, Limits(time_ms=600_000), seed=1)
    seen = list[Advice | None]()
    meanwhile(monkeypatch, "run", lambda: seen.append(search.snapshot()))
    found = search.run()
    assert seen[0] is not None
    assert (seen[0].method, seen[0].stop_reason) == ("ucb", "running")
    assert found.method == "exact"


@pytest.mark.parametrize("step", ["build", "run"])
def test_a_stop_while_it_tries_to_solve_brings_what_a_snapshot_showed(
    monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    state = load("goofspiel", cards=6, prizes="descending").new()
    search = Search(state, 0, Limits(time_ms=600_000, memory_mib=256), seed=1)
    meanwhile(monkeypatch, step, search.stop)
    found = search.run()
    assert (found.stop_reason, found.method, found.iterations) == ("stopped", "ucb", RATED)
    assert found.candidates[0].visits > 0


def test_a_look_at_a_solved_end_shows_the_solution_and_changes_nothing() -> None:
    search = Search(load("goofspiel", cards=4, prizes="descending").new(), 0, Limits(time_ms=600_000), seed=1)
    found = search.run()
    second = search.candidate(avoid=[found.candidates[0].turn])
    assert (search.snapshot(), found.method) == (found, "exact")
    assert search.candidate(avoid=[found.candidates[0].turn]) == second
