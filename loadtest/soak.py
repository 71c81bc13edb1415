"""`python -m loadtest.soak --minutes N`: mixed load for long; memory, descriptors and latency must stay flat.

A slope is a straight line through what was seen after the first fifth, with its standard error from blocks of time,
because neighbouring looks resemble each other. Of memory it is the least of each block that counts, when no search ran.
Exit code 1: something grows.
"""
import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from loadtest import figures, report
from loadtest.processes import Serving
from loadtest.run import HERE, Bench
from loadtest.slopes import slope

WARM = 0.2
MOST_MIB_AN_HOUR = 4.0
MOST_DESCRIPTORS_AN_HOUR = 4.0
MOST_SLOWER = 1.25
"""Median latency of the last third beside that of the first third after warming up."""


def soak(minutes: float, rate: float, seed: int, out: Path) -> bool:
    """Runs it; prints what was seen; says whether all stayed flat."""
    bench = Bench(json.loads((HERE / "mixes.json").read_text()), 1.0, seed)
    seconds = minutes * 60
    with Serving(bench.core, cores=1) as server:
        run = bench.drive(
            "soak", f"{minutes:g} minutes of everything", server,
            {"evening": [(rate, seconds)], "analysis": [(max(1.0, rate / 8), seconds)],
             "hostile": [(rate / 2, seconds)]},
        )  # fmt: skip
    looks = [look for look in run["looks"] if WARM * seconds <= look.at - run["started"] <= seconds]
    at = [look.at for look in looks]
    flat = True
    memory = slope(at, [look.memory_mib for look in looks], min)
    descriptors = slope(at, [float(look.descriptors) for look in looks])
    for name, grows, most in (
        ("memory, MiB an hour", memory, MOST_MIB_AN_HOUR),
        ("descriptors an hour", descriptors, MOST_DESCRIPTORS_AN_HOUR),
    ):
        flat &= grows.flat(most)
        print(f"{name:22} {grows.value:+9.2f} ± {grows.error:.2f}   {'flat' if grows.flat(most) else 'GROWS'}")
    slower = _slower(run["samples"], seconds)
    flat &= slower <= MOST_SLOWER
    print(f"{'moves, last / first':22} {slower:9.2f}          {'flat' if slower <= MOST_SLOWER else 'GROWS'}")
    print(f"{'calls that failed':22} {figures.errors(run['samples']) or 'none'}")
    print(report.write(out, bench.runs, [], {"soak.moves_last_of_first": slower}))
    return flat


def _slower(samples: Sequence[figures.Sample], seconds: float) -> float:
    def median(low: float, high: float) -> float:
        took = [s[figures.TOOK] for s in figures.of(samples, series="move")
                if s[figures.GOOD] and low * seconds <= s[figures.BEGAN] < high * seconds]  # fmt: skip
        return figures.percentile(took, 0.5)

    third = (1 - WARM) / 3
    return median(1 - third, 1.0) / median(WARM, WARM + third)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=6.0, help="calls a second of the evening; the others add to it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HERE / "report" / "soak")
    options = parser.parse_args()
    sys.exit(0 if soak(options.minutes, options.rate, options.seed, options.out) else 1)
