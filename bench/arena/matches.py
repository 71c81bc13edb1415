"""Matches: which blocks they have, and what their results say. Pure functions of a file of results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bench.arena.block import JUDGE, games_in, seated
from bench.arena.players import named
from bench.arena.ratings import Blocks, Table, wins
from bench.arena.results import Results
from bench.arena.scores import Score, block_score, even, score_of
from bench.arena.sprt import normalised, pentanomial
from bench.arena.task import Case, Task
from hunch.engines import load

KIND = "match"
HEADINGS = ("game", "players", "score of the first", "games", "blocks with 0, ½, 1, 1½, 2 points", "normalised Elo")


@dataclass(frozen=True, slots=True)
class Standing:
    """What the blocks of a match say of its first player."""

    case: Case
    score: Score
    scores: tuple[float, ...]
    """By block, in order."""
    elo: tuple[float, float]
    """Normalised Elo, with its standard error."""

    def cells(self) -> tuple[str, ...]:
        """As a line of a table."""
        outcomes = ", ".join(map(str, pentanomial(self.scores))) if fivefold(self.case) else ""
        elo = f"{self.elo[0]:+.0f} ± {2 * self.elo[1]:.0f}"
        return (self.case.words, self.case.meeting, str(self.score), str(self.score.games), outcomes, elo)

    def values(self) -> dict[str, Any]:
        """As JSON."""
        case = self.case
        return {
            "game": case.game,
            "options": dict(case.options),
            "players": list(case.players),
            "score": self.score.mean,
            "two_errors": self.score.two_errors,
            "games": self.score.games,
            "normalised_elo": self.elo[0],
            "normalised_elo_error": self.elo[1],
        }


def match(game: str, options: Mapping[str, Any], *players: str, judge: str = "") -> Case:
    """A match of these players; the last one takes the seats that are left."""
    words = seated([named(each) for each in players], seats_of(game, options))
    return Case(KIND, game, tuple(options.items()), words, ((JUDGE, judge),) if judge else ())


def seats_of(game: str, options: Mapping[str, Any]) -> int:
    """The seats of a game with these options."""
    return load(game, **options).seats


def seats_in(case: Case) -> int:
    """The seats of a case."""
    return seats_of(case.game, dict(case.options))


def blocks(case: Case, games: int, seed: int) -> list[Task]:
    """The blocks of a match with about so many games, at least two if any."""
    each = games_in(seats_in(case), len(case.players))
    return [Task(case, seed, number) for number in range(max(games // each, 2) if games else 0)]


def scores(results: Results, case: Case, seed: int | None = None) -> list[float]:
    """The first player's score in each block that was played, in order; only those of a seed if it is given."""
    seats = seats_in(case)
    return [
        block_score(block["payoffs"], seats)
        for (own, _), block in results.numbered(case)
        if seed is None or own == seed
    ]


def known(results: Results, case: Case) -> Score | None:
    """The first player's score in all blocks that were played; None without any."""
    found = scores(results, case)
    return score_of(found, games_in(seats_in(case), len(case.players))) if found else None


def fivefold(case: Case) -> bool:
    """Whether a block has one of five scores: two games of two players that are won, drawn or lost."""
    return seats_in(case) == 2 and dict(case.options).get("payoff", "win") == "win"


def standings(results: Results) -> list[Standing]:
    """What is known of each match."""
    made = []
    for case in results.cases():
        if case.kind == KIND:
            seats, found = seats_in(case), scores(results, case)
            games = games_in(seats, len(case.players))
            elo = normalised(found, even(seats), games)
            made.append(Standing(case, score_of(found, games), tuple(found), elo))
    return made


def tables_of(results: Results) -> Mapping[Case, Blocks]:
    """By game with its options: the wins of each table, for `ratings.ladder`. Players and judges are left out of the
    case."""
    found: dict[Case, dict[Table, Sequence[Mapping[str, float]]]] = {}
    for case in results.cases():
        if case.kind == KIND and len(set(case.players)) > 1:
            seats = seats_in(case)
            won = [wins(case.players, block["payoffs"], seats) for block in results.of(case)]
            game = found.setdefault(replace(case, players=(), settings=()), {})
            game[case.players] = [*game.get(case.players, ()), *won]
    return found
