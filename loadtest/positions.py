"""Positions as an app would send them, at all stages of seeded random games of every registered game."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from hunch.engines import CHANCE, GAMES, State, Stream, load, messages
from hunch.v1 import advice_pb2, game_pb2, rules_pb2

T = TypeVar("T")
STAGES = ("early", "middle", "late")
MOST_STEPS = 3_000
"""Steps of one random game. A longer game is cut there."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One moment of a random game, in the forms that requests need."""

    game: str
    stage: str
    asks: advice_pb2.Position  # as the seat to move knows it
    history: advice_pb2.Position  # the same seat, by its start and what it saw since
    whole: game_pb2.GameState  # everything, for rules


@dataclass(frozen=True, slots=True)
class Deck:
    """The positions that the load draws from."""

    moments: tuple[Drawn, ...]  # a seat must choose
    rolls: tuple[game_pb2.GameState, ...]  # chance comes next
    games: tuple[tuple[game_pb2.GameState, tuple[rules_pb2.Step, ...]], ...]  # from the first state


def deck(seed: int = 1, games: Iterable[str] = (), each: int = 3) -> Deck:
    """Early, middle and late moments of `each` random games of these games, or of all registered games."""
    moments: list[Drawn] = []
    rolls: list[game_pb2.GameState] = []
    played = []
    for name in games or GAMES:
        for number in range(each):
            path = _random_game(name, seed * 1_000 + number)
            choices = [i for i, (state, _) in enumerate(path) if state.to_move >= 0 and len(state.legal()) > 1]
            for stage, part in zip(STAGES, _thirds(choices), strict=True):
                if part:
                    moments.append(_drawn(name, stage, path, part[len(part) // 2]))
            due = [state for state, _ in path if state.to_move == CHANCE and len(state.chances()) > 1]
            rolls += [messages.encode(state) for state in due[:: max(1, len(due) // 3)][:3]]
            played.append((messages.encode(path[0][0]), tuple(_step(state, event) for state, event in path[:200])))
    return Deck(tuple(moments), tuple(rolls), tuple(played))


def dealt(items: Sequence[T], chance: random.Random) -> Iterator[T]:
    """The items in a random order, again and again. So short runs have the same share of each as long ones."""
    while True:
        order = list(items)
        chance.shuffle(order)
        yield from order


def _random_game(name: str, seed: int) -> list[tuple[State, int]]:
    """Positions, each with the event that followed."""
    stream, state = Stream(seed), load(name).new()
    path: list[tuple[State, int]] = []
    while not state.over and len(path) < MOST_STEPS:
        event = state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream)
        path.append((state, event))
        state = state.after(event)
    return path


def _thirds(choices: list[int]) -> tuple[list[int], list[int], list[int]]:
    cut = max(1, len(choices) // 3)
    return choices[:cut], choices[cut : 2 * cut], choices[2 * cut :]


def _drawn(name: str, stage: str, path: list[tuple[State, int]], at: int) -> Drawn:
    state = path[at][0]
    seat = state.to_move
    seen = (before.seen(event, seat) for before, event in path[:at])
    record = advice_pb2.GameRecord(
        start=messages.encode(path[0][0].view(seat)),
        events=[messages.encode_event(state.game, token) for token in seen if token],
    )
    return Drawn(
        name,
        stage,
        advice_pb2.Position(state=messages.encode(state.view(seat)), seat=seat),
        advice_pb2.Position(record=record, seat=seat),
        messages.encode(state),
    )


def _step(state: State, event: int) -> rules_pb2.Step:
    if state.to_move == CHANCE:
        return rules_pb2.Step(event=messages.encode_event(state.game, event))
    return rules_pb2.Step(move=messages.encode_move(state.game, event))
