"""OpponentService: moves, hints and judgements for a position or a game that an app holds."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from hunch.engines import GAMES, BadMessage, load, messages, questions
from hunch.search.levels import LEVELS, levels
from hunch.server import requests, responses
from hunch.server.config import Config
from hunch.server.errors import Expired, under
from hunch.server.named_searches import NamedSearches
from hunch.server.offload import Offload
from hunch.server.question import Question
from hunch.server.responses import S
from hunch.server.rpc import Call
from hunch.server.search_jobs import FLOOR, FinishedSearch, RunningSearch, SearchRunner
from hunch.server.services import hints, review
from hunch.server.services.sealed import SealedBots, SealedGame, no_chance
from hunch.server.steps import Steps
from hunch.v1 import opponent_pb2 as pb

FIRST_MESSAGE_S = 10.0
"""How long a stream may be open before its first message."""


class OpponentService:
    """Makes questions of requests, runs them, and answers with messages."""

    def __init__(
        self,
        config: Config,
        data: requests.Data,
        searches: SearchRunner,
        offload: Offload,
        bots: SealedBots,
        names: NamedSearches,
    ) -> None:
        self._config, self._data, self._searches, self._offload = config, data, searches, offload
        self._bots, self._names = bots, names

    async def suggest_move(self, request: pb.SuggestMoveRequest, call: Call) -> pb.SuggestMoveResponse:
        """The turn to play, and what else was considered."""
        if (game := self._bots.game_of(request)) is not None:
            return await self._play_bot(request, game, call)
        question = await self._offload.stepwise(call, self._move_question(request, call))
        finished = await self._searches.run(question, call, encode=responses.suggestion)
        return responses.timed(finished, call)

    async def _play_bot(self, request: pb.SuggestMoveRequest, game: SealedGame, call: Call) -> pb.SuggestMoveResponse:
        """The turn of a bot in a sealed game, played."""
        fill_in = self._bots.games.fill_record(request.position, game)
        question = await self._offload.stepwise(call, self._move_question(request, call, fill_in))
        finished = await self._searches.run(
            question, call, encode=lambda found: self._bots.played(game, request, found.advice.play, call)
        )
        answer = responses.timed(finished, call)
        self._bots.hide_thinking(game, answer)
        return answer

    def _move_question(
        self, request: pb.SuggestMoveRequest, call: Call, fill_in: Steps[None] | None = None
    ) -> Steps[Question]:
        yield from self._bots.games.fill_in(request.position) if fill_in is None else fill_in
        return (yield from requests.move_question(request, call.key, self._data, self._config))

    def _hint_question(self, request: pb.GetHintRequest, call: Call) -> Steps[Question]:
        yield from self._bots.games.fill_in(request.position)
        return (yield from requests.hint_question(request, call.key, self._data, self._config))

    async def get_hint(self, request: pb.GetHintRequest, call: Call) -> pb.GetHintResponse:
        """What a person may learn of the best turn."""
        encode = partial(hints.hint, grade=requests.hint_grade(request))
        question = await self._offload.stepwise(call, self._hint_question(request, call))
        finished = await self._searches.run(question, call, encode)
        return responses.timed(finished, call)

    async def stream_suggestions(
        self, sent: AsyncIterator[pb.StreamSuggestionsRequest], call: Call
    ) -> AsyncIterator[pb.StreamSuggestionsResponse]:
        """The answer so far, now and then, and one final answer."""
        first = await _first(sent)
        interval_ms = requests.interval_ms(first)
        with under("ask"):
            no_chance(first.ask)
            question = await self._offload.stepwise(call, self._move_question(first.ask, call))
        running, begins = _beginning(question, call)
        search = self._start(running, call, pb.StreamSuggestionsResponse)
        listener = asyncio.ensure_future(_listen(sent, running))
        try:
            while not await _over(search, listener, begins, interval_ms / 1000):
                so_far = await _so_far(running, pb.StreamSuggestionsResponse)
                if so_far is not None and not search.done():
                    yield so_far
            yield responses.timed(await search, call)
        finally:
            await _cancelled(search, listener)

    async def watch_suggestions(
        self, request: pb.WatchSuggestionsRequest, call: Call
    ) -> AsyncIterator[pb.WatchSuggestionsResponse]:
        """The name of the search, the answer so far, now and then, and one final answer."""
        interval_s = requests.interval_ms(request) / 1000
        with under("ask"):
            no_chance(request.ask)
            question = await self._offload.stepwise(call, self._move_question(request.ask, call))
        running, begins = _beginning(question, call)
        search = self._start(running, call, pb.WatchSuggestionsResponse)
        try:
            with self._names.named(running, call.key) as name:
                await asyncio.wait((search,), timeout=0)  # what is refused at once gets no name
                if not search.done() or search.exception() is None:
                    yield pb.WatchSuggestionsResponse(search_id=name)
                while not await _over(search, None, begins, interval_s):
                    so_far = await _so_far(running, pb.WatchSuggestionsResponse)
                    if so_far is not None and not search.done():
                        yield so_far
            yield responses.timed(await search, call)
        finally:
            await _cancelled(search)

    async def stop_search(self, request: pb.StopSearchRequest, call: Call) -> pb.StopSearchResponse:
        """Ends a search that runs under a name."""
        self._names.find(request.search_id, call.key).answer_now()
        return pb.StopSearchResponse()

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

    def _start(self, running: RunningSearch, call: Call, kind: type[S]) -> asyncio.Task[FinishedSearch[S]]:
        """Starts the search of a stream of such messages."""
        encode = partial(responses.final_suggestion, kind)
        return asyncio.create_task(self._searches.run(running.question, call, encode, running))


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
        if messages.one_of(request, "message", "stop", BadMessage) == "ask":
            raise BadMessage("ask", "only the first message asks")
        if request.interval_ms:
            raise BadMessage("interval_ms", "only the message that asks has it; leave it out")
        if not request.stop:
            raise BadMessage("stop", "must be true when it is set")
        running.answer_now()
        return


def _beginning(question: Question, call: Call) -> tuple[RunningSearch, asyncio.Event]:
    """A search to come, and what shows that it has begun."""
    begins, loop = asyncio.Event(), asyncio.get_running_loop()
    return RunningSearch(question, call.clock, lambda: _set_soon(loop, begins)), begins


def _set_soon(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    """Sets an event from another thread."""
    with contextlib.suppress(RuntimeError):  # the loop is gone
        loop.call_soon_threadsafe(event.set)


async def _over(
    search: asyncio.Future[Any], listener: asyncio.Future[None] | None, begins: asyncio.Event, within_s: float
) -> bool:
    """Waits until the search has begun, then for a while; or until something else changes. Returns whether the search
    has ended; raises what was wrong with the client's messages."""
    waiting: set[asyncio.Future[Any]] = {search} if listener is None or listener.done() else {search, listener}
    changed = False
    if not begins.is_set():
        begun = asyncio.ensure_future(begins.wait())
        await asyncio.wait({*waiting, begun}, return_when=asyncio.FIRST_COMPLETED)
        changed = any(one.done() for one in waiting)
        begun.cancel()
    if not changed:
        await asyncio.wait(waiting, timeout=within_s, return_when=asyncio.FIRST_COMPLETED)
    if listener is not None and listener.done():
        listener.result()
    return search.done()


async def _so_far(running: RunningSearch, kind: type[S]) -> S | None:
    """The answer so far as such a message, made beside the event loop."""

    def look() -> S | None:
        advice = running.snapshot()
        return None if advice is None else responses.suggestion_so_far(kind, running.question, advice)

    return await asyncio.to_thread(look)


async def _cancelled(*tasks: asyncio.Future[Any]) -> None:
    """Ends tasks, and waits for their end."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
