"""Comanchería's scenarios, random games of them, and the last events of rule cases."""

from collections.abc import Iterator
from typing import Any

from hunch.engines import CHANCE, State, Stream, load, package
from tests.support.cases import found_cases, position, read

SCENARIOS = next(option.values for option in package("comancheria").OPTIONS if option.name == "scenario")


def step(state: State, stream: Stream) -> int:
    """The policy's move, or one of three times any legal move."""
    if state.to_move == CHANCE:
        return state.roll(stream)
    return state.rollout_move(stream) if stream.below(3) else stream.choice(state.legal())


def positions(scenario: str, games: int, seed: int) -> Iterator[State]:
    """Every position of so many random games."""
    game, stream = load("comancheria", scenario=scenario), Stream(seed)
    for _ in range(games):
        state = game.new()
        while not state.over:
            yield state
            state = state.after(step(state, stream))


def event_between(before: State, after: State) -> Any:
    """The event that leads from one position to the next, or None."""
    moves = before.legal() or [event for event, _ in before.chances()]
    return next((move for move in moves if before.after(move) == after), None)


def last_event(row: str, rule: str) -> Any:
    """The position before the last event of a case, that event, and the position after it."""
    case = next(
        case
        for name, case in (found.values for found in found_cases())
        if name == "comancheria" and case["row"] == row and case["rule"] == rule
    )
    state = position("comancheria", case)
    for entry in case["play"][:-1]:
        state = state.apply(read(state, entry, False))
    event = read(state, case["play"][-1], False)
    return state, event, state.apply(event)
