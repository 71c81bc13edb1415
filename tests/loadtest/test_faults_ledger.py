"""No roll that the dice service reported is lost, whatever happens to disk, database, clock or server."""

import asyncio
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from hunch.v1 import opponent_pb2_grpc
from loadtest.processes import Serving
from tests.loadtest.clients import Table, at_work, question
from tests.support.postgres import started
from tests.support.waiting import HANGS_S, until

ROLLS = 30
HOUR = 3_600
YEARS = 2 * 365 * 24 * HOUR
"""After so long open games of dice would close, and be removed."""


def step(path: Path, seconds: int) -> None:
    """Sets how far the server's clock is off. The file is never empty, as the server has it mapped."""
    path.touch()
    with path.open("r+b") as file:
        file.write(seconds.to_bytes(8, "little", signed=True))


async def answers(channel: grpc.aio.Channel) -> bool:
    """Whether the server still answers a question about a move."""
    answer = await opponent_pb2_grpc.OpponentServiceStub(channel).SuggestMove(question(), timeout=HANGS_S)
    return bool(answer.advice.play.moves)


def test_no_answered_roll_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    async def rolls_and_dies(server: Serving) -> Table:
        async with grpc.aio.insecure_channel(server.address) as channel:
            table = await Table.opened(channel)
            rolling = asyncio.ensure_future(table.rolls_until_refused(10_000))
            await until(lambda: len(table.seen) >= ROLLS or rolling.done(), "dice are rolled")
            server.signal(signal.SIGKILL)
            assert await rolling is StatusCode.UNAVAILABLE
            return table

    async def goes_on(server: Serving, table: Table) -> int:
        async with grpc.aio.insecure_channel(server.address) as channel:
            table = table.at(channel)
            await table.roll()
            return await table.lost()

    with Serving(home=tmp_path) as server:
        table = asyncio.run(rolls_and_dies(server))
    with Serving(home=tmp_path) as again:
        assert asyncio.run(goes_on(again, table)) == 0


def test_with_a_full_disk_rolls_are_refused_moves_are_not_and_nothing_is_lost(tmp_path: Path) -> None:
    async def talk(server: Serving) -> tuple[StatusCode, bool, StatusCode, int]:
        async with grpc.aio.insecure_channel(server.address) as channel:
            table = await Table.opened(channel)
            await table.roll()
            written = max(path.stat().st_size for path in tmp_path.glob("dice.db*"))
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (written + 8_192, resource.RLIM_INFINITY))
            refused = await table.rolls_until_refused(500)
            moved = await answers(channel)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            later = await table.rolls_until_refused(ROLLS)
            return refused, moved, later, await table.lost()

    with Serving(home=tmp_path, log_level="error") as server:
        assert asyncio.run(talk(server)) == (StatusCode.UNAVAILABLE, True, StatusCode.OK, 0)


@pytest.fixture
def postgres() -> Iterator[Any]:
    """A PostgreSQL server that a test may stop and start."""
    with started() as server:
        yield server


@pytest.mark.long
def test_the_ledger_may_go_and_come_back_under_two_replicas(tmp_path: Path, postgres: Any) -> None:
    async def talk(one: Serving, two: Serving) -> tuple[Any, ...]:
        async with grpc.aio.insecure_channel(one.address) as first, grpc.aio.insecure_channel(two.address) as second:
            table = await Table.opened(first)
            assert await table.rolls_until_refused(ROLLS) is StatusCode.OK
            postgres.stop()
            gone = [await table.at(channel).rolls_until_refused(1) for channel in (first, second)]
            moved = [await answers(channel) for channel in (first, second)]
            postgres.start()
            back = [await table.at(channel).rolls_until_refused(ROLLS) for channel in (second, first)]
            return gone, moved, back, await table.lost(), len(table.seen)

    home = tmp_path / "home"
    home.mkdir()
    url = postgres.get_uri()
    with Serving(home=home, ledger=url) as one, Serving(home=home, ledger=url) as two:
        gone, moved, back, lost, reported = asyncio.run(talk(one, two))
    assert gone == [StatusCode.UNAVAILABLE] * 2
    assert moved == [True, True]
    assert (back, lost, reported) == ([StatusCode.OK] * 2, 0, 3 * ROLLS)


def test_a_clock_that_is_set_breaks_no_call_and_no_game_of_dice(tmp_path: Path) -> None:
    library, steps = tmp_path / "clock.so", tmp_path / "step"
    source = Path(__file__).with_name("clock.c")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    step(steps, 0)

    async def talk(server: Serving) -> tuple[Any, int, int, bool]:
        async with grpc.aio.insecure_channel(server.address) as channel:
            table = await Table.opened(channel)
            assert await table.rolls_until_refused(ROLLS) is StatusCode.OK
            closed_at = (await Table.opened(channel)).game.closes_at
            long = opponent_pb2_grpc.OpponentServiceStub(channel).SuggestMove(question(time_ms=2_000), timeout=HANGS_S)
            await until(lambda: long.done() or at_work(channel), "the search begins")
            step(steps, -HOUR)
            answer = await long
            assert await table.rolls_until_refused(ROLLS) is StatusCode.OK
            step(steps, YEARS)
            later = (await Table.opened(channel)).game.closes_at - closed_at
            assert await table.rolls_until_refused(ROLLS) is StatusCode.OK
            return answer, later, await table.lost(), await answers(channel)

    environ = {"LD_PRELOAD": str(library), "STEP_FILE": str(steps)}
    with Serving(home=tmp_path, environ=environ) as server:
        answer, later, lost, moved = asyncio.run(talk(server))
    shown = subprocess.run([sys.executable, "-c", "import time; print(time.time())"], env=environ, capture_output=True)
    assert float(shown.stdout) > time.time() + YEARS / 2  # the clock was set
    assert 0 <= later < HOUR
    assert 0 < answer.timing.elapsed_ms < HOUR * 1000 / 2
    assert (lost, moved) == (0, True)
