"""Reads a search: ranked turns, and the line expected after one. It changes nothing that was grown."""
import heapq
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple, Protocol

from hunch.engines import CHANCE, NOTHING, OVER, State, Stream
from hunch.search.answer import Turn
from hunch.search.place import Place
from hunch.search.sample import key_after


class Row(NamedTuple):
    """One move at one point of the asker's turn, over all threads."""

    move: int
    visits: int
    probability: float
    value: float
    standard_error: float


class Branch(NamedTuple):
    """A turn, or the beginning of one."""

    turn: Turn
    view: State
    key: int
    probability: float
    visits: int
    value: float
    standard_error: float


Look = Callable[[int], Sequence[Row]]
"""What was gathered at a key; empty where nobody has been, and any move is as likely as any other."""
May = Callable[[Turn], bool] | None
"""Whether a turn, or the beginning of one, may be advised; None: each may."""


class Grown(Protocol):
    """Whatever can be read: a sampler of any kind, or an exact end."""

    def look(self, key: int) -> list[tuple[int, int, float, float, float]]:
        """What was gathered at a key: move, visits, probability, value, standard error."""


def merged(samplers: Sequence[Grown]) -> Look:
    """What all threads gathered at a key; what was told once stays so."""

    told: dict[int, Sequence[Row]] = {}

    def look(key: int) -> Sequence[Row]:
        rows = told.get(key)
        if rows is None:
            rows = told[key] = _rows([sampler.look(key) for sampler in samplers])
        return rows

    return look


def _rows(gathered: Sequence[Sequence[tuple[int, int, float, float, float]]]) -> Sequence[Row]:
    if len(gathered) == 1:
        alone = gathered[0]
        total = sum([part[2] for part in alone]) if alone else 0.0
        if total == 1.0:
            return [*map(Row._make, sorted(alone))]
        return [Row(part[0], part[1], part[2] / total, *part[3:]) for part in sorted(alone)] if total > 0 else ()
    found: dict[int, list[tuple[int, float, float, float]]] = {}
    for one in gathered:
        for move, visits, policy, value, error in one:
            found.setdefault(move, []).append((visits, policy, value, error))
    total = sum(part[1] for parts in found.values() for part in parts)
    return [_row(move, parts, total) for move, parts in sorted(found.items())] if total > 0 else ()


def _row(move: int, parts: Sequence[tuple[int, float, float, float]], total: float) -> Row:
    visits = sum(part[0] for part in parts)
    weights = [max(part[0], 1e-12) / max(visits, 1e-12) for part in parts]
    value = sum(w * part[2] for w, part in zip(weights, parts, strict=True))
    error = sum((w * part[3]) ** 2 for w, part in zip(weights, parts, strict=True)) ** 0.5
    return Row(move, visits, sum(part[1] for part in parts) / total, value, error)


def wanted(turn: Turn, allow: Iterable[Turn], avoid: Iterable[Turn]) -> bool:
    """Whether a turn, or the beginning of one, may be advised. Entries may themselves be beginnings of turns."""
    allow = tuple(allow)
    near = not allow or any(turn[: len(entry)] == entry[: len(turn)] for entry in allow)
    return near and not any(turn[: len(entry)] == entry for entry in avoid)


def narrowed(look: Look, view: State, seat: int, key: int, allow: Sequence[Turn], avoid: Sequence[Turn]) -> Look | None:
    """What was gathered, of the turns that may be advised, as if there were no others; None where there is none.

    Where the search plays none of them the one that was found best is.
    """
    begun = {entry[:length] for entry in (*allow, *avoid) for length in range(len(entry))}
    told: dict[int, Sequence[Row]] = {}

    def mass(turn: Turn, view: State, key: int) -> float | None:
        """The probability of all turns that begin so and may be advised; None where there is none."""
        if view.to_move != seat or turn not in begun:       # then all may that go on from here
            return 1.0
        found = []
        for row in look(key) or _untried(view):
            longer = (*turn, row.move)
            if wanted(longer, allow, avoid):
                share = mass(longer, view.after(row.move), key_after(key, row.move))
                if share is not None:
                    found.append((row, row.probability * share))
        if not found:
            return None
        total = sum(share for _, share in found)
        best = max((row for row, _ in found), key=lambda row: (row.visits > 0, row.value - row.standard_error))
        told[key] = [
            row._replace(probability=share / total if total > 0 else float(row is best)) for row, share in found
        ]
        return total

    if mass((), view, key) is None:
        return None
    return lambda key: told.get(key) or look(key)


def _untried(view: State) -> list[Row]:
    moves = view.legal()
    return [Row(move, 0, 1 / len(moves), 0.0, 1.0) for move in moves]


