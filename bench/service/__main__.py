"""The cost of the service beside a bare grpc echo of the same message sizes, and its behaviour under load.

    python -m bench.service [--json FILE] [--quick] [--only PART ...]

Server and client are processes of their own, pinned to a core each; the echo runs where the server runs. The whole
takes twenty minutes and wants a quiet machine; `--quick` three, with rougher figures.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.service import calls, freed, load, web
from bench.service.deadlines import FEW, TRIALS, deadlines
from bench.service.overload import overload
from bench.service.processes import SILENT, Echo
from bench.service.questions import Row
from loadtest.processes import Serving, free_port


def measure(quick: bool, parts: Iterable[str]) -> Iterator[Row]:
    """The rows of these parts."""
    all_cores = sorted(os.sched_getaffinity(0))
    core, client_core = all_cores[0], all_cores[-1]
    if "first" in parts:
        with tempfile.TemporaryDirectory() as home:
            yield load.first_answer(home)
    os.sched_setaffinity(0, {client_core})
    listen_web = f"127.0.0.1:{free_port()}"
    with Serving(core, log=SILENT, listen_web=listen_web, **freed.PATIENT) as server, Echo(core) as echo:
        ours, addresses, pids = server.address, (server.address, echo.address), (server.pid, echo.pid)
        measures: dict[str, Callable[[], Iterable[Row]]] = {
            "latency": lambda: calls.latency(*addresses, pids, 200 if quick else 1000),
            "throughput": lambda: asyncio.run(calls.throughput(*addresses, pids, 0.1 if quick else 0.4)),
            "web": lambda: web.throughput(ours, listen_web, server.pid, 0.1 if quick else 0.4),
            "bare": lambda: [load.beside_bare(ours, core)],
            "full": lambda: asyncio.run(load.full_load(ours, server.pid, core, 2 if quick else 10)),
            "freed": lambda: asyncio.run(freed.causes(ours, listen_web, 40 if quick else 200)),
            "overload": lambda: asyncio.run(overload(ours, 1, 3 if quick else 10)),
            "deadlines": lambda: asyncio.run(deadlines(ours, FEW if quick else TRIALS)),
        }
        for name, rows in measures.items():
            if name in parts:
                yield from rows()
    if "drain" in parts:
        yield freed.drains(core, 10 if quick else 200)
    os.sched_setaffinity(0, all_cores)


PARTS = ("first", "latency", "throughput", "web", "bare", "full", "freed", "overload", "deadlines", "drain")


def main() -> None:
    """Prints the table. Exit code 1: a bound is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", metavar="FILE", help="also write the rows to this file")
    parser.add_argument("--quick", action="store_true", help="fewer calls, rougher figures")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="measure only these parts")
    chosen = parser.parse_args()
    rows = []
    console = Console()
    with console.status("measuring"):
        for row in measure(chosen.quick, chosen.only):
            rows.append(row)
            console.log(*row[:3])
    table = Table("what", "measured", "bound", "")
    for what, measured, bound, holds in rows:
        table.add_row(what, measured, bound, "" if holds is None else "ok" if holds else "[red]missed")
    console.print(table)
    if chosen.json:
        names = ("what", "measured", "bound", "ok")
        Path(chosen.json).write_text(json.dumps([dict(zip(names, row, strict=True)) for row in rows], indent=1))
    sys.exit(0 if all(holds is not False for *_, holds in rows) else 1)


if __name__ == "__main__":
    main()
