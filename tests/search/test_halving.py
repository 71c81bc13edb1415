"""Sequential halving: compares moves under the same luck, spends what it is given."""

from hunch.engines import CHANCE, State, Stream, load
from hunch.search.halving import Comparison, Halving
from hunch.search.settings import HalvingParams
from hunch.search.stop import Stop
from hunch.search.tree import Tree
from hunch.search.worlds import Worlds, key_of_view


def compared(
    state: State, iterations: int, seed: int = 1, doubt: float = 1.0
) -> list[tuple[int, int, float, float, float]]:
    """The rows of a comparison at the state's first decision."""
    view = state.view(state.to_move)
    key = key_of_view(view, state.to_move)
    worlds, moves = Worlds(view, state.to_move, 64), view.legal()
    comparison = Comparison(key, moves, iterations)
    halving = Halving(worlds, Tree(1 << 16), seed, comparison, HalvingParams(doubt))
    assert halving.run(Stop(), iterations) == "iterations"
    assert halving.asker_key == key
    return halving.rows_at(key)


def test_it_spends_just_what_it_is_given_and_most_on_the_best() -> None:
    for iterations in (1, 12, 13, 100, 1000):
        rows = compared(load("goofspiel", prizes="descending").new(), iterations)
        assert sum(row[1] for row in rows) == iterations
    best = max(rows, key=lambda row: row[2])
    assert best[1] >= max(row[1] for row in rows) - 1  # the last round may be cut short


def test_equal_seeds_give_equal_comparisons() -> None:
    state = load("goofspiel", prizes="descending").new()
    assert compared(state, 500) == compared(state, 500)
    assert compared(state, 500) != compared(state, 500, seed=2)


def decisions() -> list[tuple[State, int]]:
    """Decisions of a lone player with the move of the game's policy, if the policy needs no luck to choose."""
    found = list[tuple[State, int]]()
    stream, state = Stream(3), load("comancheria").new()
    while not state.over and len(found) < 12:
        if state.to_move != CHANCE and len(state.legal()) > 2:
            own = {state.rollout_move(stream) for _ in range(20)}
            if len(own) == 1:
                found.append((state, own.pop()))
        state = state.after(state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream))
    return found


def test_the_policys_own_move_is_compared_to_the_end() -> None:
    for state, own in decisions():
        rows = {row[0]: row for row in compared(state, 400)}
        assert rows[own][1] >= max(row[1] for row in rows.values()) - 1


def test_another_move_is_played_only_when_it_is_surely_better() -> None:
    """Of moves that look alike the policy's own is kept, even if another has the higher mean by chance."""
    kept = 0
    for state, own in decisions():
        rows = {row[0]: row for row in compared(state, 200)}
        played, highest = max(rows.values(), key=lambda row: row[2]), max(rows.values(), key=lambda row: row[3])
        assert played[0] == own or played[3] > rows[own][3]
        kept += played[0] == own != highest[0]
    assert kept


def test_the_less_doubt_the_more_often_another_move_is_played() -> None:
    kept = []
    for doubt in (2.0, 1.0, 0.0):
        played = [max(compared(state, 200, doubt=doubt), key=lambda row: row[2])[0] for state, _ in decisions()]
        kept.append(sum(move == own for move, (_, own) in zip(played, decisions(), strict=True)))
    assert kept[0] >= kept[1] > kept[2]
