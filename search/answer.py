"""What goes into a search and what comes out, as values.

Those of each call are named tuples, as frozen dataclasses take six times as long to make.
"""

from dataclasses import dataclass
from typing import NamedTuple

from hunch.engines import State

Turn = tuple[int, ...]
"""A whole turn: the moves of one seat up to the next chance event, news, or choice of another."""

VERSION = 1
"""Of the search; equal versions give equal advice."""
DEFAULT_MIB = 64


class Limits(NamedTuple):
    """What a search may use; 0 sets no limit. With neither iterations nor time, half a second."""

    iterations: int = 0
    time_ms: int = 0
    memory_mib: int = DEFAULT_MIB


@dataclass(frozen=True, slots=True)
class Record:
    """How a position came about: a start, and every event since then as the asking seat saw it."""

    start: State
    events: tuple[int, ...]

    def view(self, seat: int) -> State:
        """What the seat knows now; IllegalMove where an event could not be seen."""
        view = self.start.view(seat)
        for event in self.events:
            view = view.follow(event)
        return view


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search. The default serves everywhere; others are for measuring it."""

    method: str = ""
    """ucb, regret or solitaire; empty lets the game decide."""
    exact: bool = True
    """Whether remainders that fit are solved."""
    tables: bool = True
    """Regret: whether the last turn is learned from whole tables of payoffs, where the game makes them."""
    c: float = 1.4
    """UCB: weight of the exploration term, in spreads of the payoff."""
    trust: float = 1.0
    """The same where the game says which moves look good,"""
    opponent_trust: float = 0.0
    """and so many times that where another than the asker chooses; 0 leaves it to the game."""
    explore: float = 0.6
    """Regret: share of the learner's moves that are uniform, where not all are tried."""
    aim: float = 0.5
    """Regret with a record: share of walks that follow it."""
    aimed_share: float = 0.5
    """Without a record: share of worlds drawn from what the asker knows, the others from what everybody knows."""
    base_rate: float = 0.05
    """Regret: how fast baselines follow."""
    lean: float = 1.0
    """Regret: walk t counts t ** lean in the average."""
    horizon: int = 0
    """Plies of a rollout before the game's own estimate is taken; 0 leaves it to the game, as a rule the end."""
    breadth: int = 32
    """Regret: ends of one walk, while the learner tries all moves,"""
    spread: int = 32
    """and ways to try what he does not see, each with as many ends."""
    particles: int = 256
    """UCB with a record: worlds by which it is weighed what the others' seen moves say."""
    doubt: float = 1.0
    """Solitaire: standard errors that another move must be better than the rollout policy's own."""
    sharpness: float = 20.0
    """Log of how much likelier others are taken to play what the game's estimate likes better by a payoff of 1."""


class Candidate(NamedTuple):
    """A whole turn with what the search thinks of it."""

    turn: Turn
    probability: float
    """With which it should be played."""
    visits: int
    value: float
    """Expected payoff of the asker, -1 to 1."""
    standard_error: float
    """Of the value, from sampling; of an exact answer its exploitability."""
    line: Turn
    """What the asker may expect to see after it; empty where it was not tried."""
    ends: str
    """What comes after the turn: chance, other (a choice of another seat, or news), over, or own.

    Own: a lone player chooses on, with a new question; his turns may be too long for what was given to search them.
    """


class Advice(NamedTuple):
    """An answer. Reproducible: all that was asked being equal, a limit in iterations and not in time, it is equal."""

    play: Turn
    """The whole turn to play, drawn from the probabilities."""
    candidates: tuple[Candidate, ...]
    """The best turns, likeliest first."""
    ends: str
    """What comes after the turn to play, as a candidate's `ends` says."""
    beliefs: str
    """What was assumed of the hidden: none, prior, or record."""
    method: str
    """only_move, ucb, regret, solitaire or exact."""
    exploitability: float | None
    """Of an exact answer: what a best response wins on average over both seats, as payoff; else None."""
    iterations: int
    """Payoffs sampled, or sweeps of an exact answer."""
    worlds: int
    """How many were searched."""
    stop_reason: str
    """only_move, iterations, time, stopped, solved; running for a snapshot."""
    seed: int
    level: int
    threads: int
    game: str
    rules_version: int
    data_hash: str
    search_version: int = VERSION
