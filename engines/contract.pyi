from collections.abc import Sequence
from typing import Any, TypeVar

CHANCE: int
OVER: int
PUBLIC: int
NOTHING: int
MOST_SEATS: int
MOST_MOVES: int
MOST_CHANCES: int
MOST_TURNS: int
DEBUG: bool
"""Whether this build checks its promises (HUNCH_DEBUG=1)."""

T = TypeVar("T")

class Game:
    """Rules with their options and data; shared by all states of the game. Made by `hunch.engines.load`."""

    name: str
    """The name in the registry."""
    version: int
    """Rises when the rules play differently."""
    data_hash: str
    """A hash of the cards, tiles and boards in use."""
    options: dict[str, Any]
    """The value of each option, by its name."""
    flaws: tuple[str, ...]
    """All that `State.flaw` may return; the first is ""."""
    seats: int
    """Number of seats."""
    zero_sum: bool
    """Whether there are two seats whose payoffs add up to 0."""
    solitaire: bool
    """Whether one seat plays against chance."""
    hidden: bool
    """Whether some seat may know less than the world."""
    most_moves: int
    """No state has more legal moves."""
    most_chances: int
    """No state has more chance outcomes."""
    most_plies: int
    """No game has more steps, chance events included."""
    unit: float
    """Game points that a payoff of 1.0 stands for."""
    opponent_trust: float
    """How many times more a search trusts `prior` for opponents than for the asker."""
    state_bytes: int
    """Bytes of a state."""
    def __init__(self, name: str, options: dict[str, Any], data_hash: str, data: dict[str, Any]) -> None: ...
    def new(self) -> State:
        """The first state, before any chance event."""
    def state(self, fields: dict[str, Any]) -> State:
        """A state from all its fields, as `State.fields` returns them. Widths are checked, rules are not."""
    def from_bytes(self, raw: bytes) -> State:
        """A state from `bytes(state)`. Length is checked, rules are not."""
    def forgets(self) -> bool:
        """Drops what this thread keeps of a view whose worlds were drawn, and returns whether it kept any. All that
        draws worlds has done so when it ends."""

class Stream:
    """A source of random numbers with a seed."""

    def __init__(self, seed: int) -> None: ...
    def below(self, n: int) -> int:
        """A whole number in [0, n)."""
    def unit(self) -> float:
        """A real number in [0, 1)."""
    def word(self) -> int:
        """64 bits."""
    def choice(self, sequence: Sequence[T]) -> T:
        """One element of the sequence."""

class State:
    """A position: a world, or the view that one seat has of it. Never changes; `apply` returns the next one."""

    game: Game
    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def copy(self) -> State:
        """A full clone."""
    def fields(self) -> dict[str, Any]:
        """The struct as a dict."""
    def key(self) -> int:
        """64 bits that stand for these bytes."""
    @property
    def to_move(self) -> int:
        """A seat, CHANCE or OVER."""
    @property
    def over(self) -> bool:
        """Whether the game has ended."""
    def legal(self) -> list[int]:
        """The moves of the seat to move; empty at a chance event and at the end."""
    def chances(self) -> list[tuple[int, int]]:
        """The outcomes of the chance event that is due, with their weights; empty if none is due."""
    def multiplicity(self, move: int) -> int:
        """How many indistinguishable choices a legal move stands for; the weights of worlds count them."""
    def apply(self, move: int) -> State:
        """The state after a legal move or a chance outcome; IllegalMove for anything else."""
    def after(self, move: int) -> State:
        """The same without a check whether the move is possible: for moves that were checked before."""
    def roll(self, stream: Stream) -> int:
        """A chance outcome, drawn by its weight."""
    def prior(self) -> dict[int, float]:
        """How good each legal move looks to the seat to move, as shares of 1; empty if the game has no opinion."""
    def rollout_move(self, stream: Stream) -> int:
        """A move of the rollout policy."""
    def returns(self) -> tuple[float, ...]:
        """Payoffs in [-1, 1] of a finished game, one per seat."""
    def estimate(self) -> tuple[float, ...]:
        """The game's own estimate of the payoffs."""
    def rollouts(self, count: int, stream: Stream) -> tuple[int, tuple[float, ...]]:
        """Plays to the end `count` times. Returns the number of steps and the mean payoffs."""
    def leaf_values(self, count: int, stream: Stream) -> tuple[int, tuple[float, ...]]:
        """The same by `leaf_value`: as far as a search plays on, then the estimate of the game."""
    def payoff_matrix(self) -> list[list[float]] | None:
        """Seat 0's payoffs on the last simultaneous turn, a row for each of its turns; None for any other state."""
    def is_resolved(self, since: State) -> bool:
        """Whether this world has decided what a choice in an earlier world was about."""
    def played_on(self, stream: Stream, since: State) -> State:
        """A world reached by rollout moves and rolls, in which `is_resolved(since)` is true or the game is over."""
    def reduced(self) -> State:
        """The world without knowledge that can no longer affect play."""
    def flaw(self) -> str:
        """What is impossible about this world; empty if it is sound."""
    def sound(self) -> bool:
        """Whether a world fits this view, and nothing is impossible about it."""
    def seen(self, move: int, seat: int) -> int:
        """A move or chance outcome as a seat (or PUBLIC) sees it: itself, a veiled form, or NOTHING."""
    def view(self, seat: int) -> State:
        """What a seat (or PUBLIC) knows: the same state with holes."""
    def fits(self, seen: int) -> bool:
        """On a view: whether its owner could observe this next."""
    def follow(self, seen: int) -> State:
        """On a view: the view after what its owner saw; IllegalMove if that cannot be seen here."""
    def worlds(self, cap: int = 10_000) -> list[tuple[State, float]] | None:
        """All worlds that fit this view, with their weights; None if there are more than `cap`."""
    def fill(self, stream: Stream) -> State:
        """One of those worlds, drawn by its weight; BadState if there is none."""
