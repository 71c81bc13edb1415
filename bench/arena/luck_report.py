"""How much less the scores of a match vary without luck, and how many times fewer games or blocks they need."""

from dataclasses import dataclass
from statistics import fmean, variance

from bench.arena.block import games_in
from bench.arena.matches import seats_in
from bench.arena.results import Results
from bench.arena.scores import Score, block_score, score_of, share
from bench.arena.task import Case

HEADINGS = ("game", "players", "score", "without luck", "games", "a game instead of", "a block instead of")


@dataclass(frozen=True, slots=True)
class Report:
    """Both scores of the first player, and what a game of each varies."""

    case: Case
    raw: Score
    fair: Score
    raw_game: float
    """The variance of the first player's result in a game."""
    fair_game: float
    raw_block: float
    """The variance of the score of a block."""
    fair_block: float

    @property
    def game_factor(self) -> float:
        """How many games say as much as one without luck, if no two have the same deal and dice."""
        return self.raw_game / self.fair_game

    @property
    def block_factor(self) -> float:
        """How many blocks say as much as one without luck. A block has cancelled what is equal for all seats itself."""
        return self.raw_block / self.fair_block

    def cells(self) -> tuple[str, ...]:
        """As a line of a table."""
        players = " - ".join(dict.fromkeys(self.case.players))
        factors = (f"{self.game_factor:.2f}", f"{self.block_factor:.2f}")
        return (self.case.words, players, str(self.raw), str(self.fair), str(self.raw.games), *factors)


def report(results: Results, case: Case) -> Report:
    """What the blocks of a judged match say."""
    seats, found = seats_in(case), results.of(case)
    raw, fair = ([block_score(block[name], seats) for block in found] for name in ("payoffs", "fair"))
    # Each seat counts by itself: what the seat is worth is no luck.
    games = [_of_a_game([block[name] for block in found], seats) for name in ("payoffs", "fair")]
    each = games_in(seats, len(case.players))
    return Report(case, score_of(raw, each), score_of(fair, each), *games, variance(raw), variance(fair))


def _of_a_game(blocks: list[list[list[float]]], seats: int) -> float:
    """The mean, over the seatings, of the variance of the first player's share."""
    seatings = range(1 if seats == 1 else seats)
    return fmean(variance([share(block[number][0], seats) for block in blocks]) for number in seatings)
