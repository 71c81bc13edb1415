"""Processes of their own, pinned to cores: a server, an echo, a bare loop; and the CPU they take."""
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc

ROOT = Path(__file__).parents[2]
SERVE = "from hunch.cli import main; main(prog_name='hunch')"
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


def free_port() -> int:
    """A port nobody has now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def started(command: list[str], cores: set[int]) -> subprocess.Popen[bytes]:
    """A command on these cores, silent, the leader of its own group."""
    return subprocess.Popen(
        command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=ROOT, start_new_session=True,
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
    )  # fmt: skip


def ended(process: subprocess.Popen[bytes]) -> None:
    """Tells its group to close down, and waits for it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    process.wait(20)


@contextlib.contextmanager
def answering(command: list[str], address: str, cores: set[int]) -> Iterator[tuple[str, int]]:
    """Something that takes calls at an address: that and its process."""
    process = started(command, cores)
    try:
        with grpc.insecure_channel(address) as channel:
            grpc.channel_ready_future(channel).result(20)
        yield address, process.pid
    finally:
        ended(process)


def served(cores: set[int], home: str, *flags: str) -> contextlib.AbstractContextManager[tuple[str, int]]:
    """A server as anybody starts it."""
    address = f"127.0.0.1:{free_port()}"
    command = [sys.executable, "-c", SERVE, "serve", "--listen", address, "--home", home, *flags]
    return answering(command, address, cores)


def echoing(cores: set[int]) -> contextlib.AbstractContextManager[tuple[str, int]]:
    """A bare echo, that answers as many bytes as the first four say."""
    address = f"127.0.0.1:{free_port()}"
    return answering([sys.executable, "-c", ECHO, address], address, cores)


def thread_cpu(pid: int) -> dict[str, float]:
    """CPU seconds of each thread so far."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return {task.name: int((task / "schedstat").read_text().split()[0]) / 1e9 for task in tasks}


def cpu_s(pid: int) -> float:
    """CPU seconds of a process so far."""
    return sum(thread_cpu(pid).values())


def spun(core: int, seconds: float) -> float:
    """What share of the core a bare loop gets: less than all of it when others work on this machine."""
    told = subprocess.run(
        [sys.executable, "-c", SPIN, str(seconds)], capture_output=True, check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )  # fmt: skip
    return float(told.stdout) / seconds


@contextlib.contextmanager
def pinned(cores: set[int]) -> Iterator[None]:
    """This thread on these cores for a while."""
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, mine)


