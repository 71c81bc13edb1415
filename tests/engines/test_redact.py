"""A seat that asks gets its own view, and must know what it knows: a refusal names the field that hides it."""

import json

import pytest

from hunch.engines import GAMES, BadState, load, messages
from hunch.v1 import game_pb2 as pb
from tests.support.play import steps

CASES = [
    (0, "kuhn.cards[0].hidden", {"kuhn": {"dealt": 1, "cards": [{"hidden": True}, {"none": True}]}}),
    (1, "leduc.cards[1].hidden", {"leduc": {"dealt": 2, "cards": [{"rank": 1}, {"hidden": True}]}}),
    (
        1,
        "goofspiel.rounds[0].bids[1].hidden",
        {
            "goofspiel": {
                "options": {"cards": 3},
                "rounds": [{"prize": 1, "bids": [{"card": 3}, {"hidden": True}], "outcome": "GOOFSPIEL_OUTCOME_FIRST"}],
                "pending": [{"none": True}, {"none": True}],
            }
        },
    ),
]


@pytest.mark.parametrize(("seat", "path", "fields"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_what_the_asking_seat_knows_cannot_be_hidden(seat: int, path: str, fields: dict[str, object]) -> None:
    state = messages.decode(messages.from_json(json.dumps(fields), pb.GameState()))
    with pytest.raises(BadState) as refused:
        messages.redact(state, seat)
    assert refused.value.path == path
    assert messages.redact(state, 1 - seat) == state.view(1 - seat)


@pytest.mark.parametrize("name", GAMES)
def test_the_asker_gets_no_more_than_its_view_of_what_was_sent(name: str) -> None:
    for step in steps(load(name), 40):
        for seat in range(step.state.game.seats):
            assert messages.redact(step.state, seat) == step.state.view(seat)
