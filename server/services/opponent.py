"""OpponentService: moves, hints and judgements for a position or a game that an app holds."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from hunch.engines import GAMES, BadMessage, load, questions
from hunch.search.levels import LEVELS, levels
from hunch.server import requests, responses
from hunch.server.config import Config
from hunch.server.errors import Expired, under
from hunch.server.jobs import Rank
from hunch.server.offload import Offload
from hunch.server.rpc import Call
from hunch.server.search_jobs import FLOOR, FinishedSearch, RunningSearch, SearchRunner
from hunch.server.services import hints, review
from hunch.v1 import opponent_pb2 as pb

FIRST_MESSAGE_S = 10.0
"""How long a stream may be open before its first message."""


class OpponentService:
    """Makes questions of requests, runs them, and answers with messages."""

    def __init__(self, config: Config, data: requests.Data, searches: SearchRunner, offload: Offload) -> None:
        self._config, self._data, self._searches, self._offload = config, data, searches, offload

    async def suggest_move(self, request: pb.SuggestMoveRequest, call: Call) -> pb.SuggestMoveResponse:
        """The turn to play, and what else was considered."""
        question = await self._offload.stepwise(
            call, requests.move_question(request, call.key, self._data, self._config)
        )
        finished = await self._searches.run(question, call, Rank.MOVE, encode=responses.suggestion)
        return responses.timed(finished, call)

    async def get_hint(self, request: pb.GetHintRequest, call: Call) -> pb.GetHintResponse:
        """What a person may learn of the best turn."""
        encode = partial(hints.hint, grade=requests.hint_grade(request))
        question = await self._offload.stepwise(
            call, requests.hint_question(request, call.key, self._data, self._config)
        )
        finished = await self._searches.run(question, call, Rank.HINT, encode)
        return responses.timed(finished, call)

    async def stream_suggestions(
        self, sent: AsyncIterator[pb.StreamSuggestionsRequest], call: Call
    ) -> AsyncIterator[pb.StreamSuggestionsResponse]:
        """The answer so far, now and then, and one final answer."""
        first = await _first(sent)
        interval_ms = requests.interval_ms(first)
        with under("ask"):
            question = await self._offload.stepwise(
                call, requests.move_question(first.ask, call.key, self._data, self._config)
            )
        running = RunningSearch(question, call.clock)
        search = asyncio.ensure_future(
            self._searches.run(question, call, Rank.ANALYSIS, responses.final_suggestion, running)
        )
        listener = asyncio.ensure_future(_listen(sent, running))
        try:
            while not await _over(search, listener, interval_ms / 1000):
                so_far = await asyncio.to_thread(_so_far, running)
                if so_far is not None and not search.done():
                    yield so_far
            yield responses.timed(await search, call)
        finally:
            for task in (search, listener):
                task.cancel()
            await asyncio.gather(search, listener, return_exceptions=True)

    async def evaluate_moves(
        self, request: pb.EvaluateMovesRequest, call: Call
    ) -> AsyncIterator[pb.EvaluateMovesResponse]:
        """Each move of a game judged, then the sum."""
        game = await self._offload.stepwise(call, review.replay(request, self._data), heavy=True)
        async for part in review.judge(request, game, self._searches, self._config, call):
            yield part

    async def list_levels(self, request: pb.ListLevelsRequest, call: Call) -> pb.ListLevelsResponse:
        """The levels, from the weakest."""
        games = (request.game,) if request.game else tuple(GAMES)
        return pb.ListLevelsResponse(
            levels=[
                pb.LevelInfo(
                    level=number,
                    iterations=level.iterations,
                    horizon=level.horizon,
                    blur=level.blur,
                    floor_iterations=FLOOR,
                    uncalibrated=not all(questions(name).calibrated for name in games),
                )
                for number, level in enumerate(levels(load(request.game)) if request.game else LEVELS, 1)
            ]
        )


async def _first(sent: AsyncIterator[pb.StreamSuggestionsRequest]) -> pb.StreamSuggestionsRequest:
    """The first message of a stream, which asks."""
    try:
        first = await asyncio.wait_for(anext(sent, None), FIRST_MESSAGE_S)
    except TimeoutError:
        raise Expired("no message came") from None
    if first is None or not first.HasField("ask"):
        raise BadMessage("ask", "the first message must ask")
    return first


async def _listen(sent: AsyncIterator[pb.StreamSuggestionsRequest], running: RunningSearch) -> None:
    """Ends the search when the client has enough. A client that only stops sending wants the whole answer."""
    async for request in sent:
        if request.HasField("ask"):
            raise BadMessage("ask", "only the first message asks")
        if request.stop:
            running.answer_now()
            return


async def _over(
    search: asyncio.Future[FinishedSearch[pb.StreamSuggestionsResponse]],
    listener: asyncio.Future[None],
    within_s: float,
) -> bool:
    """Waits for a while, or until something changes. Returns whether the search has ended; raises what was wrong with
    the client's messages."""
    waiting: set[asyncio.Future[Any]] = {search} if listener.done() else {search, listener}
    await asyncio.wait(waiting, timeout=within_s, return_when=asyncio.FIRST_COMPLETED)
    if listener.done():
        listener.result()
    return search.done()


def _so_far(running: RunningSearch) -> pb.StreamSuggestionsResponse | None:
    advice = running.snapshot()
    return None if advice is None else responses.suggestion_so_far(running.question, advice)
