"""`python -m loadtest.soak --minutes N`: long mixed load below capacity. Memory, descriptors and latency stay flat.

A slope is a straight line through the samples after warming up. Its standard error comes from blocks of time, because
neighbouring samples resemble each other. For memory, the least of each block counts: no search ran then. The load, the
time to warm up, and the targets are data: mixes.json and targets.json. Exit code 1: a target is not met.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from loadtest import figures, report
from loadtest.processes import Serving
from loadtest.run import HERE, Bench, keys
from loadtest.slopes import blocks, slope


def soak(bench: Bench, minutes: float) -> dict[str, float]:
    """Runs the soak and returns all its figures."""
    seconds, warm = minutes * 60, bench.mixes["soak"]["warm"]
    loads = {mix: [(rate, seconds)] for mix, rate in bench.mixes["soak"]["rates"].items()}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "keys.json"
        tokens = keys(file, loads)
        with Serving(bench.core, cores=1, keys=file) as server:
            run = bench.drive("soak", f"{minutes:g} minutes of everything", server, loads, tokens)
    looks = [look for look in run["looks"] if warm * seconds <= look.at - run["started"] <= seconds]
    at, memory_mib = [look.at for look in looks], [look.memory_mib for look in looks]
    print("   memory at rest, MiB: " + " ".join(f"{mib:.1f}" for mib in blocks(memory_mib, min)), flush=True)
    memory = slope(at, memory_mib, min)
    descriptors = slope(at, [float(look.descriptors) for look in looks])
    return {
        "soak.memory_mib_an_hour": memory.value,
        "soak.memory_error_mib_an_hour": memory.error,
        "soak.descriptors_an_hour": descriptors.value,
        "soak.moves_last_of_first": _slower(run["samples"], seconds, warm),
        "soak.errors": float(sum(figures.errors(run["samples"]).values())),
        "soak.server_cores": figures.cores(run)["server"],
        "machine.others_cores": figures.cores(run)["others"],
        "generator.most_late": float(run["late"]),
    }


def _slower(samples: Sequence[figures.Sample], seconds: float, warm: float) -> float:
    """Median latency of moves in the last third over that in the first third, after warming up."""

    def median(low: float, high: float) -> float:
        took = [
            s[figures.TOOK]
            for s in figures.of(samples, series="move")
            if s[figures.GOOD] and low * seconds <= s[figures.BEGAN] < high * seconds
        ]
        return figures.percentile(took, 0.5)

    third = (1 - warm) / 3
    return median(1 - third, 1.0) / median(warm, warm + third)


def main() -> int:
    """Soaks, writes the report, and prints which targets are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HERE / "report" / "soak")
    options = parser.parse_args()
    mixes: Mapping[str, Any] = json.loads((HERE / "mixes.json").read_text())
    bench = Bench(mixes, 1.0, options.seed)
    metrics = soak(bench, options.minutes)
    return report.print_report(options.out, bench.runs, figures.verdicts(figures.targets("soak"), metrics), metrics)


if __name__ == "__main__":
    sys.exit(main())
