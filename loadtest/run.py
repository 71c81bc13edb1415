"""`make loadtest`: every mix against a real server and against a null server, compared with targets.json.

The server has one core and one search thread. The generators have the other core. Exit code 1: a target is not met.
"""

import argparse
import itertools
import json
import math
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hunch.server import auth
from loadtest import figures, report, scale
from loadtest.processes import Process, Serving, cores, free_port
from loadtest.watch import Watch

HERE = Path(__file__).parent
HELD = 0.99
"""Share of good calls, and of moves in time, that a rate within capacity reaches."""
MOVE_LATE_MS = 100
"""A move is in time if its answer comes at most this long after its thinking time."""
THINK = ("move", "hint")
"""Series that the null server answers after the thinking time. It answers the others at once."""
MANY = 50
"""Calls from which on a run must have had several under way at once."""
LEAST_MINUTES = 2
FRUGAL = ("move", "dice", "new game")
"""Series of a frugal key's calls."""
GENERATORS = {"grpc": "loadtest.users", "http": "loadtest.web_users"}
"""The program that sends a mix, by its protocol."""
Phases = Sequence[tuple[float, float]]


class Bench:
    """Runs mixes against a server, and keeps the results."""

    def __init__(self, mixes: Mapping[str, Any], factor: float, seed: int) -> None:
        self.mixes, self.factor, self.seed = mixes, factor, seed
        self.runs: list[dict[str, Any]] = []
        self.core, self.other = cores()

    def seconds(self, name: str) -> float:
        """How long a part lasts. The long form multiplies it."""
        return float(self.mixes["short"][name]) * self.factor

    def drive(
        self, name: str, says: str, server: Serving, loads: Mapping[str, Phases], keys: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """A run: one generator process for each mix, all on the other core."""
        print(f"{name}: {says}", flush=True)
        keys = keys or {}
        with tempfile.TemporaryDirectory() as folder:
            outs = {mix: Path(folder) / f"{mix}.json" for mix in loads}
            over = {mix: self.mixes["mixes"][mix]["over"] for mix in loads}
            generators = [
                Process(
                    [
                        sys.executable,
                        "-m",
                        GENERATORS[over[mix]],
                        "--address",
                        server.web if over[mix] == "http" else server.address,
                        "--mix",
                        mix,
                        "--phases",
                        json.dumps(phases),
                        "--key",
                        keys.get(mix, ""),
                        "--seed",
                        str(self.seed),
                        "--out",
                        str(outs[mix]),
                    ],
                    Path(folder) / f"{mix}.log",
                    self.other,
                )
                for mix, phases in loads.items()
            ]
            watch = Watch(server, generators, [("authorization", f"Bearer {key}") for key in list(keys.values())[:1]])
            most = sum(seconds for phases in loads.values() for _, seconds in phases) + 120
            codes = [generator.wait(most) for generator in generators]
            looks = watch.close()
            if any(codes):
                said = "".join((Path(folder) / f"{mix}.log").read_text(errors="replace")[-2_000:] for mix in loads)
                raise RuntimeError(f"a generator failed:\n{said}")
            parts = [json.loads(out.read_text()) for out in outs.values()]
        run = {
            "name": name,
            "says": says,
            "started": parts[0]["started"],
            "looks": looks,
            "phases": parts[0]["phases"],
            "loads": loads,
            "samples": [
                (*s[:2], s[2] + part["started"] - parts[0]["started"], *s[3:])
                for part in parts
                for s in part["samples"]
            ],
            "late": sum(part["late"] for part in parts),
            "overlap": parts[0]["most_in_flight"],
        }
        self.runs.append(run)
        print("   cores: " + ", ".join(f"{who} {share:.2f}" for who, share in figures.cores(run).items()), flush=True)
        for line in figures.table(run["samples"]):
            print("   " + "  ".join(f"{name} {report.figure_of(cell)}" for name, cell in line.items()), flush=True)
        return run


def capacity(bench: Bench, server: Serving) -> dict[str, float]:
    """The rates that hold the promise and that are answered well, and the best goodput of any rate.

    They differ: beyond the first, moves come later than promised. Beyond the second, costly calls are refused.
    """
    phases = [(rate, seconds * bench.factor) for rate, seconds in bench.mixes["short"]["capacity"]]
    run = bench.drive("capacity", "the evening, faster and faster", server, {"evening": phases})
    holds = [_holds(bench, run, number) for number in range(len(phases))]

    def again(rate: float) -> bool:
        alone = [(rate, bench.seconds("capacity_again_s"))]
        name = f"capacity-again-{rate:g}"
        return all(_holds(bench, bench.drive(name, f"{rate:g} calls a second again", server, {"evening": alone}), 0))

    rates = [rate for rate, _ in phases]
    ends = itertools.accumulate(seconds for _, seconds in phases)
    return {
        "capacity.calls_a_second": figures.held(rates, [all(each) for each in holds], again),
        "capacity.answered_a_second": figures.held(rates, [answered for answered, _ in holds]),
        "capacity.best_goodput": max(
            figures.goodput(run["samples"], end - seconds, end) for end, (_, seconds) in zip(ends, phases, strict=True)
        ),
    }


def _holds(bench: Bench, run: Mapping[str, Any], number: int) -> tuple[bool, bool]:
    """Whether the calls of a phase got good answers, and its moves came in time."""
    own = figures.of(run["samples"], number)
    well = [bool(s[figures.GOOD]) for s in figures.calls(own)]
    took = [s[figures.TOOK] for s in figures.of(own, series="move")]
    in_time = figures.percentile(took, HELD) <= bench.mixes["think_ms"] + MOVE_LATE_MS
    return sum(well) >= HELD * len(well), in_time


def evening(bench: Bench, server: Serving, held: float, best: float) -> dict[str, float]:
    """80 % and 300 % of capacity, and a burst."""
    shares = bench.mixes["shares"]
    calm, much = (seconds * bench.factor for seconds in bench.mixes["short"]["evening_s"])
    run = bench.drive(
        "evening",
        "80 %, then 300 % of capacity",
        server,
        {"evening": [(shares["evening"] * held, calm), (shares["overload"] * held, much)]},
    )
    before, bursts, after = bench.mixes["short"]["burst_s"]
    times = (before * bench.factor, bursts, after * bench.factor)  # a burst lasts as long in the long form
    burst = bench.drive(
        "burst",
        "ten times the calls for ten seconds",
        server,
        {"evening": [(share * held, s) for share, s in zip(shares["burst"], times, strict=True)]},
    )
    return {
        **figures.promised("evening", figures.of(run["samples"], 0), bench.mixes["think_ms"]),
        "overload.goodput_of_best": figures.goodput(run["samples"], calm, calm + much) / best,
        "burst.back_s": figures.back_s(burst["samples"], 0, 2, times[0] + times[1]),
    }


def web(bench: Bench, server: Serving, held: float) -> dict[str, float]:
    """Apps that send JSON, and pages with a player, both over HTTP."""
    found: dict[str, float] = {}
    for mix in ("json", "page"):
        phases = [(bench.mixes["shares"][mix] * held, bench.seconds(f"{mix}_s"))]
        run = bench.drive(mix, bench.mixes["mixes"][mix]["says"], server, {mix: phases})
        found |= figures.promised(mix, run["samples"], bench.mixes["think_ms"])
    return found


def analysis(bench: Bench, server: Serving) -> dict[str, float]:
    """Streams and solutions, at a share of what one core can do if each takes its whole thinking time."""
    fits = 1000 / bench.mixes["mixes"]["analysis"]["think_ms"]
    phases = [(bench.mixes["shares"]["analysis"] * fits, bench.seconds("analysis_s"))]
    run = bench.drive("analysis", "streams of suggestions and exact solutions", server, {"analysis": phases})
    first = figures.percentile([s[figures.TOOK] for s in figures.of(run["samples"], series="stream first")], 0.95)
    return {
        "analysis.errors": float(sum(figures.errors(run["samples"]).values())),
        "analysis.stream_first_p95_ms": first,
    }


def keys(file: Path, mixes: Iterable[str]) -> dict[str, str]:
    """Writes a file with a key for each mix, for the server."""
    made = {mix: auth.make(list(auth.SCOPES.values()), mix) for mix in mixes}
    auth.write(file, [kept for _, kept in made.values()])
    return {mix: token for mix, (token, _) in made.items()}


def hostile(bench: Bench, held: float, null: bool) -> float:
    """The share of the good clients' answers that hostile ones take, of a server or of a null server.

    Answers per call, as the calls drawn by chance differ a little in number.
    """
    shares, calm = bench.mixes["shares"], bench.seconds("hostile_s") / (2 if null else 1)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "keys.json"
        tokens = keys(file, ("evening", "hostile"))
        more: dict[str, Any] = (
            {"null_ms": bench.mixes["think_ms"]} if null else {"cores": 1, "keys": file, "log_level": "warning"}
        )
        with Serving(bench.core, **more) as server:
            run = bench.drive(
                "hostile-null" if null else "hostile",
                "good clients, alone and then beside hostile ones" + (", on a null server" if null else ""),
                server,
                {
                    "evening": [(shares["hostile_good"] * held, calm), (shares["hostile_good"] * held, calm)],
                    "hostile": [(0.0, calm), (shares["hostile_bad"] * held, calm)],
                },
                tokens,
            )
    good = [figures.calls(figures.of(run["samples"], number)) for number in (0, 1)]
    alone, beside = (sum(bool(s[figures.GOOD]) for s in part) / max(1, len(part)) for part in good)
    return 1 - beside / max(alone, 1e-9)


def greedy(bench: Bench) -> dict[str, float]:
    """The worst p99 of a frugal key's calls beside a greedy one, for each kind of call; and what failed of them."""
    rate, seconds = bench.mixes["frugal_a_second"], bench.seconds("greedy_s")
    samples: list[figures.Sample] = []
    worst: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "keys.json"
        tokens = keys(file, ("frugal", "greedy"))
        for kind in bench.mixes["greedy"]:
            with Serving(bench.core, cores=1, keys=file, log_level="warning") as server:
                hog = Process(
                    [
                        sys.executable,
                        "-m",
                        "loadtest.greedy",
                        "--address",
                        server.address,
                        "--kind",
                        kind,
                        "--key",
                        tokens["greedy"],
                        "--seed",
                        str(bench.seed),
                    ],
                    Path(folder) / f"{kind}.log",
                    bench.other,
                )
                try:
                    run = bench.drive(
                        f"greedy-{kind}",
                        f"a frugal key beside {kind} of a greedy one",
                        server,
                        {"frugal": [(rate, seconds)]},
                        {"frugal": tokens["frugal"]},
                    )
                finally:
                    hog.end()
            print("   the greedy key's calls: " + hog.log.read_text(errors="replace").strip()[-500:], flush=True)
            samples += run["samples"]
            for series in FRUGAL:
                took = [s[figures.TOOK] if s[figures.GOOD] else math.inf for s in figures.of(run["samples"], 0, series)]
                worst[series] = max(worst.get(series, 0.0), figures.percentile(took, 0.99))
    found = {f"greedy.{series.replace(' ', '_')}_p99_ms": worst[series] for series in FRUGAL}
    return {**found, "greedy.errors": float(sum(figures.errors(samples).values()))}


def control(bench: Bench, held: float) -> dict[str, float]:
    """What generator, grpc and kernel add: the evening and the overload on a null server."""
    shares, seconds, think_ms = bench.mixes["shares"], bench.seconds("control_s"), bench.mixes["think_ms"]
    phases = [(shares[share] * held, seconds) for share in ("evening", "overload")]
    with Serving(bench.core, null_ms=think_ms) as server:
        run = bench.drive("control", "80 %, then 300 % of capacity on a null server", server, {"evening": phases})
    added = [
        figures.percentile([s[figures.TOOK] - think_ms * (s[figures.SERIES] in THINK) for s in own], 0.99)
        for own in (figures.of(run["samples"], number) for number in (0, 1))
    ]
    return {"control.added_p99_ms": added[0], "control.overload_added_p99_ms": added[1]}


def generator(bench: Bench) -> dict[str, float]:
    """Whether the generator was the bottleneck, or other work on the machine."""
    return {
        "machine.others_cores": max(figures.cores(run)["others"] for run in bench.runs),
        "generator.most_cpu": max(figures.cores(run)["generators"] for run in bench.runs),
        "generator.most_late": float(max(run["late"] for run in bench.runs)),
        "generator.least_overlap": float(min(run["overlap"] for run in bench.runs if len(run["samples"]) >= MANY)),
    }


def measure(bench: Bench, with_scale: bool) -> dict[str, float]:
    """All figures."""
    metrics: dict[str, float] = {}
    with Serving(bench.core, cores=1, listen_web=f"127.0.0.1:{free_port()}") as server:
        metrics |= capacity(bench, server)
        held, best = metrics["capacity.calls_a_second"], metrics["capacity.best_goodput"]
        metrics["capacity.offered_of_capacity"] = max(rate for rate, _ in bench.mixes["short"]["capacity"]) / held
        metrics |= evening(bench, server, held, best)
        metrics |= web(bench, server, held)
        metrics |= analysis(bench, server)
    lost = hostile(bench, held, null=False)
    lost_null = hostile(bench, held, null=True)
    metrics |= {"hostile.good_lost": lost, "hostile.good_lost_control": lost_null}
    metrics["hostile.good_lost_beyond_control"] = lost - lost_null
    metrics |= greedy(bench)
    metrics |= control(bench, held)
    metrics |= generator(bench)
    if with_scale:
        print("scale: two replicas of one thread, one process of two", flush=True)
        ratios = scale.compare(bench.seconds("scale_s") / 2)
        metrics["scale.two_replicas_of_two_threads"] = ratios["two replicas / one process"]
    return metrics


def main() -> int:
    """Measures, writes the report, and prints which targets are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=4.0, help="about how long; 4 is the short form")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-scale", action="store_true", help="leave the replicas out")
    parser.add_argument("--only-greedy", action="store_true", help="only what one key at its worst does to another")
    parser.add_argument("--out", type=Path, default=HERE / "report")
    options = parser.parse_args()
    if options.minutes < LEAST_MINUTES:
        parser.error("less than two minutes leave nothing to count after warming up")
    bench = Bench(json.loads((HERE / "mixes.json").read_text()), options.minutes / 4.0, options.seed)
    metrics = greedy(bench) if options.only_greedy else measure(bench, not options.no_scale)
    wanted = [one for one in figures.targets("loadtest") if one["metric"] in metrics or not options.only_greedy]
    return report.print_report(options.out, bench.runs, figures.verdicts(wanted, metrics), metrics)


if __name__ == "__main__":
    sys.exit(main())
