"""The weights of worlds by brute force, from the contract's definition of them."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from hunch.engines import CHANCE, NOTHING, Game, State, Stream
from tests.support.play import watchers


def played_on(before: list[tuple[State, float]], seen: int, seat: int) -> tuple[dict[bytes, float], bool]:
    """The worlds in which `seat` sees `seen` next, with weights; False when others' choices may wait meanwhile."""
    after: dict[bytes, float] = defaultdict(float)
    waiting = [(world, weight, False) for world, weight in before]
    whole = True
    for _ in range(20_000):
        if not waiting:
            return after, whole
        world, weight, unseen = waiting.pop()
        for move, share in shares(world, seat):
            here = world.seen(move, seat)
            if here == seen:
                whole = whole and (world.to_move == CHANCE or not unseen)
                after[bytes(world.after(move))] += weight * share
            elif here == NOTHING:
                waiting.append((world.after(move), weight * share, True))
    return after, False


def drawn_on(world: State, seen: int, seat: int, stream: Stream) -> State | None:
    """`world` after what `seat` sees next, drawn by the same weights; None when that is not `seen`, or may wait."""
    waits = False
    while not world.over:
        codes, parts = zip(*shares(world, seat), strict=True)
        if seen in codes and world.seen(seen, seat) == seen:
            move = seen if world.to_move >= 0 else world.roll(stream)
        elif world.to_move == CHANCE:
            move = world.roll(stream)
        else:
            at = stream.unit() * sum(parts)
            move = next((code for code, upto in zip(codes, accumulate(parts), strict=True) if at < upto), codes[-1])
        here = world.seen(move, seat)
        if here != NOTHING:
            return world.after(move) if here == seen and not (waits and world.to_move >= 0) else None
        waits, world = waits or world.to_move >= 0, world.after(move)
    return None


def shares(world: State, seat: int) -> list[tuple[int, float]]:
    """What may happen next with its part in the weight of a world: 1 for a choice that the seat sees as it is."""
    total = sum(weight for _, weight in world.chances())
    ways = {move: world.multiplicity(move) for move in world.legal()}
    unseen = [move for move in ways if world.seen(move, seat) != move]
    return [(outcome, weight / total) for outcome, weight in world.chances()] + [
        (move, ways[move] / sum(ways.values()) if move in unseen else 1.0) for move in ways
    ]


def histories(game: Game) -> Iterator[tuple[State, dict[int, float], dict[int, bool]]]:
    """All positions by all ways to them: how likely each watcher takes it, and who has not seen a choice that waits."""
    start = dict.fromkeys(watchers(game), 1.0)
    waiting = [(game.new(), start, dict.fromkeys(start, False))]
    while waiting:
        state, reach, pending = waiting.pop()
        yield state, reach, pending
        chances = state.chances()
        total = sum(weight for _, weight in chances)
        ways = {move: state.multiplicity(move) for move in state.legal()}
        for move in [*ways, *(outcome for outcome, _ in chances)]:
            after, blind = {}, {}
            for seat in reach:
                unseen = state.seen(move, seat) != move
                share = dict(chances)[move] / total if chances else ways[move] / sum(ways.values()) if unseen else 1.0
                after[seat] = reach[seat] * share
                blind[seat] = not chances and (pending[seat] or state.seen(move, seat) == NOTHING)
            waiting.append((state.after(move), after, blind))
