"""Small games as full trees: every information set, and what a best response wins. Knows the contract, no search."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hunch.engines import CHANCE, NOTHING, OVER, Game, State

Set = tuple[int, tuple[int, ...]]
"""An information set: the seat to move, and all that it saw."""
Policy = Mapping[Set, Mapping[int, float]]
"""For each information set the probability of each move."""


@dataclass(slots=True)
class History:
    """One history: the seat to move, its information set, and what may follow."""

    mover: int
    information_set: Set
    payoff: tuple[float, ...] = ()
    children: list[tuple[int, float, "History"]] = field(default_factory=list)
    """Each move or outcome, its probability (1 for a move), and the history after it."""


@dataclass(slots=True)
class FullTree:
    """A game's tree. For each information set: its histories, and one state of it."""

    root: History
    sets: dict[Set, list[History]]
    states: dict[Set, State]


def full_tree(game: Game) -> FullTree:
    """The full tree of a two-player game. Only for games of some ten thousand histories."""
    tree = FullTree(History(OVER, (0, ())), {}, {})
    tree.root = _grow(game.new(), ((), ()), tree)
    return tree


def _grow(state: State, seen: tuple[tuple[int, ...], ...], tree: FullTree) -> History:
    mover = state.to_move
    if mover == OVER:
        return History(OVER, (0, ()), state.returns())
    information_set: Set = (max(mover, 0), seen[max(mover, 0)])
    history = History(mover, information_set)
    weights = state.chances() if mover == CHANCE else [(move, 1) for move in state.legal()]
    total = sum(weight for _, weight in weights) if mover == CHANCE else 1
    if mover >= 0:
        tree.sets.setdefault(information_set, []).append(history)
        tree.states.setdefault(information_set, state)
    for move, weight in weights:
        tokens = (state.seen(move, seat) for seat in range(2))
        after = tuple((*s, t) if t != NOTHING else s for s, t in zip(seen, tokens, strict=True))
        history.children.append((move, weight / total, _grow(state.after(move), after, tree)))
    return history


def exploitability(tree: FullTree, policy: Policy) -> float:
    """NashConv / 2: the payoff that best responses to the policy win, averaged over both seats."""
    return sum(best_response(tree, policy, seat) for seat in range(2)) / 2


def best_response(tree: FullTree, policy: Policy, seat: int) -> float:
    """The payoff that the best response of `seat` to the policy wins."""
    reach: dict[int, float] = {}
    _spread(tree.root, policy, seat, 1.0, reach)
    chosen: dict[Set, int] = {}

    def worth(history: History) -> float:
        if history.mover == OVER:
            return history.payoff[seat]
        if history.mover == seat:
            best = choose(history.information_set)
            return next(worth(child) for move, _, child in history.children if move == best)
        if history.mover == CHANCE:
            return sum(chance * worth(child) for _, chance, child in history.children)
        odds = policy[history.information_set]
        return sum(odds.get(move, 0.0) * worth(child) for move, _, child in history.children if odds.get(move, 0.0) > 0)

    def choose(known: Set) -> int:
        if known not in chosen:
            totals: dict[int, float] = {}
            for history in tree.sets[known]:
                for move, _, child in history.children:
                    if reach.get(id(history), 0.0) > 0:
                        totals[move] = totals.get(move, 0.0) + reach[id(history)] * worth(child)
            chosen[known] = max(totals, key=totals.__getitem__) if totals else tree.sets[known][0].children[0][0]
        return chosen[known]

    return worth(tree.root)


def _spread(history: History, policy: Policy, seat: int, reach: float, reaches: dict[int, float]) -> None:
    """Writes down, by history, the probability that the other seat and chance let the game reach it."""
    reaches[id(history)] = reach
    given = history.mover in (CHANCE, seat)  # the policy has no say; a move of the seat has the chance 1
    for move, chance, child in history.children:
        probability = chance if given else policy[history.information_set].get(move, 0.0)
        _spread(child, policy, seat, reach * probability, reaches)
