"""Every call that reports a value reports the corrected one."""

import pytest

from hunch.engines import messages
from hunch.v1 import advice_pb2, opponent_pb2, opponent_pb2_grpc, rules_pb2
from tests.support.positions import some_position, some_request

VALUE, ERROR = 0.125, 0.0625


class Marking:
    """A correction that leaves its mark on every value."""

    def corrected(self, value: float, error: float, iterations: int) -> tuple[float, float]:
        """The same for all."""
        return VALUE, ERROR


def test_moves_streams_hints_and_reviews_report_the_corrected_value(served, monkeypatch):
    monkeypatch.setattr("hunch.search.reader.correction", lambda game, method: Marking())
    asked, state = some_request("tomahawk", iterations=300), some_position("tomahawk")

    async def talk(house):
        stub = opponent_pb2_grpc.OpponentServiceStub(house.channel)
        moved = (await stub.SuggestMove(asked)).advice.candidates[0]
        ask = opponent_pb2.StreamSuggestionsRequest(ask=asked)
        *_, last = [part async for part in stub.StreamSuggestions(iter([ask]))]
        hint = await stub.GetHint(
            opponent_pb2.GetHintRequest(position=asked.position, limits=asked.limits, seed=asked.seed)
        )
        step = rules_pb2.Step(move=moved.turn.moves[0].move)
        review = opponent_pb2.EvaluateMovesRequest(
            start=messages.encode(state), steps=[step], limits=advice_pb2.Limits(iterations=300), seed=1
        )
        judged, _ = [part async for part in stub.EvaluateMoves(review)]
        return moved, last.advice.candidates[0], hint, judged.judgement

    moved, streamed, hint, judged = served(talk)
    for candidate in (moved, streamed, hint.best):
        assert candidate.visits
        assert (candidate.value, candidate.standard_error) == (VALUE, ERROR)
    assert judged.value == VALUE
    chance = next(reason for reason in hint.reasons if reason.code == "win_chance")
    assert chance.arguments[0].real == pytest.approx((VALUE + 1) / 2)
