"""The exact solver finds what is known about the reference games, so it can judge a search."""

import pytest

from hunch.engines import Game, load, words
from tests.support.sequences import Root, Tree, exploitability, keys_after, solved, start_keys, uniform, value

GOOFSPIEL4 = load("goofspiel", cards=4, bids="hidden", prizes="descending", payoff="margin")


def whole(game: Game) -> Tree:
    return Tree([Root(game.new())])


@pytest.mark.parametrize(
    ("game", "points"), [(load("kuhn"), -1 / 18), (load("leduc"), -0.0856), (GOOFSPIEL4, 0.0)], ids=lambda g: str(g)
)
def test_solving_finds_the_known_value(game: Game, points: float) -> None:
    tree = whole(game)
    policies = solved(tree, 1000)
    assert value(tree, policies) * game.unit == pytest.approx(points, abs=0.0002)
    assert exploitability(tree, policies) * game.unit < 0.001


@pytest.mark.parametrize(
    ("game", "points"), [(load("kuhn"), 11 / 24), (load("leduc"), 2.373611), (GOOFSPIEL4, 2.5)], ids=lambda g: str(g)
)
def test_uniform_play_loses_what_is_known(game: Game, points: float) -> None:
    """Figures of OpenSpiel 2.0; its goofspiel counts half the difference in points."""
    tree = whole(game)
    assert exploitability(tree, uniform(tree)) * game.unit == pytest.approx(points, abs=1e-6)


def test_the_second_player_of_kuhn_bluffs_and_calls_one_time_in_three() -> None:
    game = load("kuhn")
    policy = solved(whole(game), 2000)[1]
    jack, queen, king = 1, 2, 3

    def often(card: int, first: str, answer: str) -> float:
        """How often seat 1 with that card gives that answer to the first move of seat 0, who has another card."""
        state, keys = game.new(), start_keys(game.new())
        for dealt in (card % 3 + 1, card):
            move = next(outcome for outcome, _ in state.chances() if outcome & 15 == dealt)
            keys, state = keys_after(keys, state, move), state.apply(move)
        move = words.parse(state, first)
        keys, state = keys_after(keys, state, move), state.apply(move)
        return policy[None, keys[1].now][words.parse(state, answer)]

    assert often(jack, "check", "bet") == pytest.approx(1 / 3, abs=0.01)
    assert often(queen, "bet", "call") == pytest.approx(1 / 3, abs=0.01)
    assert often(queen, "check", "bet") == pytest.approx(0, abs=0.01)
    assert often(king, "check", "bet") == pytest.approx(1, abs=0.01)
    assert often(jack, "bet", "call") == pytest.approx(0, abs=0.01)


def test_information_sets_are_as_many_as_they_should_be() -> None:
    counts = {name: [len(side.sets) for side in whole(load(name)).sides] for name in ("kuhn", "leduc")}
    assert counts == {"kuhn": [6, 6], "leduc": [144, 144]}  # OpenSpiel distinguishes suits: 468 each in Leduc
