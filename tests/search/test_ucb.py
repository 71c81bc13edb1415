"""UCB if a game rates moves."""

import statistics
from collections.abc import Iterator

from hunch.engines import State, Stream, load
from hunch.search.cursor import root_cursor
from hunch.search.settings import UcbParams
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.ucb import Ucb
from hunch.search.worlds import Worlds
from tests.support.questions import walk

ITERATIONS = 4_000


def answered(count: int) -> Iterator[tuple[State, int]]:
    """Worlds, and a move after which the other of two seats has a choice, one from each of some random games."""
    for seed in range(count):
        for state in walk(load("powwow", players=2), Stream(seed)):
            after = state.apply(state.legal()[0]) if state.to_move >= 0 else state
            if after.to_move == 1 - state.to_move and len(after.legal()) > 2:
                yield state, state.legal()[0]
                break


def strays(world: State, move: int, opponent_trust: float) -> float | None:
    """How far from the game's rating the other is taken to choose after the move; None if that was hardly ever met."""
    params = UcbParams(opponent_trust=opponent_trust, own_visits=0)
    search = Ucb(Worlds(world, world.to_move, 1), Tree(64 << 20, ITERATIONS), 7, params)
    search.run(Stop(), ITERATIONS)
    after = world.apply(move)
    found = search.rows_at(root_cursor(world).after(move, world.to_move).key(after.to_move))
    visits, lean = sum(row[1] for row in found), after.prior()
    return sum(abs(row[1] / visits - lean[row[0]]) for row in found) if visits > ITERATIONS // 80 else None


def test_the_others_are_kept_close_to_how_the_game_rates_their_moves() -> None:
    questions = list(answered(12))

    def strayed(trust: float) -> list[float]:
        distances = (strays(world, move, trust) for world, move in questions)
        return [distance for distance in distances if distance is not None]

    free, kept = strayed(1.0), strayed(20.0)
    assert len(free) >= 4
    assert statistics.mean(free) > 3 * statistics.mean(kept)
    assert max(kept) < 0.2
    assert load("powwow").opponent_trust > load("tomahawk").opponent_trust == 1.0
