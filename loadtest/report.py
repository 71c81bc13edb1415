"""The report as one HTML page with pictures, and as JSON."""

import html
import json
import math
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

from loadtest.figures import BEGAN, GOOD, TOOK, Verdict, calls, cores, percentile, table

STYLE = (
    "body{font:15px sans-serif;max-width:62em;margin:2em auto}td,th{padding:2px 10px;text-align:right}"
    "td+td{white-space:nowrap}td:first-child,th:first-child{text-align:left}.no{color:#b00;font-weight:bold}.yes{color:#070}img{width:100%}"
)


def write(
    folder: Path, runs: Sequence[Mapping[str, Any]], verdicts: Sequence[Verdict], metrics: Mapping[str, float]
) -> Path:
    """Writes report.html, a picture for each run, and report.json. Returns the path of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = [f"<!doctype html><meta charset=utf-8><title>Load test</title><style>{STYLE}</style><h1>Load test</h1>"]
    parts.append(f"<p>{html.escape(machine())}</p><h2>Targets</h2>" + _verdict_table(verdicts))
    for run in runs:
        shares = ", ".join(f"{who} {share:.2f}" for who, share in cores(run).items())
        parts.append(f"<h2>{html.escape(run['name'])}</h2><p>{html.escape(run['says'])}; cores: {shares}</p>")
        parts += [f"<p>{html.escape(_load(mix, phases))}</p>" for mix, phases in run["loads"].items()]
        parts.append(_table(run["samples"]))
        if run["samples"]:
            picture(folder / f"{run['name']}.png", run)
            parts.append(f"<img src='{run['name']}.png' alt='{run['name']}'>")
    (folder / "report.json").write_text(
        json.dumps(
            {"machine": machine(), "metrics": metrics, "targets": [asdict(verdict) for verdict in verdicts]}, indent=1
        )
    )
    page = folder / "report.html"
    page.write_text("\n".join(parts))
    return page


def print_report(
    folder: Path, runs: Sequence[Mapping[str, Any]], verdicts: Sequence[Verdict], metrics: Mapping[str, float]
) -> int:
    """Writes the report and prints the figures. Returns the exit code: 1 if a target is not met."""
    page = write(folder, runs, verdicts, metrics)
    print()
    for name, value in metrics.items():
        print(f"{name:40} {figure_of(value):>10}")
    print()
    for verdict in verdicts:
        met = "met    " if verdict.met else "NOT MET"
        print(f"{met}  {verdict.says}: {figure_of(verdict.measured)}, wanted {verdict.wanted}")
    print(f"\n{page}")
    return 0 if all(verdict.met for verdict in verdicts) else 1


def machine() -> str:
    """The machine, in a line."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    load = os.getloadavg()[0]
    return f"{len(os.sched_getaffinity(0))} cores, {model}, Python {platform.python_version()}, load average {load:.1f}"


def picture(path: Path, run: Mapping[str, Any]) -> None:
    """Five panels over time: throughput, latency, age of the queue, CPU, memory."""
    figure, panels = pyplot.subplots(5, 1, sharex=True, figsize=(9, 11))
    seconds: dict[int, list[Any]] = {}
    for sample in calls(run["samples"]):
        seconds.setdefault(int(sample[BEGAN]), []).append(sample)
    at = sorted(seconds)
    panels[0].step(at, [len(seconds[t]) for t in at], where="post", label="sent")
    panels[0].step(at, [sum(bool(s[GOOD]) for s in seconds[t]) for t in at], where="post", label="answered well")
    panels[0].set_ylabel("calls / s")
    took = [[s[TOOK] for s in seconds[t] if s[GOOD]] for t in at]  # a refusal takes no time
    for share in (0.5, 0.95, 0.99):
        panels[1].plot(at, [percentile(times, share) for times in took], label=f"p{share * 100:.0f}")
    panels[1].set_ylabel("ms, answered well")
    looks = [(look.at - run["started"], look) for look in run["looks"]]
    for panel, label, value in (
        (panels[2], "oldest in the queue, ms", lambda look: look.oldest_ms),
        (panels[3], "server, cores", lambda look: look.cpu),
        (panels[4], "server memory, MiB", lambda look: look.memory_mib),
    ):
        panel.plot([t for t, _ in looks], [value(look) for _, look in looks], label=label)
    panels[3].plot([t for t, _ in looks], [look.generator_cpu for _, look in looks], label="generators, cores")
    for panel in panels:
        panel.legend(loc="upper left", fontsize=8)
        panel.set_ylim(bottom=0)
    panels[4].set_xlabel("s")
    figure.tight_layout()
    figure.savefig(path, dpi=90)
    pyplot.close(figure)


def _load(mix: str, phases: Sequence[tuple[float, float]]) -> str:
    """The rates of each phase."""
    parts = ", ".join(f"phase {n}: {rate:g} a second for {seconds:g} s" for n, (rate, seconds) in enumerate(phases))
    return f"{mix}, {parts}"


def _verdict_table(verdicts: Sequence[Verdict]) -> str:
    lines = [
        f"<tr><td>{html.escape(verdict.says)}<td>{verdict.wanted}<td>{figure_of(verdict.measured)}"
        f"<td class={'yes' if verdict.met else 'no'}>{'met' if verdict.met else 'not met'}"
        for verdict in verdicts
    ]
    return "<table><tr><th>target<th>wanted<th>measured<th>" + "".join(lines) + "</table>"


def _table(samples: Sequence[Any]) -> str:
    lines = table(samples)
    if not lines:
        return ""
    head = "".join(f"<th>{name}" for name in lines[0])
    rows = "".join("<tr>" + "".join(f"<td>{html.escape(figure_of(cell))}" for cell in line.values()) for line in lines)
    return f"<table><tr>{head}{rows}</table><p>Milliseconds: p50, p95, p99 of good calls; failed p99 of the others.</p>"


def figure_of(value: Any) -> str:
    """A figure as people read it."""
    if isinstance(value, float):
        return "-" if math.isnan(value) else f"{value:.4g}"
    return str(value)
