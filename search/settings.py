"""How to search: the parameters of each method, as values. The defaults serve every game; others are for measuring."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UcbParams:
    """Parameters of UCB."""

    exploration: float = 1.4
    """Weight of the exploration term (c) if the game rates no moves, in standard deviations of the payoff."""
    prior_weight: float = 1.0
    """Weight of the exploration term if the game rates moves, in the same unit; with 0 the rating is ignored."""
    opponent_trust: float = 0.0
    """How many times more than the asker the others are taken to follow the game's rating; 0 asks the game."""
    doubt: float = 2.0
    """The move with the highest value less this many standard errors is played, if it was visited often; with 0 the
    most visited one."""
    own_visits: int = 32
    """Visits from which another seat chooses by what it knows itself. With fewer it learns from all worlds that look
    the same to everybody. With 0 it always chooses by what it knows itself."""


@dataclass(frozen=True, slots=True)
class RegretParams:
    """Parameters of sampled regret."""

    exploration: float = 0.6
    """Share of the learner's moves that are drawn evenly (ε), if not all of them are tried."""
    aim: float = 0.5
    """With a record: share of the walks that follow it (δ)."""
    aimed_share: float = 0.5
    """Without a record: share of the worlds drawn from what the asker knows; the rest from what everybody knows."""
    baseline_rate: float = 0.05
    """How fast a move's baseline follows what its walks bring, from 0 (never) to 1 (at once)."""
    averaging_power: float = 1.0
    """Walk t counts t ** averaging_power times in the average strategy."""
    breadth: int = 32
    """Most ends of one walk, while the learner tries all of their moves."""
    spread: int = 32
    """Most ways to try what the learner does not see; each of them may have `breadth` ends."""


@dataclass(frozen=True, slots=True)
class HalvingParams:
    """Parameters of sequential halving, for a lone player."""

    doubt: float = 1.0
    """Standard errors by which another move must be better than the rollout policy's own."""


@dataclass(frozen=True, slots=True)
class BeliefParams:
    """Parameters of beliefs from a record, for UCB."""

    particles: int = 256
    """Worlds by which a record is weighed."""
    sharpness: float = 20.0
    """Log of how much likelier the others are taken to play a move that the game's estimate puts higher by 1."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search."""

    method: str = ""
    """ucb, regret or solitaire; empty chooses by the game and the limits."""
    exact: bool = True
    """Whether what is left of a game is solved if it fits the limits."""
    tables: bool = True
    """Whether regret learns a last turn from whole tables of payoffs if the game gives them."""
    horizon: int = 0
    """Plies of a rollout before the game's estimate is taken; 0 leaves that to the level and the game."""
    blur: float = -1.0
    """How far the probabilities of the turns are evened out, from 0 to 1; below 0 leaves that to the level."""
    overlooked: float = 0.0
    """Share of the asker's first moves, drawn by the seed, that are not looked at: what a beginner does not see."""
    ucb: UcbParams = UcbParams()
    regret: RegretParams = RegretParams()
    halving: HalvingParams = HalvingParams()
    beliefs: BeliefParams = BeliefParams()


DEFAULT = Settings()