def ranked(
    look: Look, view: State, seat: int, key: int, may: May = None, partly: bool = False
) -> Iterator[Branch]:
    """The asker's whole turns by falling probability, each with the value where it ends; see `_ended` for `partly`.

    Turns that begin alike and then go where nobody has been follow each other in the order of their moves, though some
    may be a little likelier than others.
    """
    order = itertools.count(1)
    heap: list[tuple[float, int, int, Branch, Row | None, Iterator[Branch] | None]]
    heap = [(-1.0, 0, 0, Branch((), view, key, 1.0, 0, 0.0, 1.0), None, None)]
    while heap:
        _, _, _, branch, row, alike = heapq.heappop(heap)
        if row is not None:                 # most are never asked for, so a branch is made only now
            branch = _step(branch, row)
        if branch.turn and branch.view.to_move != seat:
            yield branch
        elif rows := look(branch.key):
            for row in rows:
                if may is None or may((*branch.turn, row.move)):
                    likely = -branch.probability * row.probability
                    heapq.heappush(heap, (likely, -row.visits, next(order), branch, row, None))
        elif _ended(branch.turn, branch.view, seat, partly):
            yield branch
        else:
            alike = _unexplored(branch, seat, may, partly)
        if alike is not None and (other := next(alike, None)) is not None:
            heapq.heappush(heap, (-other.probability, -other.visits, next(order), other, None, alike))


def _unexplored(branch: Branch, seat: int, may: May, partly: bool) -> Iterator[Branch]:
    """The whole turns that begin so, one after the other: made only when they are asked for."""
    before, view, key, likely, _, value, error = branch
    moves = view.legal()
    share = likely * (1 / len(moves))
    for move in moves:
        turn = (*before, move)
        if may is None or may(turn):
            after = view.after(move)
            longer = Branch(turn, after, key_after(key, move), share, 0, value, error)
            if after.to_move != seat or _ended(turn, after, seat, partly):
                yield longer
            else:
                yield from _unexplored(longer, seat, may, partly)


def _ended(turn: Turn, view: State, seat: int, partly: bool) -> bool:
    """Whether a turn ends where nobody has been: `partly`, its rest is asked for when it is reached."""
    return bool(turn) and (view.to_move != seat or (partly and len(view.legal()) > 1))


def _step(branch: Branch, row: Row) -> Branch:
    value, error = (row.value, row.standard_error) if row.visits else (branch.value, branch.standard_error)
    return Branch(
        (*branch.turn, row.move), branch.view.after(row.move), key_after(branch.key, row.move),
        branch.probability * row.probability, row.visits, value, error,
    )  # fmt: skip


def drawn_turn(look: Look, view: State, seat: int, key: int, stream: Stream, blur: float, least: float, greedy: bool,
               partly: bool = False) -> Turn:
    """The turn to play: drawn from the probabilities, blurred, or simply the likeliest; moves that have less than the
    `least` share of the likeliest one's probability are not drawn."""
    turn: Turn = ()
    while view.to_move == seat:
        rows = look(key)
        if not rows and _ended(turn, view, seat, partly):
            break
        if greedy and not blur:
            move = max(rows, key=itemgetter(2, 3)).move if rows else view.legal()[0]
        else:
            moves = [row.move for row in rows] or view.legal()
            shares = [row.probability for row in rows] or [1.0] * len(moves)
            top = max(shares)
            shares = [share ** (1.0 - blur) if share >= least * top else 0.0 for share in shares]
            move = moves[picked(shares, stream.unit())]
        turn, view, key = (*turn, move), view.after(move), key_after(key, move)
    return turn


def picked(shares: Sequence[float], at: float) -> int:
    """Which of some shares a number in [0, 1) falls into."""
    at *= sum(shares)
    last = 0
    for n, share in enumerate(shares):
        if share > 0:
            last = n
            at -= share
            if at < 0:
                break
    return last


def line(look: Look, seat: int, place: Place, turn: Turn, plies: int) -> Turn:
    """What the asker may expect to see after his turn, in one world: everybody's likeliest moves, dice as they fall."""
    stream, left, seen, done = Stream(1), list(turn), list[int](), False
    while len(seen) < plies and place.world.to_move != OVER:
        mover = place.world.to_move
        if mover == CHANCE:
            move = place.world.roll(stream)
        elif mover == seat and left:
            move = left.pop(0)
        else:
            best = None
            if rows := look(place.key(mover)):
                best = max(rows, key=lambda row: (row.visits > 0, row.probability, row.visits))
            move = best.move if best and best.visits else place.world.playout(stream)
        token = place.world.seen(move, seat)
        if done and token != NOTHING:
            seen.append(token)
        done = not left
        place = place.after(move, mover)
    return tuple(seen)
