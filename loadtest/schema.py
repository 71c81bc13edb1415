"""Requests made from the OpenAPI description, against a server of its own: none may cause an answer of 500 or more.

    python -m loadtest.schema [--minutes 5]

schemathesis makes them, from the schema of each rpc. Exit code 1: it found one, or it could not run.
"""

import argparse
import subprocess
import sys
from typing import Any

from loadtest.processes import Serving, free_port

LIMITS: dict[str, Any] = {"most_time_ms": 50, "most_iterations": 2_000, "most_memory_mib": 16, "log_level": "error"}
"""Settings with which a request that is sound takes little time too."""


def run(minutes: float) -> int:
    """The exit code of schemathesis after so many minutes."""
    web = f"127.0.0.1:{free_port()}"
    seconds = str(max(1, round(minutes * 60)))
    with Serving(listen_web=web, **LIMITS):
        command = ["-m", "schemathesis.cli", "run", f"http://{web}/openapi.json", "--max-time", seconds]
        return subprocess.run([sys.executable, *command, "--checks", "not_a_server_error"]).returncode


def main() -> None:
    """Runs it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5.0, help="how long to ask")
    sys.exit(run(parser.parse_args().minutes))


if __name__ == "__main__":
    main()
