"""What callers get wrong is refused with a typed error that names the field and the reason."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import (
    GAMES,
    BadData,
    BadMessage,
    BadOption,
    BadState,
    HunchError,
    IllegalMove,
    Stream,
    UnknownGame,
    WrongVersion,
    load,
    messages,
    package,
    words,
)
from hunch.v1 import game_pb2 as pb
from tests.support import fuzz
from tests.support.play import steps

every_game = pytest.mark.parametrize("name", GAMES)


def refused(kind: Any, path: str, call: Callable[..., Any], *args: Any, **named: Any) -> Any:
    with pytest.raises(kind) as caught:
        call(*args, **named)
    assert caught.value.path == path
    assert caught.value.reason
    assert isinstance(caught.value, HunchError)
    return caught.value.reason


def test_an_unknown_game() -> None:
    assert "chess" in refused(UnknownGame, "game", load, "chess")
    assert "kuhn" in refused(UnknownGame, "game", package, "../kuhn")


@every_game
def test_an_unknown_option(name: str) -> None:
    assert "no such option" in refused(BadOption, f"{name}.options.colour", load, name, colour="red")


@every_game
def test_a_value_that_an_option_does_not_have(name: str) -> None:
    for option in package(name).OPTIONS:
        for value in ("?", -1, None, 2.0, 10**30):
            reason = refused(BadOption, f"{name}.options.{option.name}", load, name, **{option.name: value})
            assert repr(value) in reason


@every_game
def test_a_data_file_that_is_none(name: str, tmp_path: Path) -> None:
    nested = ['{"cards": ' * depth + "7" + "}" * depth for depth in (900, 50_000)]
    for number, text in enumerate(["", "{", "[]", "7", '{"cards": 1}', "\udc80", *nested]):
        path = tmp_path / f"{number}.json"
        path.write_bytes(text.encode(errors="surrogateescape"))
        with pytest.raises(BadData):
            load(name, data=path)


@every_game
def test_a_move_that_is_not_legal(name: str) -> None:
    for step in steps(load(name), 20):
        for move in (0, -1, 2**32 - 1, 2**40, "x", None, 1.5):
            refused(IllegalMove, "move", step.state.apply, move)
        refused(IllegalMove, "move", words.parse, step.state, "no such move")


@every_game
def test_something_that_cannot_be_seen(name: str) -> None:
    for step in steps(load(name), 20):
        for seat in range(step.state.game.seats):
            for seen in (0, -1, 2**32 - 1, 2**32, 2**70):
                refused(IllegalMove, "event", step.state.view(seat).follow, seen)


@every_game
def test_a_seat_that_is_not_there(name: str) -> None:
    state = load(name).new()
    for seat in (-2, state.game.seats, 99):
        refused(BadState, "seat", state.view, seat)
        refused(BadState, "seat", state.seen, 1, seat)


@every_game
def test_asking_too_early(name: str) -> None:
    state = load(name).new()
    refused(BadState, name, state.returns)
    if state.to_move < 0:
        refused(IllegalMove, "move", state.rollout_move, Stream(1))
    else:
        refused(IllegalMove, "move", state.roll, Stream(1))


def test_an_empty_message() -> None:
    refused(BadState, "state", messages.decode, pb.GameState())
    refused(BadOption, "options", messages.decode_game, pb.GameOptions())
    refused(BadMessage, "move.kuhn", messages.decode_move, load("kuhn"), pb.GameMove())
    refused(BadMessage, "event.kuhn", messages.decode_event, load("kuhn"), pb.GameEvent())


@every_game
def test_a_state_of_other_rules_or_other_data(name: str) -> None:
    message = messages.encode(load(name).new())
    message.rules_version += 1
    refused(WrongVersion, "rules_version", messages.decode, message)
    message = messages.encode(load(name).new())
    message.data_hash = "0123456789abcdef"
    refused(WrongVersion, "data_hash", messages.decode, message)


@every_game
def test_a_move_of_another_game(name: str) -> None:
    other = next(game for game in GAMES if game != name)
    message = pb.GameMove()
    getattr(message, other).SetInParent()
    assert other in refused(BadMessage, f"move.{name}", messages.decode_move, load(name), message)


@every_game
def test_a_message_cut_off_anywhere(name: str) -> None:
    for step in steps(load(name), 3):
        raw = messages.encode(step.state).SerializeToString()
        for end in range(len(raw)):
            fuzz.attempt(("state", step.state, raw[:end]))


@every_game
def test_random_bytes(name: str) -> None:
    stream, state = Stream(3), load(name).new()
    for kind in ("state", "move", "event"):
        for length in range(100):
            fuzz.attempt((kind, state, bytes(stream.below(256) for _ in range(length))))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "7",
        '{"chess": {}}',
        '{"kuhn": 7}',
        '{"kuhn": {}, "leduc": {}}',
        "[" * 10_000,
        '{"kuhn": {"options": ' * 40 + "1" + "}}" * 40,
        '{"rulesVersion": -1, "kuhn": {}}',
        '{"rulesVersion": 1e99}',
    ],
)
def test_text_that_is_no_state(text: str) -> None:
    with pytest.raises((BadMessage, BadState)) as caught:
        messages.decode(messages.from_json(text, pb.GameState()))
    assert caught.value.path


def test_a_field_that_no_message_has() -> None:
    sound = json.loads(messages.to_json(messages.encode(load("kuhn").new())))
    outside, inside = {**sound, "colour": 1}, {**sound, "kuhn": {**sound["kuhn"], "colour": 1}}
    for path, strange in (("colour", outside), ("kuhn.colour", inside)):
        refused(BadMessage, path, messages.from_json, json.dumps(strange), pb.GameState())


def test_bytes_that_are_no_text() -> None:
    refused(BadMessage, "GameState", messages.from_json, b"\xff\xfe{}", pb.GameState())
