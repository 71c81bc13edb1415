"""What a server is measured beside: an echo and a bare loop, pinned to cores; and the CPU that processes take."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from loadtest.processes import Process, free_port, listens

SILENT = Path(os.devnull)
"""A log that nobody reads."""
ECHO = """
import asyncio, sys, grpc
async def main():
    async def echo(raw, context):
        return bytes(int.from_bytes(raw[:4], "big"))
    handler = grpc.method_handlers_generic_handler("Echo", {"Echo": grpc.unary_unary_rpc_method_handler(echo)})
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((handler,))
    server.add_insecure_port(sys.argv[1])
    await server.start()
    await server.wait_for_termination()
asyncio.run(main())
"""
SPIN = """
import sys, time
end = time.time() + float(sys.argv[1])
while time.time() < end:
    pass
print(time.process_time())
"""


class Echo(Process):
    """A bare grpc server. It answers with as many bytes as the first four bytes of a request say."""

    def __init__(self, core: int) -> None:
        port = free_port()
        self.address = f"127.0.0.1:{port}"
        super().__init__([sys.executable, "-c", ECHO, self.address], SILENT, core)
        self.wait_for(lambda: listens(port))


def thread_cpu(pid: int) -> dict[str, float]:
    """CPU seconds of each thread so far."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return {task.name: int((task / "schedstat").read_text().split()[0]) / 1e9 for task in tasks}


def cpu_s(pid: int) -> float:
    """CPU seconds of a process so far."""
    return sum(thread_cpu(pid).values())


def spun(core: int, seconds: float) -> float:
    """The share of a core that a bare loop gets. It is less than 1 if other processes work on this machine."""
    loop = subprocess.run(
        [sys.executable, "-c", SPIN, str(seconds)],
        capture_output=True,
        check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    return float(loop.stdout) / seconds


@contextlib.contextmanager
def pinned(cores: set[int]) -> Iterator[None]:
    """Runs this thread on these cores for a while."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
