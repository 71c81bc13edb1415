"""The quick readers of states read what is usual, and nothing that the careful ones refuse or read otherwise."""

from typing import Any

import pytest

from hunch.engines import GAMES, PUBLIC, HunchError, State, Stream, messages
from hunch.v1 import game_pb2 as pb
from tests.support.fuzz import filled, made
from tests.support.play import steps, variants, walk

QUICK = tuple(name for name in GAMES if messages.fast_reader(name))
TRIED = 4_000


def quickly(state: State, message: pb.GameState) -> State | None:
    decode_fast = messages.fast_reader(state.game.name)
    assert decode_fast is not None
    found = decode_fast(state.game, message.SerializeToString())
    return found if found is not None and found.sound() else None


def carefully(name: str, message: pb.GameState, monkeypatch: pytest.MonkeyPatch) -> State | None:
    with monkeypatch.context() as patched:
        patched.setattr(messages, "fast_reader", lambda name: None)
        try:
            return messages.decode(message)
        except HunchError:
            return None


@pytest.mark.parametrize("name", QUICK)
def test_all_positions_of_games_are_read_quickly(name: str) -> None:
    for game in variants(name):
        for step in steps(game, 200, seed=3, games=2):
            for state in (step.state, *map(step.state.view, range(PUBLIC, game.seats))):
                assert quickly(state, messages.encode(state)) == state


@pytest.mark.parametrize("name", QUICK)
def test_the_ends_of_games_are_read_quickly(name: str) -> None:
    for game in variants(name):
        *_, last = walk(game.new(), Stream(3))
        end = last.state.after(last.move)
        for state in (end, *map(end.view, range(PUBLIC, game.seats))):
            assert quickly(state, messages.encode(state)) == state


@pytest.mark.parametrize("name", QUICK)
def test_what_is_read_quickly_is_sound_and_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared(name, range(TRIED), monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("name", QUICK)
def test_what_is_read_quickly_of_a_hundred_thousand_is_sound_and_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared(name, range(TRIED, 25 * TRIED), monkeypatch)


def compared(name: str, numbers: range, monkeypatch: pytest.MonkeyPatch) -> None:
    """What both readers make of mutated states."""
    came: dict[Any, int] = {}
    for number in numbers:
        kind, state, given = made(name, number)
        if kind != "state":
            continue
        try:
            message = filled(pb.GameState(), given)
            state = messages.decode_game(options_of(message, name)).new()
        except HunchError:
            continue
        if message.rules_version in (0, state.game.version) and message.data_hash in ("", state.game.data_hash):
            quick, careful = quickly(state, message), carefully(name, message, monkeypatch)
            assert quick is None or quick == careful, number
            came[quick is None, careful is None] = came.get((quick is None, careful is None), 0) + 1
    assert came[False, False] > 10 * came.get((True, False), 0)
    assert came[True, True] > len(numbers) // 20


def options_of(message: pb.GameState, name: str) -> pb.GameOptions:
    """The options that a state says it has."""
    return pb.GameOptions(**{name: getattr(message, name).options})
