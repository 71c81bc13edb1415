"""Tomahawk's state: what is impossible is found, what is refused is named, and a view lives on what its owner saw."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import CHANCE, NOTHING, PUBLIC, BadState, Game, State, Stream, load, messages
from hunch.v1 import game_pb2 as pb
from tests.support.cases import merged
from tests.support.chi_square import scalars

CASES = Path(__file__).parents[4] / "tests/engines/cases/tomahawk"
GAME = load("tomahawk")


def game_of(seed: int, game: Game = GAME) -> Iterator[State]:
    state, stream = game.new(), Stream(seed)
    while not state.over:
        yield state
        state = state.after(state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream))
    yield state


def with_number(fields: dict[str, Any], path: str, value: Any) -> Any:
    """The fields with one number changed."""
    steps = [int(step) if step.isdigit() else step for step in path.strip(".").split(".")]
    copy = json.loads(json.dumps(fields))
    at = copy
    for step in steps[:-1]:
        at = at[step]
    at[steps[-1]] = value
    return copy


def test_the_state_is_small_and_without_padding() -> None:
    state = GAME.new()
    sizes = {"hand": 4, "deck": 4, "shown": 4, "looked": 4, "due": 4, "left": 4}
    numbers = [path.split(".")[1] for path, _ in scalars("", state.fields())]
    assert sum(sizes.get(name, 1) for name in numbers) == GAME.state_bytes == 144


def test_every_number_of_a_world_is_checked() -> None:
    """Each number is fixed by the others, so that any other value of one of them alone is found out."""
    stream, missed = Stream(5), []
    variants: tuple[tuple[int, dict[str, Any]], ...] = ((1, {}), (2, {"sought": True}))
    for seed, variant in variants:
        for state in list(game_of(seed, load("tomahawk", **variant)))[::7]:
            fields = state.fields()
            for path, number in scalars("", fields):
                value = number ^ (1 << stream.below(3))
                if not state.game.state(with_number(fields, path, value)).flaw():
                    missed.append(path)
    assert {path.split(".")[1] for path in missed} <= {"dealt", "sought"}, missed
    # Which special was dealt and not kept leaves no trace, nor which of the unused territories shows the animal.


@pytest.mark.parametrize("seat", [0, 1, PUBLIC])
def test_an_app_follows_a_whole_game_by_the_messages_of_what_its_seat_saw(seat: int) -> None:
    for seed in range(6):
        game = load("tomahawk", sought=seed % 2 == 1)
        view, states = game.new().view(seat), list(game_of(seed, game))
        for state, after in pairwise(states):
            codes = state.legal() or [code for code, _ in state.chances()]
            move = next(code for code in codes if state.after(code) == after)
            seen = state.seen(move, seat)
            if seen != NOTHING:
                told = messages.from_json(messages.to_json(messages.encode_event(game, seen)), pb.GameEvent())
                view = view.follow(messages.decode_event(game, told))
            assert view == after.view(seat)


REFUSED = [
    ("base", {"turnsFinished": 7}, "turns_finished", "0 to 6"),
    ("base", {"turnsFinished": 6}, "step", "over after 6 turns"),
    ("base", {"step": 0}, "step", "1 to 11"),
    ("base", {"territories": {"1": {"tile": "L9-99"}}}, "territories[1].tile", "not the id"),
    ("base", {"territories": {"1": {"tile": "L2-05"}}}, "territories[1].tile", "not of length 1"),
    ("base", {"territories": {"1": {"tile": "L1-05"}}}, "territories[3].tile", "twice"),
    ("base", {"territories": {"1": {"pile": 5}}}, "territories[1].pile", "1 to 4"),
    ("base", {"territories": []}, "territories", "is missing"),
    ("base", {"territories": {"1": {"result": 1}}}, "territories.result", "see pile 2 on turn 1"),
    ("base", {"seats": []}, "seats", "0 seats"),
    ("base", {"rows": [{"turn": 1, "pile": 1}]}, "rows[0].turn", "1 to 0"),
    ("base", {"seats": {"0": {"drawn": 9}}}, "seats[0].drawn", "as many cards as are drawn"),
    ("base", {"seats": {"1": {"points": 1}}}, "seats[1].points", "territories won"),
    ("base", {"seats": {"1": {"scalps": 1}}}, "seats[1].scalps", "tokens taken"),
    ("base", {"seats": {"1": {"taken": 1}}}, "seats[1].taken", "Dancing Twilight"),
    ("base", {"seats": {"0": {"dealt": {"specials": [1, 2, 2]}}}}, "seats[0].dealt.specials[2]", "twice"),
    ("base", {"seats": {"0": {"dealt": {"specials": [1, 2, 6]}}}}, "seats.dealt", "no special twice"),
    ("base", {"seats": {"0": {"choice": {"kept": None, "none": True}}}}, "seats[0].choice.none", "both have chosen"),
    ("base", {"seats": {"0": {"choice": None}}}, "seats[0].choice", "must be set"),
    ("base", {"seats": {"0": {"choice": {"kept": None, "hidden": True}}}}, "seats[0].choice", "only then"),
    ("base", {"seats": {"0": {"hand": {"hidden": True, "cards": []}}}}, "seats[0].hand", "only then"),
    (
        "base",
        {"seats": {"0": {"hand": {"cards": {"0": {"indian": {"strength": 7, "hair": 2}}}}}}},
        "seats[0].hand.cards[0].indian",
        "no card has strength 7 and hair 2",
    ),
    (
        "base",
        {"seats": {"0": {"deck": {"cards": {"0": {"indian": {"strength": 10}}}}}}},
        "seats[0].deck.cards[0]",
        "card 10 is not in the army, or elsewhere already",
    ),
    ("base", {"seats": {"0": {"deck": {"cards": []}}}}, "seats[0].deck", "is nowhere"),
    ("base", {"seats": {"0": {"pending": []}}}, "seats[0].pending", "0 cards"),
    ("base", {"seats": {"0": {"pending": {"0": {"none": False}}}}}, "seats[0].pending[0].none", "must be true"),
    ("base", {"looking": [0]}, "rows.seen_by", "mountains"),
    ("base", {"looking": [2]}, "looking[0]", "0 to 1"),
    ("base", {"taking": {"seat": 1, "pile": 1}}, "seats.taken", "Dancing Twilight"),
    ("base", {"sought": "L3-02"}, "sought", "without the variant"),
    ("base_woods", {"rows": {"0": {"faceUp": True}}}, "rows.face_up", "see pile 1 on turn 1"),
    ("base_woods", {"rows": {"1": {"faceUp": False}}}, "rows.face_up", "see pile 2 on turn 1"),
    ("base_woods", {"rows": {"0": {"seenBy": [1]}}}, "rows.seen_by", "see pile 1 on turn 1"),
    ("base_woods", {"rows": {"1": {"pile": 1}}}, "rows[1]", "a second row"),
    ("base_woods", {"rows": {"1": {"cards": []}}}, "rows[1].cards", "0 cards"),
    ("base_woods", {"rows": {"1": {"cards": {"0": {"indian": None}}}}}, "rows[1].cards[0]", "must be set"),
]


@pytest.mark.parametrize(("base", "state", "path", "reason"), REFUSED)
def test_what_cannot_be_is_refused_by_the_path_of_its_field(base: str, state: State, path: str, reason: str) -> None:
    fields = merged(json.loads((CASES / f"{base}.json").read_text()), state)
    with pytest.raises(BadState) as error:
        messages.decode(messages.from_json(json.dumps({"tomahawk": fields}), pb.GameState()))
    assert error.value.path == f"tomahawk.{path}"
    assert reason in error.value.reason


@pytest.mark.parametrize("sought", [False, True])
def test_the_last_turn_is_a_table_but_not_in_the_variant(sought: bool) -> None:
    last = [state for state in game_of(5, load("tomahawk", sought=sought)) if state.payoff_matrix()]
    assert {state.fields()["turn"] for state in last} == (set() if sought else {5})
