"""What comes out of a search, as values."""

from typing import NamedTuple

from hunch.search.question import Turn

VERSION = 1
"""Version of the search: equal versions give equal advice."""


class Candidate(NamedTuple):
    """A whole turn with what the search thinks of it."""

    turn: Turn
    probability: float
    """How likely it should be played."""
    visits: int
    value: float
    """Expected payoff of the asker, -1 to 1, corrected by what games have shown."""
    standard_error: float
    """Of the value, from sampling and beyond; for an exact answer its exploitability."""
    sampled_value: float
    """The mean payoff that was sampled, without a correction."""
    sampled_error: float
    """Of the sampled value, from sampling alone."""
    line: Turn
    """What the asker may expect to see after it; empty if it was not tried."""
    ends: str
    """What comes after the turn: chance, other (a choice of another seat, or news), over, or own.

    Own: a lone player goes on choosing, with a new question, as their whole turn was too long for the limits.
    """


class Advice(NamedTuple):
    """An answer. Equal questions with a limit of iterations, not of time, have equal answers."""

    play: Turn
    """The whole turn to play, drawn from the probabilities."""
    candidates: tuple[Candidate, ...]
    """The best turns, likeliest first."""
    ends: str
    """What comes after the turn to play, in the words of a candidate's `ends`."""
    beliefs: str
    """What hidden things were judged by: none (nothing is hidden), prior, or record."""
    method: str
    """only_move, ucb, regret, solitaire or exact."""
    exploitability: float | None
    """For an exact answer, what best responses gain on average over both seats, as a payoff; else None."""
    iterations: int
    """How many payoffs were sampled; for an exact answer how many sweeps were made."""
    worlds: int
    """How many worlds were searched."""
    stop_reason: str
    """only_move, iterations, time, stopped, solved; running for a snapshot."""
    seed: int
    level: int
    threads: int
    game: str
    rules_version: int
    data_hash: str
    search_version: int = VERSION
