"""A seat that asks must know what it knows: the refusal names the field of the message that hides it."""
import json

import pytest

from hunch.engines import BadState, wire
from hunch.v1 import game_pb2 as pb

CASES = [
    (0, "kuhn.cards[0].hidden", {"kuhn": {"dealt": 1, "cards": [{"hidden": True}, {"none": True}]}}),
    (1, "leduc.cards[1].hidden", {"leduc": {"dealt": 2, "cards": [{"rank": 1}, {"hidden": True}]}}),
    (1, "goofspiel.rounds[0].bids[1].hidden", {"goofspiel": {
        "options": {"cards": 3},
        "rounds": [{"prize": 1, "bids": [{"card": 3}, {"hidden": True}], "outcome": "GOOFSPIEL_OUTCOME_FIRST"}],
        "pending": [{"none": True}, {"none": True}],
    }}),
]  # fmt: skip


@pytest.mark.parametrize(("seat", "path", "fields"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_what_the_asking_seat_knows_cannot_be_hidden(seat: int, path: str, fields: dict[str, object]) -> None:
    state = wire.decode(wire.from_json(json.dumps(fields), pb.GameState()))
    with pytest.raises(BadState) as refused:
        wire.asked(state, seat)
    assert refused.value.path == path
    assert wire.asked(state, 1 - seat).view(1 - seat) == state.view(1 - seat)
