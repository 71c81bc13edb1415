"""How much less the scores of a match vary without luck, and how many times fewer games or blocks they need.

A judge's noise is part of the luck that it finds. So luck counts by a coefficient, which one half of the blocks
suggests for the other. Within a half it is a fixed number, and luck has mean 0, so the expectation stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import covariance, fmean, variance

from bench.arena.block import games_in
from bench.arena.matches import seats_in
from bench.arena.results import Results
from bench.arena.scores import Score, block_score, score_of, share
from bench.arena.task import Case

HEADINGS = ("game", "players", "score", "without luck", "games", "a game instead of", "a block instead of")
FEWEST = 4
"""Blocks of a half that can suggest a coefficient."""


@dataclass(frozen=True, slots=True)
class Report:
    """Both scores of the first player, and how many times fewer games and blocks the second one needs."""

    case: Case
    raw: Score
    fair: Score
    game_factor: float
    """How many games say as much as one without luck, if no two have the same deal and dice."""
    block_factor: float
    """How many blocks say as much as one without luck. A block has cancelled what is equal for all seats itself."""

    def cells(self) -> tuple[str, ...]:
        """As a line of a table."""
        factors = (f"{self.game_factor:.2f}", f"{self.block_factor:.2f}")
        return (self.case.words, self.case.meeting, str(self.raw), str(self.fair), str(self.raw.games), *factors)


def report(results: Results, case: Case) -> Report:
    """What the blocks of a judged match say."""
    seats, found = seats_in(case), results.of(case)
    raw, judged = ([block_score(block[name], seats) for block in found] for name in ("payoffs", "fair"))
    fair, each = without_luck(raw, judged), games_in(seats, len(case.players))
    return Report(case, score_of(raw, each), score_of(fair, each), _game_factor(found, seats), factor(raw, fair))


def without_luck(raw: Sequence[float], judged: Sequence[float]) -> list[float]:
    """Results without as much of the luck as the other half suggests. `judged` are the results without all of it."""
    luck = [plain - other for plain, other in zip(raw, judged, strict=True)]
    parts = [coefficient(raw[1 - half :: 2], luck[1 - half :: 2]) for half in range(2)]
    return [plain - parts[at % 2] * came for at, (plain, came) in enumerate(zip(raw, luck, strict=True))]


def coefficient(raw: Sequence[float], luck: Sequence[float]) -> float:
    """How much of the luck to take out, so that the rest varies least."""
    if len(luck) < FEWEST or variance(luck) <= 0.0:
        return 0.0
    return covariance(raw, luck) / variance(luck)


def factor(raw: Sequence[float], fair: Sequence[float]) -> float:
    """How many times more a result varies with luck."""
    return variance(raw) / variance(fair) if variance(fair) > 0.0 else 1.0


def _game_factor(blocks: list[dict[str, list[list[float]]]], seats: int) -> float:
    """The same for single games: the mean variance over the seatings, as what a seat is worth is no luck."""
    raw, fair = [], []
    for number in range(1 if seats == 1 else seats):
        plain, judged = ([share(block[name][number][0], seats) for block in blocks] for name in ("payoffs", "fair"))
        raw.append(variance(plain))
        fair.append(variance(without_luck(plain, judged)))
    return fmean(raw) / fmean(fair) if fmean(fair) > 0.0 else 1.0
