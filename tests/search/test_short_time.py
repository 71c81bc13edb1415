"""If time is short, the answer still rests on what was tried, and keeps what a snapshot showed."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from hunch.engines import load
from hunch.search.advice import FEWEST, RATED, Advice, Limits, Search, Settings, advise
from hunch.search.plan import OF_THE_REST, Plan
from hunch.search.regret import Regret
from hunch.search.sample import Sampler
from tests.support.questions import facing_a_bet, positions

HOUR = Limits(time_ms=3_600_000)
DAY_NS = 86_400 * 10**9
GAMES = [("goofspiel", {}), ("tomahawk", {}), ("powwow", {"players": 4})]


class Clock:
    """Stands still, except for what takes a day."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.monkeypatch = 0, monkeypatch
        for module in ("advice", "plan"):
            monkeypatch.setattr(f"hunch.search.{module}.time", SimpleNamespace(monotonic_ns=lambda: self.now))

    def takes_a_day(self, name: str, answer: object) -> None:
        def slow(*given: object) -> object:
            self.now += DAY_NS
            return answer

        self.monkeypatch.setattr(f"hunch.search.{name}", slow)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Nothing is solved, in no time."""
    monkeypatch.setattr("hunch.search.advice.attempt", lambda *given: None)
    return Clock(monkeypatch)


def asking(**given: Any) -> Search:
    return Search(load("goofspiel", prizes="descending").new(), 0, HOUR, seed=1, **given)


def rests_on_what_was_tried(found: Advice, reason: str) -> bool:
    told = (found.iterations, found.stop_reason, found.method, found.candidates[0].visits > 0)
    return told == (RATED, reason, "ucb", True)


def test_if_the_time_ends_while_it_tries_to_solve_the_answer_is_what_a_snapshot_showed(clock: Clock) -> None:
    clock.takes_a_day("advice.attempt", None)
    assert rests_on_what_was_tried(asking().run(), "time")


@pytest.mark.parametrize("exact", [True, False])
def test_if_the_time_ends_while_a_method_is_chosen_the_answer_is_what_was_tried(clock: Clock, exact: bool) -> None:
    clock.takes_a_day("plan.covers", True)
    search = asking(settings=Settings(exact=exact))
    found = search.run()
    assert rests_on_what_was_tried(found, "time")
    assert search.snapshot() == found


def stopped_in(monkeypatch: pytest.MonkeyPatch, name: str, also: Callable[[Plan], bool]) -> tuple[Advice, Advice]:
    """What a look shows as the search is stopped in a method of its plan, and what it then answers."""
    seen = list[Advice | None]()
    does = getattr(Plan, name)

    def stopping(plan: Plan, *given: Any) -> object:
        if search.running and also(plan):
            seen.append(search.snapshot())
            search.stop()
        return does(plan, *given)

    monkeypatch.setattr("hunch.search.plan.covers", lambda *given: True)
    monkeypatch.setattr(Plan, name, stopping)
    search = asking()
    found = search.run()
    assert seen[0] is not None
    return seen[0], found


@pytest.mark.parametrize(("name", "method"), [("choose", "ucb"), ("sampler", "regret")])
@pytest.mark.usefixtures("clock")
def test_a_stop_while_it_prepares_brings_what_a_snapshot_showed(
    monkeypatch: pytest.MonkeyPatch, name: str, method: str
) -> None:
    """While a method is chosen, or as another method than the one tried first is about to begin."""
    seen, found = stopped_in(monkeypatch, name, lambda plan: plan.method == method)
    assert rests_on_what_was_tried(seen, "running")
    assert rests_on_what_was_tried(found, "stopped")
    assert seen.play == found.play


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("given", [0, 3, 10_000])
def test_an_answer_without_time_left_still_rests_on_some_iterations(
    clock: Clock, name: str, options: dict[str, Any], given: int
) -> None:
    clock.takes_a_day("advice.attempt", None)
    state = positions(load(name, **options), 3, 1)[0]
    found = advise(state, state.to_move, Limits(given, 1), seed=1)
    assert (found.iterations, found.stop_reason) == (min(given or FEWEST, FEWEST), "time")


def test_what_was_tried_first_is_part_of_the_answer_if_the_method_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hunch.search.advice.attempt", lambda *given: None)
    made = list[Sampler]()
    sampler = Plan.sampler

    def noted(plan: Plan, n: int, iterations: int, pilot: bool = False) -> Sampler:
        made.append(sampler(plan, n, iterations, pilot))
        return made[-1]

    monkeypatch.setattr(Plan, "sampler", noted)
    search = Search(load("goofspiel", prizes="descending").new(), 0, Limits(5_000, HOUR.time_ms, threads=2), seed=1)
    assert search.run().method == "ucb"
    assert search.samplers[0] is made[0]
    assert search.samplers[1] is made[-1]


@pytest.mark.usefixtures("clock")
def test_what_is_only_tried_has_a_part_of_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first trial, and the walks that show whether the end of a record is met."""
    given = list[int]()
    runs = Regret.run

    class Noted(Regret):
        def run(self, stop: Any, iterations: int, nanoseconds: int = 0) -> str:
            given.append(nanoseconds)
            return runs(self, stop, iterations, nanoseconds)

    monkeypatch.setattr("hunch.search.plan.Regret", Noted)
    state, record = facing_a_bet()
    limits, settings = Limits(time_ms=100), Settings(method="regret")
    assert advise(state, 1, limits, seed=1, record=record, settings=settings).beliefs == "record"
    part = 100_000_000 // OF_THE_REST
    assert given == [0, part, part, 100_000_000]
