"""Figures of a run: percentiles, goodput, the time back to normal; and their comparison with targets."""

import json
import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Sample = Sequence[Any]
SERIES, PHASE, BEGAN, TOOK, STATUS, GOOD = range(6)
NOT_GOODPUT = "hostile"
WARM_S = 1.0
AGAIN = 2
"""Most rates that are tried again, because a window of seconds can be missed by chance."""
BACK_MS = 50.0
"""Milliseconds above the median before a burst that still count as normal."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A target and the measured value."""

    says: str
    metric: str
    wanted: str
    measured: float
    met: bool


def of(samples: Iterable[Sample], phase: int | None = None, series: str = "") -> list[Sample]:
    """The samples of a phase and a series."""
    return [s for s in samples if phase in (None, s[PHASE]) and series in ("", s[SERIES])]


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share does not exceed; nan if there are no values."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


def calls(samples: Iterable[Sample]) -> list[Sample]:
    """Whole calls of good clients: no first messages of streams, and no hostile calls."""
    return [s for s in samples if not s[SERIES].endswith(" first") and not s[SERIES].startswith(NOT_GOODPUT)]


def goodput(samples: Iterable[Sample], begins: float, ends: float) -> float:
    """Good answers a second between these seconds. The first second is left out, to warm up."""
    answered = sum(1 for s in calls(samples) if s[GOOD] and begins + WARM_S <= s[BEGAN] + s[TOOK] / 1000 < ends)
    return answered / (ends - begins - WARM_S)


def errors(samples: Iterable[Sample]) -> dict[str, int]:
    """Failed calls of good clients, by status."""
    counts: dict[str, int] = {}
    for s in calls(samples):
        if not s[GOOD]:
            counts[s[STATUS]] = counts.get(s[STATUS], 0) + 1
    return counts


def table(samples: Sequence[Sample]) -> list[dict[str, Any]]:
    """A line for each series and phase."""
    lines = []
    for series, phase in sorted({(s[SERIES], s[PHASE]) for s in samples}, key=lambda pair: (pair[1], pair[0])):
        own = of(samples, phase, series)
        took = [s[TOOK] for s in own if s[GOOD]]
        lines.append(
            {
                "series": series,
                "phase": phase,
                "calls": len(own),
                "failed": sum(not s[GOOD] for s in own),
                **{f"p{round(share * 100)}": percentile(took, share) for share in (0.5, 0.95, 0.99)},
                "failed p99": percentile([s[TOOK] for s in own if not s[GOOD]], 0.99),
            }
        )
    return lines


def cores(run: Mapping[str, Any]) -> dict[str, float]:
    """The cores that each used while the calls of a run were sent."""
    looks = [look for look in run["looks"] if 0 <= look.at - run["started"] <= sum(s for _, s in run["phases"])]
    many = max(1, len(looks))
    return {
        "server": sum(look.cpu for look in looks) / many,
        "generators": sum(look.generator_cpu for look in looks) / many,
        "others": sum(look.others_cpu for look in looks) / many,
    }


def back_s(samples: Sequence[Sample], before: int, after: int, begins: float) -> float:
    """Seconds from the start of phase `after` until moves are as fast as in `before`, by the median of each second."""
    normal = percentile([s[TOOK] for s in of(samples, before, "move")], 0.5) + BACK_MS
    slow = 0.0
    seconds: dict[int, list[float]] = {}
    for s in of(samples, after, "move"):
        seconds.setdefault(int(s[BEGAN] - begins), []).append(s[TOOK] if s[GOOD] else math.inf)
    for second, took in seconds.items():
        if statistics.median(took) > normal:
            slow = max(slow, second + 1.0)
    return slow


def held(rates: Sequence[float], good: Sequence[bool], again: Callable[[float], bool] = lambda rate: False) -> float:
    """The last of the rising rates that holds. A rate that is missed is tried again, AGAIN times in all."""
    last, left = rates[0], AGAIN
    for rate, holds in zip(rates, good, strict=True):
        if not holds:
            left -= 1
            if left < 0 or not again(rate):
                break
        last = rate
    return last


def verdicts(targets: Sequence[Mapping[str, Any]], metrics: Mapping[str, float]) -> list[Verdict]:
    """Each target. A target that was not measured is not met."""
    judged = []
    for target in targets:
        value = metrics.get(target["metric"], math.nan)
        sense: tuple[str, Callable[[float, float], bool]]
        sense = (
            ("most", lambda value, bound: value <= bound)
            if "most" in target
            else ("least", lambda value, bound: value >= bound)
        )
        wanted = float(target[sense[0]])
        met = sense[1](value, wanted)
        judged.append(Verdict(target["says"], target["metric"], f"at {sense[0]} {wanted:g}", value, met))
    return judged


def promised(mix: str, samples: Sequence[Sample], think_ms: float) -> dict[str, float]:
    """What is promised of a mix at its share of capacity: moves in time, and nothing fails."""
    took = [sample[TOOK] for sample in of(samples, series="move")]
    return {
        f"{mix}.move_p99_over_think_ms": percentile(took, 0.99) - think_ms,
        f"{mix}.errors": float(sum(errors(samples).values())),
    }


def targets(of: str) -> list[dict[str, Any]]:
    """The targets of a kind of run."""
    wanted: list[dict[str, Any]] = json.loads((Path(__file__).parent / "targets.json").read_text())[of]
    return wanted
