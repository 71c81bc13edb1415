"""One game: who sits where, chance that depends on a seed alone, and the payoffs."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Protocol

from bench.arena.seat import Mixed, Player, Seat
from hunch.engines import CHANCE, NOTHING, Game, State, Stream
from hunch.search.advice import Record

WORD = (1 << 64) - 1
"""The bits of a seed."""
Payoffs = tuple[float, ...]
"""Of a finished game, by seat."""


class Watch(Protocol):
    """Looks on while a game is played, before each step."""

    def chance(self, state: State, move: int) -> None:
        """A chance event with this outcome."""

    def choice(self, state: State, move: int, odds: Mapping[int, float]) -> None:
        """A move that its player drew with these probabilities."""


def seed_of(*parts: object) -> int:
    """64 bits for a purpose in words and numbers. Other words give bits that have nothing in common with them."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8])


def play(game: Game, players: Sequence[Player], seed: int, seating: int = 0, watch: Watch | None = None) -> Payoffs:
    """Plays one game and returns the payoffs by seat.

    The n-th event that is not sure depends on the seed and on n alone, as far as the moves allow. So games with equal
    seeds have the same deal and dice. The players' own random numbers also depend on the `seating`.
    """
    luck, own = seed_of("chance", seed), [Stream(seed_of("player", seed, seating, at)) for at in range(game.seats)]
    state = game.new()
    starts = [state.view(seat) for seat in range(game.seats)]
    seen: list[list[int]] = [[] for _ in players]
    waiting: list[list[int | Mixed]] = [[] for _ in players]
    history: list[int] = []
    events = 0
    while not state.over:
        turn = state.to_move
        if turn == CHANCE:
            if len(state.chances()) > 1:  # what is sure, such as a reveal, may come more often in one game than another
                events += 1
            move = state.roll(Stream(luck + events & WORD))
            if watch is not None:
                watch.chance(state, move)
        else:
            moves = state.legal()
            if not waiting[turn]:
                record = Record(starts[turn], tuple(seen[turn]))
                question = Seat(state.view(turn), turn, record, state, tuple(history), own[turn])
                waiting[turn] = list(players[turn](question) if len(moves) > 1 else moves)
            move = _made(state, waiting[turn].pop(0), watch)
        for seat in range(game.seats):
            token = state.seen(move, seat)
            if token != NOTHING:
                seen[seat].append(token)
                if turn != seat:
                    waiting[seat].clear()
        history.append(move)
        state = state.apply(move)
    return state.returns()


def _made(state: State, answer: int | Mixed, watch: Watch | None) -> int:
    if not isinstance(answer, Mixed):
        return answer
    if watch is not None:
        watch.choice(state, answer.move, answer.odds)
    return answer.move
