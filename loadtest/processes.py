"""Server processes for load tests and benchmarks: started, pinned to a core, watched through /proc, ended."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

SERVE = "from hunch.cli import main; main(prog_name='hunch')"
"""A program that is the command line."""
START_S = 300.0
"""How long a server may take to start."""
OWN_PORTS = 16_384, 32_768
"""Ports below those that Linux gives to connections."""
TICKS = os.sysconf("SC_CLK_TCK")
PAGE_MIB = os.sysconf("SC_PAGE_SIZE") / 2**20


def free_port() -> int:
    """A free port of loopback. The kernel gives it to no connection until it is bound."""
    while True:
        with socket.socket() as held, contextlib.suppress(OSError):
            held.bind(("127.0.0.1", random.randrange(*OWN_PORTS)))
            return int(held.getsockname()[1])


def cores() -> tuple[int, int]:
    """A core for the server and one for the generators. If there is only one core, they share it."""
    usable = sorted(os.sched_getaffinity(0))
    return usable[0], usable[-1]


def machine_s() -> float:
    """Seconds of work of all cores together since the machine started."""
    user, nice, system, _, _, interrupts, soft, stolen = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + interrupts + soft + stolen) / TICKS


class Process:
    """A process of ours, and what the kernel reports of it. As a context manager it ends."""

    def __init__(
        self, command: Sequence[str], log: Path, core: int | None = None, environ: Mapping[str, str] | None = None
    ) -> None:
        pinned = ["taskset", "-c", str(core)] if core is not None else []
        self.log = log
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                [*pinned, *command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                env={**os.environ, "GRPC_VERBOSITY": "NONE", **(environ or {})},
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    @property
    def pid(self) -> int:
        """Its id."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def cpu_s(self) -> float:
        """Seconds of CPU so far; 0 after its end."""
        fields = self._stat()
        return (int(fields[11]) + int(fields[12])) / TICKS if fields else 0.0

    def memory_mib(self) -> float:
        """Resident memory."""
        fields = self._stat()
        return int(fields[21]) * PAGE_MIB if fields else 0.0

    def descriptors(self) -> int:
        """Open files and sockets."""
        try:
            return len(os.listdir(f"/proc/{self.pid}/fd"))
        except OSError:
            return 0

    def threads(self) -> int:
        """Threads."""
        fields = self._stat()
        return int(fields[17]) if fields else 0

    def signal(self, number: signal.Signals) -> None:
        """Sends it a signal."""
        if self.running:
            self._process.send_signal(number)

    def wait(self, within_s: float = START_S) -> int:
        """Its exit code."""
        return self._process.wait(within_s)

    def end(self) -> None:
        """Sends SIGTERM, and SIGKILL if that does not end it."""
        self.signal(signal.SIGTERM)
        try:
            self.wait(60.0)
        except subprocess.TimeoutExpired:
            self.signal(signal.SIGKILL)
            self.wait()

    def wait_for(self, ready: Callable[[], bool]) -> None:
        """Returns once it is ready. If it ends first or takes too long, raises what it logged."""
        until = time.monotonic() + START_S
        while not ready():
            if not self.running or time.monotonic() > until:
                logged = self.log.read_text(errors="replace")[-2_000:]
                self.end()
                raise RuntimeError(f"the process did not start:\n{logged}")
            time.sleep(0.05)

    def _stat(self) -> list[str]:
        try:
            return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return []


class Serving(Process):
    """A server in a process of its own. When the constructor returns, the server answers.

    `null_ms` starts a null server in its place, with that delay. Without `home` the server has a temporary folder, and
    without `log` it logs to a file there. `settings` are flags of `hunch serve`. The HTTP port
    is off unless they have `listen_web`, which is then also `web`.
    """

    def __init__(
        self,
        core: int | None = None,
        port: int = 0,
        home: Path | None = None,
        null_ms: float | None = None,
        environ: Mapping[str, str] | None = None,
        secure: bool = False,
        log: Path | None = None,
        **settings: object,
    ) -> None:
        self._folder = None if home else tempfile.TemporaryDirectory(prefix="hunch-load-")
        self.home = home or Path(str(self._folder and self._folder.name))
        self.port = port or free_port()
        self.address, self.web = f"127.0.0.1:{self.port}", "off"
        if null_ms is not None:
            command = ["-m", "loadtest.null", "--listen", self.address, "--delay-ms", str(null_ms)]
        else:
            command = ["-c", SERVE, "serve", "--listen", self.address, "--home", str(self.home)]
            chosen = {"listen_web": "off", **settings}
            self.web = str(chosen["listen_web"])
            command += [part for name, value in chosen.items() for part in _flag(name, value)]
        super().__init__([sys.executable, *command], log or self.home / "server.log", core, environ)
        self.wait_for((lambda: listens(self.port)) if secure else (lambda: healthy(self.address)))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()
        if self._folder:
            self._folder.cleanup()


def healthy(address: str, timeout: float = 2.0) -> bool:
    """Whether a server at this address reports that it serves."""
    with grpc.insecure_channel(address) as channel:
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=timeout)
        except grpc.RpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def listens(port: int) -> bool:
    """Whether a process takes connections on this port of loopback."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _flag(name: str, value: object) -> list[str]:
    flag = "--" + name.replace("_", "-")
    if isinstance(value, bool):
        return [flag if value else f"--no-{flag[2:]}"]
    return [flag, str(value)]
