"""Questions for a search: positions of random games, and the advice as bytes. Run as a module it prints the advice."""
import sys
from collections.abc import Iterator

from hunch.engines import CHANCE, GAMES, NOTHING, Game, State, Stream, load
from hunch.search.advice import Limits, Record, advise
from tests.engines import play

POSITIONS = 3
"""How many positions of each game are asked about."""


def walk(game: Game, stream: Stream) -> Iterator[State]:
    """The positions of a random game."""
    return (step.state for step in play.walk(game.new(), stream))


def positions(game: Game, seed: int, count: int) -> list[State]:
    """Decisions with a real choice, one from each of some random games."""
    found: list[State] = []
    stream = Stream(seed)
    while len(found) < count:
        path = [state for state in walk(game, stream) if state.to_move != CHANCE and len(state.legal()) > 1]
        found += [stream.choice(path)] if path else []
    return found


def with_records(game: Game, seed: int, seat: int = 0) -> Iterator[tuple[State, Record]]:
    """A seat's decisions in a game in which all play by the rollout policy, each with its record."""
    stream, state, seen = Stream(seed), game.new(), list[int]()
    start = state.view(seat)
    while not state.over:
        if state.to_move == seat and len(state.legal()) > 1:
            yield state, Record(start, tuple(seen))
        move = state.roll(stream) if state.to_move == CHANCE else state.playout(stream)
        token = state.seen(move, seat)
        seen += [token] if token != NOTHING else []
        state = state.apply(move)


def answer(state: State, seat: int, iterations: int = 60, threads: int = 1) -> bytes:
    """The advice as bytes."""
    return repr(advise(state, seat, Limits(iterations=iterations, threads=threads), seed=5)).encode()


def answers() -> bytes:
    """The same questions for all games, with one thread and with two."""
    return b"".join(
        answer(state, state.to_move, 300, threads)
        for name in GAMES for state in positions(load(name), 21, POSITIONS) for threads in (1, 2)
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(answers())
