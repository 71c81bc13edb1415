"""Sequential halving: compares moves under the same luck, spends what it is given."""
from hunch.engines import State, load
from hunch.search.halving import Halving
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds, key_of_view


def compared(state: State, iterations: int, seed: int = 1) -> list[tuple[int, int, float, float, float]]:
    """The rows of a comparison at the state's first decision."""
    view = state.view(state.to_move)
    key = key_of_view(view, state.to_move)
    halving = Halving(Worlds(view, state.to_move, 64), Tree(1 << 16), seed, key, iterations)
    assert halving.run(Stop(), iterations) == "iterations"
    assert halving.asked == key
    return halving.look(key)


def test_it_spends_just_what_it_is_given_and_most_on_the_best() -> None:
    for iterations in (1, 12, 13, 100, 1000):
        rows = compared(load("goofspiel", prizes="descending").new(), iterations)
        assert sum(row[1] for row in rows) == iterations
    best = max(rows, key=lambda row: row[2])
    assert best[1] == max(row[1] for row in rows)


def test_equal_seeds_give_equal_comparisons() -> None:
    state = load("goofspiel", prizes="descending").new()
    assert compared(state, 500) == compared(state, 500)
    assert compared(state, 500) != compared(state, 500, seed=2)
