"""Questions for a search: positions of random games, and the advice as bytes. Run as a module it prints the advice."""

import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from bench.arena.last_turn import positions as last_turns
from hunch.engines import CHANCE, GAMES, NOTHING, Game, State, Stream, load
from hunch.search.advice import Limits, Record, Search, Turn, advise
from tests.support import play

POSITIONS = 3
"""How many positions of each game are asked about."""
SEAT = 0
"""The seat that asks about whole games with their records."""
QUEEN, KING = 2, 3
"""Cards of Kuhn poker."""
MANY = 11
"""A random game of tomahawk whose last turn begins in 9,180 worlds."""
TOO_MANY = 1
"""A random game of tomahawk whose last turn begins in 10,800 worlds."""
ENDLESS = 0
"""A random game of tomahawk whose last turn begins in more worlds than can be listed."""


def walk(game: Game, stream: Stream) -> Iterator[State]:
    """The positions of a random game."""
    return (step.state for step in play.walk(game.new(), stream))


def positions(game: Game, seed: int, count: int) -> list[State]:
    """Decisions with a real choice, one from each of some random games."""
    chosen: list[State] = []
    stream = Stream(seed)
    while len(chosen) < count:
        path = [state for state in walk(game, stream) if state.to_move != CHANCE and len(state.legal()) > 1]
        chosen += [stream.choice(path)] if path else []
    return chosen


def with_records(game: Game, seed: int, seat: int = 0) -> Iterator[tuple[State, Record]]:
    """A seat's decisions in a game in which all play by the rollout policy, each with its record."""
    stream, state, seen = Stream(seed), game.new(), list[int]()
    start = state.view(seat)
    while not state.over:
        if state.to_move == seat and len(state.legal()) > 1:
            yield state, Record(start, tuple(seen))
        move = state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream)
        token = state.seen(move, seat)
        seen += [token] if token != NOTHING else []
        state = state.apply(move)


def dealt(name: str, decisions: int = 0, seed: int = 1, **options: Any) -> State:
    """The position after so many random decisions and the chance events that follow."""
    stream, state = Stream(seed), load(name, **options).new()
    while state.to_move == CHANCE or decisions:
        if state.to_move == CHANCE:
            state = state.after(state.roll(stream))
        else:
            state, decisions = state.after(stream.choice(state.legal())), decisions - 1
    return state


def last_turn(game: int) -> State:
    """Where the last turn of a random game of tomahawk begins."""
    return next(islice(last_turns(load("tomahawk"), game + 1), game, None))


def facing_a_bet() -> tuple[State, Record]:
    """Kuhn poker: the king has bet, the queen is asked; its record from the first event on."""
    game = load("kuhn")
    start = state = game.new()
    seen: list[int] = []

    def step(move: int) -> None:
        nonlocal state
        token = state.seen(move, 1)
        seen.extend([token] if token != NOTHING else [])
        state = state.after(move)

    for card in (KING, QUEEN):
        step(next(move for move, _ in state.chances() if move & 15 == card))
    while state.to_move == CHANCE:
        step(state.chances()[0][0])
    step(max(state.legal()))
    return state, Record(start.view(1), tuple(seen))


def drawn_again(search: Search, seed: int) -> Turn:
    """Another draw from the results of a search."""
    search.reader.seed = seed
    advice = search.snapshot(1)
    assert advice is not None
    return advice.play


def answer(state: State, seat: int, iterations: int = 60, threads: int = 1) -> bytes:
    """The advice as bytes."""
    return repr(advise(state, seat, Limits(iterations=iterations, threads=threads), seed=5)).encode()


def answers() -> bytes:
    """The same questions for all games, with one thread and with two."""
    return b"".join(
        answer(state, state.to_move, 300, threads)
        for name in GAMES
        for state in positions(load(name), 21, POSITIONS)
        for threads in (1, 2)
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(answers())
