"""Positions and requests for tests, from random play."""

from hunch.engines import CHANCE, State, Stream, load, messages
from hunch.v1 import advice_pb2, opponent_pb2, rules_pb2


def some_position(name: str, seed: int = 1, most_steps: int = 6) -> State:
    """A position some steps into a game, in which a seat must choose; the last such one if the game ends earlier."""
    stream, position, steps = Stream(seed), load(name).new(), 0
    choice = position
    while not position.over and (position.to_move == CHANCE or steps < most_steps):
        position = position.apply(
            position.roll(stream) if position.to_move == CHANCE else position.rollout_move(stream)
        )
        steps += 1
        if position.to_move >= 0:
            choice = position
    return choice


def some_request(
    name: str, seed: int = 1, iterations: int = 200, most_steps: int = 6
) -> opponent_pb2.SuggestMoveRequest:
    """A question about such a position."""
    return opponent_pb2.SuggestMoveRequest(
        position=advice_pb2.Position(state=messages.encode(some_position(name, seed, most_steps))),
        limits=advice_pb2.Limits(iterations=iterations),
        seed=7,
    )


def whole_game(name: str, seed: int = 1) -> tuple[State, list[rules_pb2.Step], State]:
    """A random game: its start, its steps, its end."""
    stream, start = Stream(seed), load(name).new()
    position, steps = start, []
    while not position.over:
        if position.to_move == CHANCE:
            event = position.roll(stream)
            steps.append(rules_pb2.Step(event=messages.encode_event(position.game, event)))
        else:
            event = position.rollout_move(stream)
            steps.append(rules_pb2.Step(move=messages.encode_move(position.game, event)))
        position = position.after(event)
    return start, steps, position
