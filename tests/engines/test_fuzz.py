"""Whatever comes in over the wire is refused with a path and a reason, or is sound; fuzz.py makes what comes in."""

import json
from typing import Any

import pytest
from google.protobuf import json_format
from hypothesis import given, settings
from hypothesis import strategies as st

from hunch.engines import GAMES, BadState, Game, messages, registry
from hunch.engines.contract import DEBUG
from tests.support import fuzz

INPUTS = 200_000 if DEBUG else 10_000  # across all games; `make test-debug` is the thorough one
EXAMPLES = 2000 if DEBUG else 500  # per game
LONG = 5_000_000


@pytest.mark.parametrize("name", GAMES)
def test_mutated_input_is_refused_or_sound(name: str) -> None:
    came = fuzz.run(name, 0, INPUTS // len(GAMES))
    assert {"state: state", "move: move", "event: event"} <= came.keys(), f"nothing got through: {came}"
    assert sum(count for result, count in came.items() if result.endswith("BadMessage")) < sum(came.values()) / 2


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_millions_of_mutated_inputs_are_refused_or_sound(name: str) -> None:
    fuzz.run(name, INPUTS, INPUTS + LONG // len(GAMES))


values = st.one_of(
    st.integers(-1, 20), st.sampled_from(fuzz.ODD), st.booleans(), st.text(max_size=3), st.builds(dict), st.builds(list)
)


@pytest.mark.parametrize("name", GAMES)
def test_changed_states_are_refused_or_sound_and_shrink(name: str) -> None:
    """Hypothesis finds the smallest change that breaks a state: which position, which places, which values."""

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None)
    @given(st.integers(0, len(fuzz.corpus(name)) - 1), st.lists(st.tuples(st.integers(0, 500), values), max_size=3))
    def changed(position: Any, changes: Any) -> None:
        state = fuzz.corpus(name)[position][0]
        tree = json_format.MessageToDict(messages.encode(state), always_print_fields_with_no_presence=True)
        for place, value in changes:
            places = list(fuzz.places_in(tree))
            if places:
                holder, key = places[place % len(places)]
                holder[key] = value
        fuzz.attempt(("state", state, json.dumps(tree)))

    changed()


def test_an_error_that_is_not_typed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(game: Game, message: Any) -> Any:
        raise KeyError("missing")

    monkeypatch.setattr(registry.part("kuhn", "codec"), "read_state", careless)
    with pytest.raises(AssertionError, match="of kuhn"):
        fuzz.run("kuhn", 0, 500)


def test_a_refusal_without_a_path_is_found() -> None:
    with pytest.raises(AssertionError, match="without a path"):
        fuzz.refusal(BadState("", "because"))
