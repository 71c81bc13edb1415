"""OpponentService: moves, hints and judgements for a position or a game that an app holds."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from hunch.engines import GAMES, BadMessage, load, questions
from hunch.search.levels import LEVELS, levels
from hunch.server import requests
from hunch.server.errors import Expired, under
from hunch.server.offload import Offload
from hunch.server.rpc import Call
from hunch.server.scheduler import Rank
from hunch.server.search_jobs import FLOOR, Answer, Question, Thinker, Thought, tell
from hunch.server.services import hints, review
from hunch.server.steps import Steps
from hunch.v1 import opponent_pb2 as pb

FIRST_MESSAGE_S = 10.0
"""So long a stream may be open and ask nothing."""
OFTEN_MS, SELDOM_MS, USUAL_MS = 20, 10_000, 200


class OpponentService:
    """Asks the search, through the queue."""

    def __init__(self, thinker: Thinker, offload: Offload) -> None:
        self._thinker, self._offload = thinker, offload

    async def suggest_move(self, request: pb.SuggestMoveRequest, call: Call) -> pb.SuggestMoveResponse:
        """The turn to play, and what else was considered."""
        question = await self._offload.stepwise(call, self._question(request))
        answer = await self._thinker.advise(question, call, Rank.MOVE)
        told = answer.found.told
        answer.time(call, told.timing)
        return told

    async def stream_suggestions(
        self, requests: AsyncIterator[pb.StreamSuggestionsRequest], call: Call
    ) -> AsyncIterator[pb.StreamSuggestionsResponse]:
        """The answer so far, now and then, and one final answer."""
        try:
            first = await asyncio.wait_for(anext(requests, None), FIRST_MESSAGE_S)
        except TimeoutError:
            raise Expired("no message came") from None
        if first is None or not first.HasField("ask"):
            raise BadMessage("ask", "the first message must ask")
        interval = first.interval_ms or USUAL_MS
        if not OFTEN_MS <= interval <= SELDOM_MS:
            raise BadMessage("interval_ms", f"{interval} is not in {OFTEN_MS} to {SELDOM_MS}")
        with under("ask"):
            question = await self._offload.stepwise(call, self._question(first.ask))
        thought = Thought(call.clock)
        search = asyncio.ensure_future(self._thinker.advise(question, call, Rank.ANALYSIS, thought))
        listener = asyncio.ensure_future(_listen(requests, thought))
        try:
            while not await _over(search, listener, interval / 1000):
                so_far = await asyncio.to_thread(_so_far, question, thought)
                if so_far is not None and not search.done():
                    yield so_far
            answer = await search
            told = pb.StreamSuggestionsResponse(advice=answer.found.told.advice, final=True)
            answer.time(call, told.timing)
            yield told
        finally:
            for task in (search, listener):
                task.cancel()
            await asyncio.gather(search, listener, return_exceptions=True)

    async def get_hint(self, request: pb.GetHintRequest, call: Call) -> pb.GetHintResponse:
        """What a person may be told of the best turn."""
        grade = hints.grade_of(request)
        seed = request.seed if request.HasField("seed") else None

        def read() -> Steps[Question]:
            question = yield from self._thinker.question(
                request.position, request.limits, 0, seed, hints.CANDIDATES, language=request.language
            )
            stands = question.stands
            return question._replace(why=True, idea=requests.beginning(stands.view, request.idea, stands.seat, "idea"))

        question = await self._offload.stepwise(call, read())
        answer = await self._thinker.advise(question, call, Rank.HINT)
        return hints.hint(answer, grade, call)

    async def evaluate_moves(
        self, request: pb.EvaluateMovesRequest, call: Call
    ) -> AsyncIterator[pb.EvaluateMovesResponse]:
        """Each move of a game judged, then the sum."""
        game = await self._offload.stepwise(call, review.replay(request, self._thinker.data), heavy=True)
        async for part in review.judge(request, game, self._thinker, call):
            yield part

    async def list_levels(self, request: pb.ListLevelsRequest, call: Call) -> pb.ListLevelsResponse:
        """The levels, from the weakest."""
        asked = (request.game,) if request.game else tuple(GAMES)
        return pb.ListLevelsResponse(
            levels=[
                pb.LevelInfo(
                    level=number,
                    iterations=level.iterations,
                    horizon=level.horizon,
                    blur=level.blur,
                    floor_iterations=FLOOR,
                    uncalibrated=not all(questions(name).calibrated for name in asked),
                )
                for number, level in enumerate(levels(load(request.game)) if request.game else LEVELS, 1)
            ]
        )

    def _question(self, request: pb.SuggestMoveRequest) -> Steps[Question]:
        return self._thinker.question(
            request.position,
            request.limits,
            request.level,
            request.seed if request.HasField("seed") else None,
            request.candidates,
            lambda stands: requests.first_moves(stands.view, request.allow, request.avoid),
            request.language,
        )


async def _listen(requests: AsyncIterator[pb.StreamSuggestionsRequest], thought: Thought) -> None:
    """Raises the flag when the client has enough; a client that only stops sending wants the whole answer."""
    async for request in requests:
        if request.HasField("ask"):
            raise BadMessage("ask", "only the first message asks")
        if request.stop:
            thought.set_enough()
            return


async def _over(search: asyncio.Future[Answer], listener: asyncio.Future[None], within_s: float) -> bool:
    """Whether the search has ended, after a while or when something changed; raises what was wrong with what came."""
    waiting: set[asyncio.Future[Any]] = {search} if listener.done() else {search, listener}
    await asyncio.wait(waiting, timeout=within_s, return_when=asyncio.FIRST_COMPLETED)
    if listener.done():
        listener.result()
    return search.done()


def _so_far(question: Question, thought: Thought) -> pb.StreamSuggestionsResponse | None:
    found = thought.snapshot()
    if found is None:
        return None
    told = pb.StreamSuggestionsResponse()
    tell(question, found, told.advice)
    return told
