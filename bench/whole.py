"""Small games as whole trees: every information set, and what a best response wins. Knows the contract, no search."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hunch.engines import CHANCE, NOTHING, OVER, Game, State

Set = tuple[int, tuple[int, ...]]
"""An information set: the seat to move and all it saw."""
Policy = Mapping[Set, Mapping[int, float]]
"""For each information set the probability of each move."""


@dataclass(slots=True)
class Cursor:
    """One history: who is to move, in which information set, and what may follow."""

    mover: int
    known: Set
    payoff: tuple[float, ...] = ()
    after: list[tuple[int, float, "Cursor"]] = field(default_factory=list)
    """Moves or outcomes with the chance of each (1 for moves)."""


@dataclass(slots=True)
class Whole:
    """A game's tree and, for each information set, the histories in it and a state to ask in."""

    root: Cursor
    sets: dict[Set, list[Cursor]]
    states: dict[Set, State]


def whole(game: Game) -> Whole:
    """The whole tree of a two-player game; only for games of some ten thousand histories."""
    found = Whole(Cursor(OVER, (0, ())), {}, {})
    found.root = _grow(game.new(), ((), ()), found)
    return found


def _grow(state: State, seen: tuple[tuple[int, ...], ...], found: Whole) -> Cursor:
    mover = state.to_move
    if mover == OVER:
        return Cursor(OVER, (0, ()), state.returns())
    known: Set = (max(mover, 0), seen[max(mover, 0)])
    place = Cursor(mover, known)
    weights = state.chances() if mover == CHANCE else [(move, 1) for move in state.legal()]
    total = sum(weight for _, weight in weights) if mover == CHANCE else 1
    if mover >= 0:
        found.sets.setdefault(known, []).append(place)
        found.states.setdefault(known, state)
    for move, weight in weights:
        tokens = (state.seen(move, seat) for seat in range(2))
        after = tuple((*s, t) if t != NOTHING else s for s, t in zip(seen, tokens, strict=True))
        place.after.append((move, weight / total, _grow(state.after(move), after, found)))
    return place


def exploitability(tree: Whole, policy: Policy) -> float:
    """NashConv / 2: what best responses to the policy win on average over both seats, as payoff."""
    return sum(best_response(tree, policy, seat) for seat in range(2)) / 2


def best_response(tree: Whole, policy: Policy, seat: int) -> float:
    """What the best answer of `seat` to the policy wins."""
    reach: dict[int, float] = {}
    _spread(tree.root, policy, seat, 1.0, reach)
    chosen: dict[Set, int] = {}

    def worth(place: Cursor) -> float:
        if place.mover == OVER:
            return place.payoff[seat]
        if place.mover == seat:
            best = choose(place.known)
            return next(worth(child) for move, _, child in place.after if move == best)
        odds = policy[place.known] if place.mover >= 0 else {move: chance for move, chance, _ in place.after}
        return sum(odds.get(move, 0.0) * worth(child) for move, _, child in place.after if odds.get(move, 0.0) > 0)

    def choose(known: Set) -> int:
        if known not in chosen:
            totals: dict[int, float] = {}
            for place in tree.sets[known]:
                for move, _, child in place.after:
                    if reach.get(id(place), 0.0) > 0:
                        totals[move] = totals.get(move, 0.0) + reach[id(place)] * worth(child)
            chosen[known] = max(totals, key=totals.__getitem__) if totals else tree.sets[known][0].after[0][0]
        return chosen[known]

    return worth(tree.root)


def _spread(place: Cursor, policy: Policy, seat: int, reach: float, found: dict[int, float]) -> None:
    found[id(place)] = reach
    for move, chance, child in place.after:
        odds = chance if place.mover == CHANCE else 1.0 if place.mover == seat else policy[place.known].get(move, 0.0)
        _spread(child, policy, seat, reach * odds, found)
