"""OpponentService: moves for a position that an app holds."""
from hunch.server import reading
from hunch.server.aside import Aside
from hunch.server.door import Call
from hunch.server.pool import Rank
from hunch.server.thinking import Question, Thinker
from hunch.v1 import opponent_pb2 as pb


class OpponentService:
    """Asks the search, through the queue."""

    def __init__(self, thinker: Thinker, aside: Aside) -> None:
        self._thinker, self._aside = thinker, aside

    async def suggest_move(self, request: pb.SuggestMoveRequest, call: Call) -> pb.SuggestMoveResponse:
        """The turn to play, and what else was considered."""
        question = await self._aside(request, call, lambda: self._question(request))
        answer = await self._thinker.advise(question, call, Rank.MOVE)
        return pb.SuggestMoveResponse(advice=answer.found.message, timing=answer.timing(call))

    def _question(self, request: pb.SuggestMoveRequest) -> Question:
        return self._thinker.question(
            request.position, request.limits, request.level, request.seed if request.HasField("seed") else None,
            request.candidates, lambda stands: reading.first_moves(stands.view, request.allow, request.avoid),
            request.language,
        )  # fmt: skip
