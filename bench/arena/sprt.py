"""Sequential tests on block scores: play until it is clear whether a change gains, or loses nothing.

The generalised SPRT of Michel Van den Bergh ("Normalized Elo", 2020), as fishtest uses it. A hypothesis fixes the mean
of the block scores in units of their own spread. Its likelihood is that of the likeliest distribution over the observed
scores with such a mean. For two players with wins, draws and losses these are five scores: the pentanomial test. The
scores of blocks with more games, or of margins, are taken in the same way.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

POINTS = 800.0 / math.log(10.0)
"""Points of normalised Elo for a mean of one standard deviation of a game."""
WRONG = 0.05
"""Probability of a wrong verdict if the truth is one of the bounds."""
UNSEEN = 1e-3
"""Blocks that each possible score counts as seen, so that no hypothesis is impossible after a few."""
FEWEST = 16
"""Blocks before a verdict: fewer do not show how far scores spread."""
CHECKED = 8
"""A verdict is possible after every so many blocks."""
STEPS = 30
"""Most steps to the likeliest distribution; five suffice."""
CLOSE = 1e-10
"""Shares that change less have been found."""
HALVINGS = 45
"""Halvings of the interval that holds a multiplier."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Two strengths in normalised Elo: the test decides whether the truth is at the lower or at the upper one."""

    lower: float
    upper: float


GAIN, NO_LOSS = Bounds(0.0, 10.0), Bounds(-5.0, 5.0)
"""For a change that should make a search stronger, and for one that should change nothing."""
BY_NAME = {"gain": GAIN, "no-loss": NO_LOSS}
CONTINUE, ACCEPTED, REFUSED = "play on", "yes", "no"
"""What a test says: the upper bound is accepted, or refused for the lower one."""
LIMIT = math.log((1.0 - WRONG) / WRONG)
"""The log likelihood ratio at which a test ends."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a test stands."""

    says: str
    ratio: float
    """Log likelihood ratio of the upper bound to the lower one."""
    blocks: int
    """How many blocks it took, or so far."""


class Trial:
    """A test that goes on: it takes the scores of blocks in their order. Each block has so many games."""

    def __init__(self, even: float, games: int, bounds: Bounds) -> None:
        self._even, self._games, self._bounds = even, games, bounds
        self._seen = Counter(dict.fromkeys(possible(even, games), 0))
        self.verdict = Verdict(CONTINUE, 0.0, 0)

    def add(self, scores: Iterable[float]) -> Verdict:
        """The verdict after more blocks. Blocks after it was clear change nothing."""
        for score in scores:
            if self.verdict.says != CONTINUE:
                break
            self._seen[round(score, 9)] += 1
            blocks, ratio = self.verdict.blocks + 1, self.verdict.ratio
            if blocks >= FEWEST and blocks % CHECKED == 0:
                ratio = log_likelihood_ratio(self._seen, self._even, self._games, self._bounds)
            says = CONTINUE if abs(ratio) < LIMIT else ACCEPTED if ratio > 0 else REFUSED
            self.verdict = Verdict(says, ratio, blocks)
        return self.verdict


def verdict(scores: Iterable[float], even: float, games: int, bounds: Bounds) -> Verdict:
    """What the blocks say, in their order."""
    return Trial(even, games, bounds).add(scores)


def possible(even: float, games: int) -> Iterable[float]:
    """Scores that every block may have: all games lost, and all won. For two players also those between."""
    steps = 4 if even == 0.5 and games == 2 else 1
    low = -1.0 if even == 0.0 else 0.0
    return [low + (1.0 - low) * step / steps for step in range(steps + 1)]


def pentanomial(scores: Iterable[float]) -> tuple[int, ...]:
    """How many blocks of two games brought 0, 1/2, 1, 3/2 and 2 points."""
    seen = Counter(round(4 * score) for score in scores)
    return tuple(seen[points] for points in range(5))


def log_likelihood_ratio(seen: Mapping[float, int], even: float, games: int, bounds: Bounds) -> float:
    """Of the upper bound to the lower one, given how often each block score was seen."""
    scores = np.array(sorted(seen)) - even
    counts = np.array([seen[score] + UNSEEN for score in sorted(seen)])
    total = float(counts.sum())
    shares = counts / total
    lower, upper = (
        likeliest(scores, shares, math.sqrt(games) * bound / POINTS) for bound in (bounds.lower, bounds.upper)
    )
    return total * float((shares * np.log(upper / lower)).sum())


def likeliest(scores: NDArray, shares: NDArray, mean: float) -> NDArray:
    """The likeliest distribution given the observed shares, whose mean is so many of its standard deviations.

    The constraint is made linear at the distribution so far, solved there, and made linear again.
    """
    found, before = shares, np.zeros_like(shares)
    for _ in range(STEPS):
        if float(np.abs(found - before).max()) < CLOSE:
            break
        middle = float((found * scores).sum())
        spread = math.sqrt(max(float((found * (scores - middle) ** 2).sum()), 1e-12))
        pull = scores - mean * spread * (1.0 + ((scores - middle) / spread) ** 2) / 2.0
        found, before = tilted(pull, shares), found
    return found


def tilted(pull: NDArray, shares: NDArray) -> NDArray:
    """The likeliest distribution in which `pull` has mean 0: the shares, each divided by 1 + a multiplier times it."""
    if pull.min() >= 0.0 or pull.max() <= 0.0:
        return shares
    low, high = -1.0 / float(pull.max()), -1.0 / float(pull.min())
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        if float((shares * pull / (1.0 + middle * pull)).sum()) > 0.0:
            low = middle
        else:
            high = middle
    found = shares / (1.0 + (low + high) / 2.0 * pull)
    return found / found.sum()


def normalised(scores: Sequence[float], even: float, games: int) -> tuple[float, float]:
    """The strength in normalised Elo, with its standard error."""
    spread = float(np.std(scores, ddof=1)) if len(scores) > 1 else math.nan
    scale = POINTS / math.sqrt(games)
    mean = float(np.mean(scores)) - even
    return (scale * mean / spread, scale / math.sqrt(len(scores))) if spread else (math.nan, math.nan)
