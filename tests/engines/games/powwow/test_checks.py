"""Each card, stone, indicator and die of Pow Wow is missed when it is gone, and seen when there is one too many."""

from typing import Any

import pytest

from hunch.engines import Stream, load

GAME = load("powwow")


def position(step: int, seed: int = 3) -> dict[str, Any]:
    """The first position of a random game with that step, after an exchange if it can be."""
    for number in range(seed, seed + 40):
        stream, state = Stream(number), GAME.new()
        while not state.over:
            state = state.after(state.roll(stream) if state.to_move < 0 else stream.choice(state.legal()))
            fields = state.fields()
            if fields["step"] == step and (fields["logged"] or step < 2):
                return fields
    raise AssertionError(f"no position with step {step}")


def put(name: str, value: Any, *at: Any) -> Any:
    """A change of one field, or of one place in it; a function changes what is there."""

    def change(fields: dict[str, Any]) -> None:
        entry = fields
        for step in (name, *at)[:-1]:
            entry = entry[step]
        last = (name, *at)[-1]
        entry[last] = value(entry[last]) if callable(value) else value

    return change


def swap_hands(fields: dict[str, Any]) -> None:
    fields["hand"][0], fields["hand"][1] = fields["hand"][1], fields["hand"][0]


def more(value: Any) -> Any:
    return value + 1


BROKEN = [
    ("a step there is not", 3, put("step", 10), "step"),
    ("a byte that means nothing", 3, put("spare", [0, 1]), "step"),
    ("cards dealt beyond the deal", 0, put("dealt", 8), "dealt"),
    ("a hand dealt otherwise than remembered", 0, put("hand", 5, 0, 0), "dealt"),
    ("cards dealt while the game goes on", 3, put("dealt", 1), "dealt"),
    ("a card there is not", 3, put("hand", 8, 1, 1), "seats"),
    ("a card twice", 3, put("hand", lambda pair: [pair[0], pair[0]] if pair[0] < 7 else [1, 1], 1), "seats"),
    ("a hole", 3, put("hand", [255, 255], 1), "seats"),
    ("a hand that is not in order", 3, put("base", [7, 1], 0), "seats"),
    ("cards in a hand of nobody", 3, put("hand", [1, 2], 5), "seats"),
    ("hands that the exchanges do not give", 3, swap_hands, "exchanges"),
    ("more exchanges than are remembered", 3, put("logged", 49), "exchanges"),
    ("an exchange that is not counted", 3, put("logged", 0), "exchanges"),
    ("an exchange of nobody", 3, put("log", lambda entry: entry & 0xFFF, 0), "exchanges"),
    ("an exchange of an unknown card", 3, put("log", lambda entry: entry & ~7, 0), "exchanges"),
    ("an indicator beyond the last ring", 3, put("ring", 6, 0), "rings"),
    ("all indicators on the last ring", 3, put("ring", [5] * 5), "rings"),
    ("an Indian off the track", 3, put("place", 38, 0), "places"),
    ("an Indian that has left it in the middle of the game", 3, put("place", 37, 0), "places"),
    ("a game that is over with all on the track", 9, put("place", [3] * 6), "places"),
    ("a stone too many", 3, put("stock", more), "seats"),
    ("a stone of nobody", 3, put("stones", 1, 5), "seats"),
    ("a die of no colour", 3, put("die", [7] * 4 + [0, 0]), "pool"),
    ("a seat without a die", 3, put("die", [0] * 6), "pool"),
    ("a die of nobody", 3, put("die", 1, 5), "pool"),
    ("dice in the pool while Indians move", 3, put("pool", 1), "pool"),
    ("a die too many to choose from", 2, put("pool", more), "pool"),
    ("more than a pool can hold", 2, put("pool", 1 << 18), "pool"),
    ("an exchange under way at the wrong time", 3, put("target", 2), "under_way"),
    ("an exchange with nobody", 6, put("target", 0), "under_way"),
    ("an exchange with oneself", 6, lambda f: f.update(target=(f["starter"] + f["turn"]) % 4 + 1), "under_way"),
    ("no card given", 7, put("given", 0), "under_way"),
    ("a hand seen that is not there", 7, put("sight", [0, 0]), "under_way"),
    ("a hand seen too early", 6, put("sight", [1, 2]), "under_way"),
    ("a winner while the game goes on", 3, put("winner", 1), "winner"),
    ("a winner without the card", 9, put("winner", lambda hand: hand % 4 + 1), "winner"),
    ("no winner at the end", 9, put("winner", 0), "winner"),
    ("a starter there is not", 3, put("starter", 4), "mover"),
    ("more turns than seats", 3, put("turn", 4), "mover"),
    ("a choice that is none", 2, put("turn", 3), "mover"),
]


@pytest.mark.parametrize(("what", "step", "change", "field"), BROKEN, ids=[entry[0] for entry in BROKEN])
def test_it_is_found(what: Any, step: int, change: Any, field: str) -> None:
    fields = position(step)
    assert GAME.state(fields).flaw() == ""
    change(fields)
    assert GAME.state(fields).flaw().startswith(f"{field}: ")
