"""SolverService: exact answers through the queue, with progress."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from hunch.search import exact
from hunch.search.stop import Stop
from hunch.server import requests, responses
from hunch.server.config import Config
from hunch.server.errors import Busy, Expired, NoSolution
from hunch.server.jobs import Grant, Job
from hunch.server.offload import Offload
from hunch.server.question import SolverQuestion
from hunch.server.rpc import Call
from hunch.server.scheduler import Scheduler
from hunch.v1 import solver_pb2 as pb

PROGRESS_EVERY_S = 0.25
"""How often progress is reported."""
MOST_FLOOR_MS = 50.0
"""How long at most a solution holds its core and its memory while others wait for them."""
TOO_LARGE = "the rest of the game is too large for the limits; ask for a suggestion"
TOO_LONG = "what can have happened since the record's start is too large for the limits; send the state alone"


class RunningSolution:
    """The solution of one question, from before it begins. It runs on one thread, and others may end it."""

    def __init__(self, question: SolverQuestion) -> None:
        self._question, self._flag, self._abandoned = question, Stop(), False

    def abandon(self) -> None:
        """Ends it with nothing: nobody waits for it."""
        self._abandoned = True
        self._flag.abandon()

    def answer_now(self) -> None:
        """Ends it with the solution as it is, if there is one."""
        self._flag.set()

    def give_way(self, must: bool) -> bool:
        """The same for other work. It always gives way."""
        self._flag.set()
        return True

    def run(self, grant: Grant) -> exact.Solution:
        """Solves. Raises Expired, Busy or NoSolution if there is no solution to send."""
        asker, solution = self._question.viewpoint, None
        with contextlib.suppress(exact.TooLarge):  # an error that led to another would keep what was built
            if not self._flag.is_set():
                solution = exact.solve(
                    asker.view,
                    asker.seat,
                    target=self._question.target,
                    time_ms=max(1, round(grant.time_ms)),
                    most_ends=self._question.most_ends,
                    stop=self._flag,
                    record=asker.record,
                )
        if self._abandoned:
            raise Expired("given up before it was solved")
        if solution is None and self._flag.is_set():
            raise Busy("the core was needed before it was solved", retry_ms=1_000)
        if solution is None:
            raise NoSolution(TOO_LARGE if asker.record is None else TOO_LONG)
        return solution


class SolverService:
    """Asks the solver, through the queue."""

    def __init__(self, config: Config, data: requests.Data, scheduler: Scheduler, offload: Offload) -> None:
        self._config, self._data, self._scheduler, self._offload = config, data, scheduler, offload

    async def solve_position(
        self, request: pb.SolvePositionRequest, call: Call
    ) -> AsyncIterator[pb.SolvePositionResponse]:
        """Progress, then the solution."""
        question = await self._offload.stepwise(
            call, requests.solver_question(request, call.key, self._data, self._config)
        )
        job = self._job(question, call)
        solution = asyncio.ensure_future(self._scheduler.run(job))
        try:
            while not solution.done():
                await asyncio.wait({solution}, timeout=PROGRESS_EVERY_S)
                if not solution.done():
                    progress = pb.SolverProgress(elapsed_ms=call.elapsed_ms(), queued=not job.started_at)
                    yield pb.SolvePositionResponse(progress=progress)
            yield pb.SolvePositionResponse(solution=solution.result())
        finally:
            solution.cancel()
            await asyncio.gather(solution, return_exceptions=True)

    def _job(self, question: SolverQuestion, call: Call) -> Job[pb.Solution]:
        running = RunningSolution(question)

        def work(grant: Grant) -> pb.Solution:
            start = call.clock.time()
            message = responses.solution(question, running.run(grant))
            message.search_ms = (call.clock.time() - start) * 1000
            return message

        return Job(
            work=work,
            abandon=running.abandon,
            answer_now=running.answer_now,
            give_way=running.give_way,
            key=call.key,
            rank=call.rank,
            asked_ms=question.time_ms,
            floor_ms=min(question.time_ms / 4, MOST_FLOOR_MS),
            timed=True,
            memory_mib=question.most_ends * exact.BYTES_PER_END >> 20,
            deadline=call.deadline,
            margin_ms=self._config.answer_before_ms,
            waited_ms=call.waited_ms,
        )
