"""How games end, beside what their rules pages expect. Each game may have a module of its name.

The module has `figures(games, seed)`. It plays that many games, and yields the rows of `python -m bench.expected`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from bench.arena.greedy import Player
from bench.arena.scores import share
from hunch.engines import CHANCE, Game, State, Stream, load


@dataclass(frozen=True, slots=True)
class Figure:
    """One row: a setting, what was counted in it, the measured value, and the expected one."""

    setting: str
    what: str
    measured: float
    expected: str = ""


def policy(view: State, seat: int, stream: Stream) -> int:
    """Plays by the rollout policy."""
    return view.rollout_move(stream)


def uniform(view: State, seat: int, stream: Stream) -> int:
    """Plays any move."""
    return stream.choice(view.legal())


def strengths(name: str, tables: Sequence[int], choose: Player, games: int, seed: int) -> Iterator[Figure]:
    """What one seat wins if it plays differently from the rest, at tables of each size. `choose` is the greedy player.

    A shared win counts as its share.
    """
    for players in tables:
        game, stream = load(name, players=players), Stream(seed)
        share = f"over {1 / players:.2f}"
        for what, mine, theirs, expected in (
            ("the rollout policy, among random", policy, uniform, share),
            ("greedy, among random", choose, uniform, share),
            ("greedy, among the rollout policy", choose, policy, ""),
        ):
            wins = mean(won(game, number % players, mine, theirs, stream) for number in range(games))
            yield Figure(f"{players} players", f"wins of {what}", wins, expected)


def won(game: Game, seat: int, mine: Player, theirs: Player, stream: Stream) -> float:
    """The score of the seat that plays by `mine`. Each seat sees only its own view."""
    state = game.new()
    while not state.over:
        turn = state.to_move
        player = mine if turn == seat else theirs
        state = state.after(state.roll(stream) if turn == CHANCE else player(state.view(turn), turn, stream))
    return share(state.returns()[seat], game.seats)
