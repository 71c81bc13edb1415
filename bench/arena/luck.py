"""Luck taken out of a result: what chance, and the draws of players who mix, gave to each seat beyond the expected.

After each chance event, a judge values every outcome that was possible. What came, less the mean of what could come, is
luck. Payoffs less all luck have the same expectation as payoffs, whoever plays and however badly the judge values: each
term has mean 0, given what happened before. A good judge makes their variance small. A choice counts in the same way if
its player says how likely each move was. These are the control variates of AIVAT (Burch, Schmid, Moravčík, Morrill and
Bowling, 2018), without its average over the hands that a player could have had.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from hunch.engines import CHANCE, State, Stream
from hunch.search.advice import AdviceOptions, Limits, advise

Judge = Callable[[State, int], Sequence[float]]
"""Values a world for each seat, the same whenever it is asked. The number stands for the position before: worlds that
are compared are valued with the same random numbers."""
MOST_OUTCOMES = 200
"""Events with more possible outcomes are not judged, as that takes long. Which are, does not depend on what came."""

MEMORY = 64
"""Mebibytes of a judge's search."""


class Luck:
    """Adds up the luck of one game, by seat."""

    def __init__(self, judge: Judge, seats: int) -> None:
        self._judge, self._total = judge, [0.0] * seats

    def chance(self, state: State, move: int) -> None:
        """A chance event with this outcome."""
        outcomes = state.chances()
        whole = sum(weight for _, weight in outcomes)
        self._add(state, {outcome: weight / whole for outcome, weight in outcomes}, move)

    def choice(self, state: State, move: int, odds: Mapping[int, float]) -> None:
        """A move that its player drew with these probabilities."""
        self._add(state, odds, move)

    def _add(self, state: State, odds: Mapping[int, float], came: int) -> None:
        for seat, gained in enumerate(gain(self._judge, state, odds, came)):
            self._total[seat] += gained

    def fair(self, payoffs: Sequence[float]) -> tuple[float, ...]:
        """The payoffs without luck."""
        return tuple(payoff - luck for payoff, luck in zip(payoffs, self._total, strict=True))


def gain(judge: Judge, state: State, odds: Mapping[int, float], came: int) -> list[float]:
    """By seat, how much better the judge likes what came than the mean of what could come."""
    possible = {move: share for move, share in odds.items() if share > 0.0}
    if not 1 < len(possible) <= MOST_OUTCOMES:
        return [0.0] * state.game.seats
    key = state.key()
    values = {move: judge(state.after(move), key) for move in possible}
    return [
        values[came][seat] - sum(share * values[move][seat] for move, share in possible.items())
        for seat in range(state.game.seats)
    ]


def judge_of(words: str) -> Judge:
    """The judge of a description: `leaf:N` is the mean of N values that a search takes where it stops choosing.
    `search:N` is the value that a search of N iterations finds for the seat that chooses next, by what it sees."""
    kind, _, count = words.partition(":")
    if kind not in JUDGES or not count.isdigit() or not int(count):
        raise ValueError(f"{words!r} is not a judge; there are {', '.join(f'{name}:N' for name in JUDGES)}")
    return partial(JUDGES[kind], int(count))


def leaf_value(count: int, world: State, before: int) -> Sequence[float]:
    """The mean of so many values of leaves."""
    return world.returns() if world.over else world.leaf_values(count, Stream(before))[1]


def searched_value(iterations: int, world: State, before: int) -> Sequence[float]:
    """What the next seat to choose may expect; the others share the opposite. Chance before that is drawn."""
    stream = Stream(before)
    while not world.over and (world.to_move == CHANCE or len(world.legal()) == 1):
        world = world.after(world.roll(stream) if world.to_move == CHANCE else world.legal()[0])
    if world.over:
        return world.returns()
    limits = Limits(iterations=iterations, memory_mib=MEMORY)
    found = advise(world, world.to_move, limits, seed=stream.below(1 << 31), options=AdviceOptions(candidates=1))
    value, others = found.candidates[0].sampled_value, max(world.game.seats - 1, 1)
    return [value if seat == world.to_move else -value / others for seat in range(world.game.seats)]


JUDGES: Mapping[str, Callable[[int, State, int], Sequence[float]]] = {"leaf": leaf_value, "search": searched_value}
"""How a judge values a world, by the first word of its description."""
