"""Luck has mean 0 whoever plays and whatever the judge says: shown by all histories of games small enough."""

import random
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, stdev

import pytest

from bench.arena.block import found
from bench.arena.game import play
from bench.arena.luck import Luck, gain, judge_of
from bench.arena.luck_report import factor, report, without_luck
from bench.arena.matches import match
from bench.arena.results import Results
from bench.arena.seat import Mixed, Player, Seat
from bench.arena.task import Task
from hunch.engines import CHANCE, Game, State, Stream, load

GAMES: Mapping[str, Game] = {
    "kuhn": load("kuhn"),
    "leduc": load("leduc"),
    "goofspiel4": load("goofspiel", cards=4, bids="hidden", prizes="descending", payoff="margin"),
    "goofspiel3": load("goofspiel", cards=3, bids="hidden", prizes="random"),
}
Odds = dict[int, float]


def any_odds(state: State, seat: int) -> Odds:
    """A mixture that differs in each information set, and is known."""
    stream, moves = Stream(state.view(seat).key()), state.legal()
    weights = [0.05 + stream.unit() for _ in moves]
    return {move: weight / sum(weights) for move, weight in zip(moves, weights, strict=True)}


def odds_at(state: State) -> Odds:
    if state.to_move != CHANCE:
        return any_odds(state, state.to_move)
    outcomes = state.chances()
    return {move: weight / sum(each for _, each in outcomes) for move, weight in outcomes}


def nonsense(world: State, before: int) -> Sequence[float]:
    """A judge who is wrong in every world, but always in the same way."""
    stream = Stream(world.key() ^ before)
    return [2 * stream.unit() - 1 for _ in range(world.game.seats)]


def ends(
    state: State, judge: object, choices: bool, chance: float = 1.0, luck: float = 0.0
) -> Iterator[tuple[float, float, float]]:
    """Every end of the game: its probability, the first seat's payoff, and its luck."""
    if state.over:
        yield chance, state.returns()[0], luck
        return
    odds = odds_at(state)
    for move, share in odds.items():
        counted = state.to_move == CHANCE or choices
        more = gain(judge, state, odds, move)[0] if counted else 0.0  # type: ignore[arg-type]
        yield from ends(state.after(move), judge, choices, chance * share, luck + more)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("choices", [False, True])
@pytest.mark.parametrize("judge", [nonsense, judge_of("leaf:2"), judge_of("search:4")])
def test_a_result_without_luck_has_the_expectation_of_the_result(name: str, choices: bool, judge: object) -> None:
    every = list(ends(GAMES[name].new(), judge, choices))
    assert sum(chance for chance, _, _ in every) == pytest.approx(1.0)
    assert sum(chance * luck for chance, _, luck in every) == pytest.approx(0.0, abs=1e-9)
    assert any(abs(luck) > 0.1 for _, _, luck in every) or not choices


def truth(state: State, judge: dict[bytes, float]) -> float:
    """The expected payoff of the first seat, kept for each world."""
    if not state.over:
        value = sum(share * truth(state.after(move), judge) for move, share in odds_at(state).items())
    else:
        value = state.returns()[0]
    judge[bytes(state)] = value
    return value


@pytest.mark.parametrize("name", GAMES)
def test_a_judge_who_knows_all_leaves_no_luck(name: str) -> None:
    values: dict[bytes, float] = {}
    start = GAMES[name].new()
    mean = truth(start, values)

    def knowing(world: State, before: int) -> Sequence[float]:
        return [values[bytes(world)], -values[bytes(world)]]

    # Worlds that are equal are the same position: any two ways to them go on alike.
    assert all(payoff - luck == pytest.approx(mean) for _, payoff, luck in ends(start, knowing, True))


class Steps:
    """Keeps what happens in a game."""

    def __init__(self) -> None:
        self.passed: list[tuple[State, int]] = []

    def chance(self, state: State, move: int) -> None:
        self.passed.append((state, move))

    def choice(self, state: State, move: int, odds: Mapping[int, float]) -> None:
        assert odds == any_odds(state, state.to_move)
        self.passed.append((state, move))


def mixer(given: Seat) -> Sequence[Mixed]:
    odds = any_odds(given.view, given.seat)
    at, left = given.stream.unit(), list(odds)
    while len(left) > 1 and (at := at - odds[left[0]]) > 0:
        left.pop(0)
    return [Mixed(left[0], odds)]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_played_adds_up_the_same_luck(name: str) -> None:
    game, judge = GAMES[name], judge_of("leaf:2")
    players: list[Player] = [mixer, mixer]
    for seed in range(20):
        steps, luck = Steps(), Luck(judge, 2)
        payoffs = play(game, players, seed, watch=steps)
        assert payoffs == play(game, players, seed, watch=luck)
        expected = sum(gain(judge, state, odds_at(state), move)[0] for state, move in steps.passed)
        assert luck.fair(payoffs)[0] == pytest.approx(payoffs[0] - expected)
        assert luck.fair(payoffs)[1] == pytest.approx(-luck.fair(payoffs)[0])


def test_without_luck_a_game_varies_less() -> None:
    case = match("kuhn", {}, "search:50", "random", judge="leaf:16")
    results = Results(None, "one")
    results.add([(task, found(task)) for task in (Task(case, 1, number) for number in range(150))])
    said = report(results, case)
    assert abs(said.fair.mean - said.raw.mean) <= 1.5 * (said.fair.two_errors + said.raw.two_errors)
    assert said.game_factor > 1.5
    assert said.cells()[-2] == f"{said.game_factor:.2f}"


def planted(noise: float, count: int, seed: int) -> tuple[list[float], list[float]]:
    """Results of skill 0.1 and luck, plain and as a judge with noise sees them without luck."""
    draw = random.Random(seed)
    raw, judged = [], []
    for _ in range(count):
        luck = draw.gauss(0.0, 1.0)
        raw.append(0.1 + luck + draw.gauss(0.0, 0.3))
        judged.append(raw[-1] - luck - draw.gauss(0.0, noise))
    return raw, judged


def test_a_noisy_judge_does_no_harm_and_a_good_one_much_good() -> None:
    for noise, least, most in ((0.0, 9.0, 15.0), (1.0, 1.5, 2.1), (10.0, 0.98, 1.1)):
        raw, judged = planted(noise, 4000, 1)
        assert least < factor(raw, without_luck(raw, judged)) < most
    assert factor(raw, judged) < 0.05  # all that the worst judge says


def test_the_coefficient_of_the_other_half_leaves_the_expectation() -> None:
    means = [fmean(without_luck(*planted(0.5, 10, seed))) for seed in range(3000)]
    assert abs(fmean(means) - 0.1) < 3 * stdev(means) / len(means) ** 0.5


def test_a_judge_who_finds_no_luck_changes_nothing() -> None:
    assert without_luck([0.0, 1.0] * 6, [0.0, 1.0] * 6) == [0.0, 1.0] * 6


def test_a_judge_that_does_not_exist_is_refused() -> None:
    for words in ("leaf:0", "leaf", "oracle:3"):
        with pytest.raises(ValueError, match="not a judge"):
            judge_of(words)
