"""Simulated apps of any protocol. Each phase has a rate of calls, and no app waits for slow answers.

A user does one thing per period, and the period is longer than a call's deadline. So a slow server does not slow the
arrivals down, and a rate is a number of users.
"""

from locust import User  # first: it lets gevent replace what blocks
from locust.env import Environment
from locust.exception import StopUser

# isort: split
import argparse
import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import gevent

from loadtest.positions import dealt

T = TypeVar("T")
MIXES = json.loads((Path(__file__).parent / "mixes.json").read_text())
SPAWN = 500
"""Users that come to be a second, before the first call."""
Phases = Sequence[tuple[float, float]]


@dataclass
class Tally:
    """The results: samples of [series, phase, start in s, ms, status, good]."""

    started: float = 0.0
    samples: list[tuple[str, int, float, float, str, bool]] = field(default_factory=list)
    in_flight: int = 0
    most_in_flight: int = 0
    late: int = 0


class App(User):
    """One app. It does one thing per period during its phase."""

    abstract = True
    protocol: ClassVar[str]
    failures: ClassVar[tuple[type[Exception], ...]]
    """What a call raises that fails."""
    tally: ClassVar[Tally]
    turns: ClassVar[Iterator[Callable[["App"], None]]]
    """What to do next, as often as the mix has it."""
    mix: ClassVar[dict[str, Any]]
    phase: ClassVar[int]
    window: ClassVar[tuple[float, float]]
    """Seconds from the start."""
    chance: ClassVar[random.Random]

    def on_start(self) -> None:
        """Waits for the phase, and for a random moment within the first period."""
        self.due = self.tally.started + self.window[0] + self.chance.random() * MIXES["period_s"]
        gevent.sleep(max(0.0, self.due - time.monotonic()))

    def wait_time(self) -> float:
        """Seconds until a period after the previous turn was due. Locust's `constant_throughput` counts the first
        period from the user's birth, so users that begin later would be in step from their second call on.
        """
        self.due += MIXES["period_s"]
        return float(max(0.0, self.due - time.monotonic()))

    def timed(self, series: str, call: Callable[[], Any], wanted: str = "OK", first: bool = False) -> Any:
        """Makes a call and keeps its result; with `first`, also the time to the first message of a stream."""
        tally, began = self.tally, time.monotonic()
        if began >= tally.started + self.window[1]:
            raise StopUser
        tally.in_flight += 1
        tally.most_in_flight = max(tally.most_in_flight, tally.in_flight)
        status, answer = "OK", None
        try:
            answer = call()
            if first:
                next(answer)
                self._keep(f"{series} first", began, "OK", True)
                for _ in answer:
                    pass
        except self.failures as error:
            status = self.status_of(error)
        finally:
            tally.in_flight -= 1
        in_time = wanted != "OK" or time.monotonic() - began <= MIXES["deadline_s"]
        self._keep(series, began, status if in_time else "LATE", in_time and status == wanted)
        return answer

    def status_of(self, error: Any) -> str:
        """The status of a call that failed."""
        raise NotImplementedError

    def _keep(self, series: str, began: float, status: str, good: bool) -> None:
        took = (time.monotonic() - began) * 1000
        self.tally.samples.append((series, self.phase, began - self.tally.started, took, status, good))
        self.environment.events.request.fire(
            request_type=self.protocol,
            name=series,
            response_time=took,
            response_length=0,
            exception=None if good else RuntimeError(status),
        )


def turn(user: App) -> None:
    """The next thing of the mix. If it takes more than a period, the user is late for the one after."""
    began = time.monotonic()
    next(user.turns)(user)
    user.tally.late += time.monotonic() - began > MIXES["period_s"]


def mix_of(name: str) -> dict[str, Any]:
    """A mix, with what all mixes have in common."""
    return {"think_ms": MIXES["think_ms"], **MIXES["mixes"][name]}


def turns(mix: Mapping[str, Any], tasks: Mapping[str, T], chance: random.Random) -> Iterator[T]:
    """The tasks of a mix, each as often as its weight."""
    return dealt([tasks[name] for name, weight in mix["tasks"].items() for _ in range(weight)], chance)


def by_phase(app: type[App], shared: Mapping[str, Any], phases: Phases) -> list[type[App]]:
    """A class of users for each phase of [turns a second, seconds], with as many users as make that rate."""
    everywhere = {"tally": Tally(), "tasks": [turn], **shared}
    kinds, start = [], 0.0
    for number, (rate, seconds) in enumerate(phases):
        own = {"phase": number, "window": (start, start + seconds), "fixed_count": round(rate * MIXES["period_s"])}
        kinds.append(type(f"Phase{number}", (app,), {**everywhere, **own}))
        start += seconds
    return [kind for kind in kinds if vars(kind)["fixed_count"]]


def run(kinds: Sequence[type[App]], phases: Phases) -> dict[str, Any]:
    """Runs the phases in turn. Returns the tally, ready for JSON."""
    environment = Environment(user_classes=list(kinds))
    runner = environment.create_local_runner()
    tally = kinds[0].tally
    count = sum(kind.fixed_count for kind in kinds)
    tally.started = time.monotonic() + 1.0 + count / SPAWN
    runner.start(count, spawn_rate=SPAWN)
    seconds = sum(seconds for _, seconds in phases)
    gevent.sleep(tally.started + seconds + MIXES["deadline_s"] + 0.3 - time.monotonic())
    left = tally.in_flight
    runner.quit()
    return {
        "phases": phases,
        "started": tally.started,
        "samples": tally.samples,
        "late": tally.late,
        "most_in_flight": tally.most_in_flight,
        "left": left,
        "cpu_s": time.process_time(),
    }


def main(kinds: Callable[..., list[type[App]]], over: str, says: str | None) -> None:
    """A generator process for mixes over a protocol: `kinds` makes the users."""
    parser = argparse.ArgumentParser(description=says)
    parser.add_argument("--address", required=True)
    mixes = [name for name, mix in MIXES["mixes"].items() if mix["over"] == over]
    parser.add_argument("--mix", choices=mixes, default=mixes[0])
    parser.add_argument("--phases", type=json.loads, default=[[5, 10]], help="[[turns a second, seconds], ...]")
    parser.add_argument("--key", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    users = kinds(chosen.mix, chosen.phases, chosen.address, chosen.key, chosen.seed)
    chosen.out.write_text(json.dumps({"mix": chosen.mix, **run(users, chosen.phases)}))
