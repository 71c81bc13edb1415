"""SolverService: exact answers through the queue, with progress."""

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator

from hunch.engines import BadMessage, messages
from hunch.search import exact
from hunch.search.stop import Stop
from hunch.server import requests, responses
from hunch.server.config import Config
from hunch.server.errors import Busy, Expired, NoSolution, TooMuch
from hunch.server.offload import Offload
from hunch.server.rpc import Call
from hunch.server.scheduler import Grant, Job, Rank, Scheduler
from hunch.server.steps import Steps
from hunch.v1 import solver_pb2 as pb

MOST_ENDS = 10_000_000
MOST_TURNS = 1_000
USUAL_ENDS = 1_000_000
TELL_EVERY_S = 0.25
MOST_FLOOR_MS = 50.0
"""How long a solution holds its core and its memory while others wait for them, at the most."""
TOO_LARGE = "the rest of the game is too large for the limits; ask for a suggestion"
TOO_LONG = "what can have happened since the record's start is too large for the limits; send the state alone"


class _GivenUp:
    """Nobody waits for the solution any more: it ends with nothing."""

    def __init__(self, flag: Stop) -> None:
        self._flag, self.raised = flag, False

    def set(self) -> None:
        self.raised = True
        self._flag.abandon()


class SolverService:
    """Asks the solver, through the queue."""

    def __init__(self, config: Config, data: requests.Data, scheduler: Scheduler, offload: Offload) -> None:
        self._config, self._data, self._scheduler, self._offload = config, data, scheduler, offload

    async def solve_position(
        self, request: pb.SolvePositionRequest, call: Call
    ) -> AsyncIterator[pb.SolvePositionResponse]:
        """Progress, then the solution."""
        stands = await self._offload.stepwise(call, self._checked(request))
        job = self._job(request, stands, call)
        solution = asyncio.ensure_future(self._scheduler.run(job))
        try:
            while not solution.done():
                await asyncio.wait({solution}, timeout=TELL_EVERY_S)
                if not solution.done():
                    progress = pb.SolverProgress(elapsed_ms=call.elapsed_ms(), queued=not job.started_at)
                    yield pb.SolvePositionResponse(progress=progress)
            yield pb.SolvePositionResponse(solution=solution.result())
        finally:
            solution.cancel()
            await asyncio.gather(solution, return_exceptions=True)

    def _checked(self, request: pb.SolvePositionRequest) -> Steps[requests.Standpoint]:
        if request.target and not (math.isfinite(request.target) and 1e-9 <= request.target <= 1):
            raise BadMessage("target", "not in 1e-9 to 1")
        messages.in_range(request.most_ends, 0, MOST_ENDS, "most_ends", BadMessage)
        messages.in_range(request.most_turns, 0, MOST_TURNS, "most_turns", BadMessage)
        if request.time_ms > self._config.most_time_ms:
            raise TooMuch(f"time_ms: more than this server allows, {self._config.most_time_ms:,}")
        stands = yield from requests.standpoint(request.position, self._data)
        if not (stands.view.game.zero_sum and stands.view.game.seats == 2):
            raise NoSolution("only games of two players against each other are solved; ask for a suggestion")
        return stands

    def _job(self, request: pb.SolvePositionRequest, stands: requests.Standpoint, call: Call) -> "Job[pb.Solution]":
        flag = Stop()
        given_up = _GivenUp(flag)
        time_ms = request.time_ms or min(1_000, self._config.most_time_ms)
        most_mib = min(self._config.most_memory_mib, self._config.memory_mib)
        most_ends = min(request.most_ends or USUAL_ENDS, (most_mib << 20) // exact.BYTES_PER_END)

        def work(grant: Grant) -> pb.Solution:
            start = call.clock.time()
            found = None
            with contextlib.suppress(exact.TooLarge):  # an error that led to another would keep what was built
                if not flag.is_set():
                    found = exact.solve(
                        stands.view,
                        stands.seat,
                        target=request.target or 1e-5,
                        time_ms=max(1, round(grant.time_ms)),
                        most_ends=most_ends,
                        stop=flag,
                        record=stands.record,
                    )
            if given_up.raised:
                raise Expired("given up before it was solved")
            if found is None and flag.is_set():
                raise Busy("the core was needed before it was solved", retry_ms=1_000)
            if found is None:
                raise NoSolution(TOO_LARGE if stands.record is None else TOO_LONG)
            told = message(stands, found, request)
            told.search_ms = (call.clock.time() - start) * 1000
            return told

        def give_way(must: bool) -> bool:
            flag.set()
            return True

        return Job(
            work=work,
            stop=given_up,
            key=call.key,
            rank=Rank.ANALYSIS,
            asked_ms=time_ms,
            floor_ms=min(time_ms / 4, MOST_FLOOR_MS),
            timed=True,
            memory_mib=most_ends * exact.BYTES_PER_END >> 20,
            deadline=call.deadline,
            margin_ms=self._config.answer_before_ms,
            enough=flag.set,
            give_way=give_way,
        )


def message(stands: requests.Standpoint, found: exact.Solution, request: pb.SolvePositionRequest) -> pb.Solution:
    """A solution as a message."""
    told = pb.Solution(
        seat=found.seat,
        value=found.value,
        exploitability=found.exploitability,
        worlds=found.worlds,
        ends=found.ends,
        decisions=found.decisions,
        iterations=found.iterations,
    )
    for one in found.turns[: request.most_turns or 100]:
        told.strategy.add(
            turn=responses.turn_from(stands.view, one.turn, request.language),
            probability=one.probability,
            value=one.value,
        )
    return told
