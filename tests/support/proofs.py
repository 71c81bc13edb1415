"""Proofs that a turn is the only good one, without a search: by visiting all that can happen, or by solving it exactly.

`wins`: it brings at least as much in the worst case as any other in its best, and each other may bring less.
`saves`: every other turn brings the least there is, whatever happens; after this one the game may go on, or end better.
`dominates`: it is never worse than another whatever the others have and do in this step, and at times better. Only of a
    last step: nobody answers the turn, and nothing is drawn after it.
`solved`: in the solution from what everybody knows it is played, and anything else brings less against that solution.
"""

from collections.abc import Iterator

from hunch.engines import CHANCE, NOTHING, PUBLIC, State, Stream
from hunch.search.advice import Turn
from tests.support.sequences import Root, Tree, solved, value

MOST_WORLDS = 300
"""Most worlds of a view that a proof goes through."""
MOST_POSITIONS = 5_000
"""Most positions that bounds go through."""
MOST_DEEP = 150
"""Most steps of one line that bounds follow."""
WALKS = 400
"""Random lines that look for an exception."""
SWEEPS = 400
"""Iterations of the solver."""
NEVER = 0.01
"""A solution plays a turn always if others have less than this share."""
LESS = 0.002
"""A payoff is less if it is lower by at least this much."""
LOWEST, HIGHEST = -1.0, 1.0


def holds(proof: str, view: State, seat: int, turn: Turn) -> bool:
    """Whether the turn is the only good one of the seat whose view it is."""
    check = {"wins": wins, "saves": saves, "dominates": dominates, "solved": is_solved}[proof]
    return check(view, seat, turn, [other for other in turns(view, seat, len(turn)) if other != turn])


def turns(view: State, seat: int, most: int) -> list[Turn]:
    """All turns of a seat, cut after `most` moves."""
    if view.to_move != seat or not most:
        return [()]
    return [(move, *rest) for move in view.legal() for rest in turns(view.after(move), seat, most - 1)]


def worlds(view: State) -> list[State]:
    return [world for world, _ in view.worlds(MOST_WORLDS) or ()]


def after(world: State, turn: Turn) -> State:
    for move in turn:
        world = world.after(move)
    return world


class Bounds:
    """The least and the most that a seat can get from a world, its own later choices taken as the best ones."""

    def __init__(self, seat: int) -> None:
        self.seat, self.left = seat, MOST_POSITIONS
        self.known: dict[bytes, tuple[float, float]] = {}

    def of(self, world: State, deep: int = 0) -> tuple[float, float]:
        key = bytes(world)
        if key not in self.known:
            self.left = self.left - 1 if deep < MOST_DEEP else 0
            self.known[key] = self._made(world, deep) if self.left > 0 else (LOWEST, HIGHEST)
        return self.known[key]

    def _made(self, world: State, deep: int) -> tuple[float, float]:
        if world.over:
            payoff = world.returns()[self.seat]
            return payoff, payoff
        moves = [move for move, _ in world.chances()] or world.legal()
        bounds = [self.of(world.after(move), deep + 1) for move in moves]
        least = [low for low, _ in bounds]
        return max(least) if world.to_move == self.seat else min(least), max(high for _, high in bounds)


def bounds(view: State, seat: int, turn: Turn) -> tuple[float, float, bool]:
    """Least and most over all worlds, and whether all of it was gone through; as wide as can be if it is too much."""
    within = Bounds(seat)
    bounds = [within.of(after(world, turn)) for world in worlds(view)]
    return min(low for low, _ in bounds), max(high for _, high in bounds), within.left > 0


def wins(view: State, seat: int, turn: Turn, others: list[Turn]) -> bool:
    least = bounds(view, seat, turn)[0]
    for other in others:
        low, high, whole = bounds(view, seat, other)
        if high > least or low >= least or not (whole or may_bring_less(view, seat, other, least)):
            return False
    return bool(others)


def may_bring_less(view: State, seat: int, turn: Turn, than: float) -> bool:
    """Whether sensible players sometimes come to less after a turn."""
    stream = Stream(1)
    return any(after(view.fill(stream), turn).rollouts(1, stream)[1][seat] < than for _ in range(WALKS))


def saves(view: State, seat: int, turn: Turn, others: list[Turn]) -> bool:
    least = -1.0 / max(view.game.seats - 1, 1)
    lost = all(bounds(view, seat, other)[1] <= least for other in others)
    return bool(others) and lost and any(still_open(view, seat, turn, least, Stream(n)) for n in range(WALKS))


def still_open(view: State, seat: int, turn: Turn, least: float, stream: Stream) -> bool:
    """Whether more than the least comes of a turn, or nothing is lost yet when what the choice was about is settled."""
    world = view.fill(stream)
    end = after(world, turn).played_on(stream, world)
    return not end.over or end.returns()[seat] > least


class Open(Exception):
    """More is left to choose or to chance than the proof `dominates` goes through."""


def dominates(view: State, seat: int, turn: Turn, others: list[Turn]) -> bool:
    try:
        ours = outcomes(view, seat, turn)
        for other in others:
            theirs = outcomes(view, seat, other)
            if theirs == ours or theirs.keys() != ours.keys() or any(theirs[path] > ours[path] for path in ours):
                return False
    except Open:
        return False
    return bool(others)


def outcomes(view: State, seat: int, turn: Turn) -> dict[tuple[int, ...], float]:
    """What a turn brings in each world against each choice that the others make in this step."""
    return {
        (number, *path): payoff
        for number, world in enumerate(worlds(view))
        for path, payoff in ends(world, seat, turn, ())
    }


def ends(
    world: State, seat: int, turn: Turn, path: tuple[int, ...], shown: bool = False
) -> Iterator[tuple[tuple[int, ...], float]]:
    """The ends of this step and what each pays, by the others' choices. It must be the last step: nobody chooses once
    the turn or a reveal after it was `shown`, and nothing is drawn, as answers to two turns cannot be paired."""
    if world.over:
        yield path, world.returns()[seat]
        return
    if world.to_move == seat and turn:
        yield from ends(world.after(turn[0]), seat, turn[1:], path, shown or is_shown(world, seat, turn[0]))
        return
    moves = world.legal() or [event for event, _ in world.chances()]
    chance = world.to_move == CHANCE
    if (len(moves) > 1) if chance else (shown or world.to_move == seat):
        raise Open
    for move in moves:
        seen = shown or (chance and not turn and is_shown(world, seat, move))
        yield from ends(world.after(move), seat, turn, path if chance else (*path, move), seen)


def is_shown(world: State, seat: int, event: int) -> bool:
    """Whether any of the others sees it."""
    return any(world.seen(event, other) != NOTHING for other in range(world.game.seats) if other != seat)


def is_solved(view: State, seat: int, turn: Turn, others: list[Turn]) -> bool:
    roots = [Root(world, weight) for world, weight in view.view(PUBLIC).worlds(MOST_WORLDS) or ()]
    tree, here = Tree(roots), (None, view.key())
    policies = solved(tree, SWEEPS)
    best, (move,) = value(tree, policies), turn
    if policies[seat][here][move] < 1 - NEVER:
        return False
    for (other,) in others:
        changed = {**policies[seat], here: {each: float(each == other) for each in policies[seat][here]}}
        pair = (changed, policies[1]) if seat == 0 else (policies[0], changed)
        if (best - value(tree, pair)) * (1 if seat == 0 else -1) < LESS:
            return False
    return bool(others)
