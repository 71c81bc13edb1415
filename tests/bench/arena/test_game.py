"""A game's chance depends on its seed alone, and a block seats each player once in each seat."""

from collections.abc import Mapping

import pytest

from bench.arena.block import found, games_in, seated, seatings
from bench.arena.game import play, seed_of
from bench.arena.matches import match, seats_of
from bench.arena.players import player
from bench.arena.scores import block_score, even, share, two_errors
from bench.arena.task import Task
from hunch.engines import CHANCE, State, load


class Chances:
    """Keeps the chance events of a game."""

    def __init__(self) -> None:
        self.came: list[int] = []

    def chance(self, state: State, move: int) -> None:
        assert state.to_move == CHANCE
        self.came.append(move)

    def choice(self, state: State, move: int, odds: Mapping[int, float]) -> None:
        assert sum(odds.values()) == pytest.approx(1.0)
        assert move in odds


def prizes(seed: int, words: str, seating: int = 0) -> list[int]:
    """The prizes of a game of goofspiel, in the order in which they came up."""
    game, watch = load("goofspiel"), Chances()
    play(game, [player(words, game), player("random", game)], seed, seating, watch)
    return [move for move in watch.came if move & 0xF00 == 0x100]


@pytest.mark.parametrize(
    ("payoffs", "seat", "counts"),
    [
        ((1.0, -1.0), 0, 1.0),
        ((0.0, 0.0), 1, 0.5),
        ((-1.0,), 0, 0.0),
        ((1.0, -1 / 3, -1 / 3, -1 / 3), 1, 0.0),
        ((1 / 3, 1 / 3, -1 / 3, -1 / 3), 1, 0.5),
    ],
)
def test_a_payoff_counts_as_a_share_of_the_win(payoffs: tuple[float, ...], seat: int, counts: float) -> None:
    assert share(payoffs[seat], len(payoffs)) == pytest.approx(counts)


def test_games_of_a_seed_have_the_same_chance_whoever_plays() -> None:
    assert len(prizes(5, "random")) == 12  # the last one is the one that is left
    assert prizes(5, "random") == prizes(5, "search:20", seating=1)
    assert prizes(5, "random") != prizes(6, "random")


def test_seeds_of_different_purposes_have_nothing_in_common() -> None:
    assert len({seed_of(run, block) for run in range(40) for block in range(40)}) == 1600


def test_each_player_takes_each_seat_once() -> None:
    for seats in (2, 3, 4):
        turns = seatings(seats, seats)
        assert [sorted(turn) for turn in turns] == [list(range(seats))] * seats
        assert all({turn[seat] for turn in turns} == set(range(seats)) for seat in range(seats))
    assert seatings(1, 3) == [[0], [1], [2]]
    assert games_in(1, 3) == 3


def test_the_last_player_takes_the_seats_that_are_left() -> None:
    assert seated(["a", "b"], 4) == ("a", "b", "b", "b")
    assert seated(["a", "b", "c"], 1) == ("a", "b", "c")
    with pytest.raises(ValueError, match="3 players"):
        seated(["a", "b", "c"], 2)


def test_a_block_is_the_same_whenever_it_is_played() -> None:
    task = Task(match("powwow", {"players": 3}, "search:20", "random"), 7, 3)
    first = found(task)
    assert first == found(task)
    assert [len(game) for game in first["payoffs"]] == [3, 3, 3]
    assert all(sum(share(paid, 3) for paid in game) == pytest.approx(1.0) for game in first["payoffs"])


def test_who_sees_everything_beats_chance() -> None:
    case = match("goofspiel", {"cards": 4}, "cheat:50", "random")
    scores = [block_score(found(Task(case, 1, number))["payoffs"], 2) for number in range(40)]
    assert sum(scores) / len(scores) - two_errors(scores) > even(2) == 0.5


def test_alone_two_players_meet_the_same_chance_and_are_compared() -> None:
    case = match("comancheria", {}, "greedy", "greedy")
    assert seats_of("comancheria", {}) == 1
    assert block_score(found(Task(case, 1, 0))["payoffs"], 1) in (-1.0, 0.0, 1.0)
    assert block_score([[1.0, 0.0], [0.0, -1.0]], 1) == 1.0
    assert block_score([[1.0, 0.0], [0.0, -1.0]], 1, 1) == -1.0
