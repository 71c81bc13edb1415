"""An exact solver for small games of two players with opposite interests: the sequence form and CFR+.

It knows the contract's Python face alone, nothing of `hunch.search`, and so it can judge what a search answers. Every
way through the game is walked once. What is left of the tree are, for each seat, its information sets and *sequences*
(an information set with a move taken there; 0 is the empty one), and for each end the two sequences that lead to it.

CFR+: Tammelin, "Solving large imperfect information games using CFR+" (2014). Sequence form: von Stengel (1996).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hunch.engines import CHANCE, NOTHING, State
from tests.support.keys import WORD, mix, scramble

Numbers = NDArray[np.float64]
Policy = dict[Any, dict[int, float]]
"""For each information set, by tag and key, the probability of each move."""


@dataclass(frozen=True, slots=True)
class Key:
    """What a seat knows, rolled on as a search does it: draws in a row are added up before they are mixed in."""

    key: int
    drawn: int = 0

    def after(self, seen: int, chance: bool) -> "Key":
        if seen == NOTHING:
            return self
        return Key(self.key, (self.drawn + scramble(seen)) & WORD) if chance else Key(mix(self.now, seen))

    @property
    def now(self) -> int:
        return mix(self.key, self.drawn) if self.drawn else self.key


Keys = tuple[Key, Key]


def start_keys(world: State) -> Keys:
    """The keys of both seats in a world in which a game begins or goes on."""
    return Key(world.view(0).key()), Key(world.view(1).key())


def keys_after(keys: Keys, world: State, move: int) -> Keys:
    chance = world.to_move == CHANCE
    return keys[0].after(world.seen(move, 0), chance), keys[1].after(world.seen(move, 1), chance)


@dataclass(frozen=True, slots=True)
class Root:
    """A world a game may go on from. Worlds of one `tag` make one game; nobody confuses those of different tags."""

    world: State
    weight: float = 1.0
    tag: Any = None


@dataclass(slots=True)
class Side:
    """What one seat can know and do."""

    sets: dict[Any, int] = field(default_factory=dict)  # tag and key of an information set -> its number
    moves: list[list[int]] = field(default_factory=list)  # by information set
    first: list[int] = field(default_factory=list)  # its first sequence
    before: list[int] = field(default_factory=list)  # the sequence that leads to it
    depth: list[int] = field(default_factory=lambda: [0])  # by sequence: moves in it
    of: list[int] = field(default_factory=lambda: [-1])  # by sequence: its information set

    def met(self, key: Any, moves: list[int], before: int) -> int:
        """The first sequence of an information set, which is new or as it was."""
        number = self.sets.setdefault(key, len(self.moves))
        if number == len(self.moves):
            self.moves.append(moves)
            self.first.append(len(self.of))
            self.before.append(before)
            self.depth += [self.depth[before] + 1] * len(moves)
            self.of += [number] * len(moves)
        assert self.moves[number] == moves, "other moves at the same key"
        assert self.before[number] == before, "two ways of one's own to the same key"
        return self.first[number]


class Form:
    """One side as arrays over its sequences, those of equal depth together."""

    def __init__(self, side: Side) -> None:
        self.size, self.sets = len(side.of), len(side.moves)
        self.of, depth = np.array(side.of), np.array(side.depth)
        self.parent = np.array([0, *(side.before[number] for number in side.of[1:])])
        numbers = np.arange(self.size)
        self.levels = [numbers[depth == d] for d in range(1, int(depth.max()) + 1)]
        self.uniform = np.ones(self.size)
        self.uniform[1:] /= self._summed(np.ones(self.size))[1:]

    def _summed(self, numbers: Numbers) -> Numbers:
        """By sequence: the sum over all moves of its information set."""
        total = np.zeros(self.size)
        if self.sets:
            total[1:] = np.bincount(self.of[1:], numbers[1:], minlength=self.sets)[self.of[1:]]
        return total

    def reach(self, sigma: Numbers) -> Numbers:
        """How much each sequence is played if chance and the other allow it."""
        plan = np.ones(self.size)
        for level in self.levels:
            plan[level] = plan[self.parent[level]] * sigma[level]
        return plan

    def shares(self, numbers: Numbers) -> Numbers:
        """At each information set, moves in the ratio of these numbers; all alike if they are 0."""
        total = self._summed(numbers)
        return np.divide(numbers, total, out=self.uniform.copy(), where=total > 0)

    def values(self, utility: Numbers, sigma: Numbers) -> tuple[Numbers, Numbers]:
        """What each sequence is worth when sigma is played after it, and what its information set is."""
        worth = utility.copy()
        for level in reversed(self.levels):
            worth += np.bincount(self.parent[level], sigma[level] * worth[level], minlength=self.size)
        return worth, self._summed(sigma * worth)

    def best(self, utility: Numbers) -> float:
        """What a best response earns."""
        worth = utility.copy()
        for level in reversed(self.levels):
            starts = np.unique(self.of[level], return_index=True)[1]
            best = np.maximum.reduceat(worth[level], starts)  # the moves of a set stand together
            worth += np.bincount(self.parent[level[starts]], best, minlength=self.size)
        return float(worth[0])


class Tree:
    """A game, or several side by side, from given worlds to all ends."""

    def __init__(self, roots: Iterable[Root]) -> None:
        self.sides = (Side(), Side())
        ends: list[tuple[int, int, float]] = []
        for root in roots:
            self._walk(root.world, root.weight, root.tag, start_keys(root.world), (0, 0), ends)
        first, second, worth = zip(*ends, strict=True)
        self.ends, self.worth = (np.array(first), np.array(second)), np.array(worth)
        self.forms = (Form(self.sides[0]), Form(self.sides[1]))

    def _walk(
        self,
        state: State,
        weight: float,
        tag: Any,
        keys: Keys,
        last: tuple[int, int],
        ends: list[tuple[int, int, float]],
    ) -> None:
        turn = state.to_move
        if state.over:
            ends.append((*last, weight * state.returns()[0]))
        if turn == CHANCE:
            total = sum(share for _, share in state.chances())
            for move, share in state.chances():
                after = keys_after(keys, state, move)
                self._walk(state.after(move), weight * share / total, tag, after, last, ends)
        if turn >= 0:
            first = self.sides[turn].met((tag, keys[turn].now), state.legal(), last[turn])
            for sequence, move in enumerate(state.legal(), first):
                taken = (sequence, last[1]) if turn == 0 else (last[0], sequence)
                self._walk(state.after(move), weight, tag, keys_after(keys, state, move), taken, ends)

    def utility(self, seat: int, other: Numbers) -> Numbers:
        """What each sequence of a seat earns at the ends when the other plays its own so."""
        worth = self.worth if seat == 0 else -self.worth
        sums = np.bincount(self.ends[seat], worth * other[self.ends[1 - seat]], minlength=self.forms[seat].size)
        return sums.astype(np.float64)

    def plan(self, seat: int, policy: Policy) -> Numbers:
        side, sigma = self.sides[seat], np.ones(self.forms[seat].size)
        for key, number in side.sets.items():
            for sequence, move in enumerate(side.moves[number], side.first[number]):
                sigma[sequence] = policy[key][move]
        return self.forms[seat].reach(sigma)

    def policy(self, seat: int, plan: Numbers) -> Policy:
        side, sigma = self.sides[seat], self.forms[seat].shares(plan)
        return {
            key: {move: float(sigma[side.first[number] + i]) for i, move in enumerate(side.moves[number])}
            for key, number in side.sets.items()
        }


def solved(tree: Tree, sweeps: int) -> tuple[Policy, Policy]:
    """The average policies of both seats after CFR+ with linear averaging."""
    regret = [np.zeros(form.size) for form in tree.forms]
    sigma = [form.uniform for form in tree.forms]
    total = [np.zeros(form.size) for form in tree.forms]
    for sweep in range(1, sweeps + 1):
        for seat, form in enumerate(tree.forms):
            utility = tree.utility(seat, tree.forms[1 - seat].reach(sigma[1 - seat]))
            worth, mean = form.values(utility, sigma[seat])
            regret[seat] = np.maximum(regret[seat] + worth - mean, 0.0)
            sigma[seat] = form.shares(regret[seat])
            total[seat] += sweep * form.reach(sigma[seat])
    return tree.policy(0, total[0]), tree.policy(1, total[1])


def uniform(tree: Tree) -> tuple[Policy, Policy]:
    """All moves alike, everywhere."""
    first, second = (form.reach(form.uniform) for form in tree.forms)
    return tree.policy(0, first), tree.policy(1, second)


def value(tree: Tree, policies: tuple[Policy, Policy]) -> float:
    """What seat 0 earns."""
    return float(tree.utility(0, tree.plan(1, policies[1])) @ tree.plan(0, policies[0]))


def exploitability(tree: Tree, policies: tuple[Policy, Policy]) -> float:
    """NashConv / 2: what best responses win, the mean of both seats, as payoffs."""
    utilities = (tree.utility(seat, tree.plan(1 - seat, policies[1 - seat])) for seat in range(2))
    return sum(form.best(utility) for form, utility in zip(tree.forms, utilities, strict=True)) / 2
