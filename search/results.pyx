"""Reads the tree of a search: ranked turns, the turn to play, and the line expected after a turn."""
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport CHANCE, MOST_MOVES, NOTHING, OVER, Game, State, Stream, move_t
from hunch.engines.keys cimport mix
from hunch.search.cursor cimport Cursor


@cython.final
@cython.freelist(64)
cdef class MoveStats:
    cdef readonly move_t move
    cdef readonly int64_t visits
    cdef readonly double probability, value, standard_error


@cython.final
@cython.freelist(16)
cdef class TurnStats:
    cdef readonly tuple turn
    cdef readonly State view
    cdef readonly uint64_t key
    cdef readonly double probability
    cdef readonly int64_t visits
    cdef readonly double value, standard_error


# A move may be taken for the surest if it has this share of the visits of the most visited one.
cdef double COMPARED = 0.1

Lookup = Callable[[int], Sequence[MoveStats]]


@cython.final
cdef class Decision:
    cdef readonly State view
    cdef readonly int32_t seat
    cdef readonly uint64_t key
    cdef readonly bint partial

    def __init__(self, State view not None, int32_t seat, uint64_t key, bint partial=False):
        self.view, self.seat, self.key, self.partial = view, seat, key, partial


@cython.final
cdef class TurnFilter:
    cdef tuple allow, avoid

    def __init__(self, allow=(), avoid=()):
        self.allow, self.avoid = tuple(map(tuple, allow)), tuple(map(tuple, avoid))

    def __bool__(self):
        return bool(self.allow or self.avoid)

    cpdef bint admits(self, tuple turn) except -1:
        near = not self.allow or any([turn[:len(entry)] == entry[:len(turn)] for entry in self.allow])
        return near and not any([turn[:len(entry)] == entry for entry in self.avoid])

    cpdef bint completes(self, tuple turn) except -1:
        return not self.allow or any([turn[:len(entry)] == entry for entry in self.allow])

    cdef set beginnings(self):
        """The beginnings of all entries. A turn that goes on after a whole entry may be advised, too."""
        return {entry[:length] for entry in (*self.allow, *self.avoid) for length in range(len(entry))}


class DrawRule(NamedTuple):
    blur: float = 0.0
    least: float = 0.0
    greedy: bool = False


cdef MoveStats stats_of(move_t move, int64_t visits, double probability, double value, double error):
    """Makes statistics with a value from -1 to 1: its sum may already count a payoff that the visits do not."""
    cdef MoveStats stats = MoveStats.__new__(MoveStats)
    stats.move, stats.visits, stats.probability = move, visits, probability
    stats.value, stats.standard_error = max(min(value, 1.0), -1.0), error
    return stats


cdef TurnStats extended(TurnStats before, MoveStats stats):
    """A turn with one more move. An untried move has the value of the turn before it."""
    cdef TurnStats longer = TurnStats.__new__(TurnStats)
    longer.turn, longer.key = before.turn + (stats.move,), mix(before.key, stats.move) | 1
    longer.view = before.view.after(stats.move)
    longer.probability, longer.visits = before.probability * stats.probability, stats.visits
    longer.value, longer.standard_error = before.value, before.standard_error
    if stats.visits:
        longer.value, longer.standard_error = stats.value, stats.standard_error
    return longer


def surest_first(lookup, double doubt):
    cache = {}

    def lookup_surest(key):
        moves = cache.get(key)
        if moves is None:
            moves = cache[key] = with_surest_first(lookup(key), doubt)
        return moves

    return lookup_surest


cdef list with_surest_first(moves, double doubt):
    """The same moves; the one with the highest value less `doubt` errors has exchanged its share with the likeliest
    one's, if it was visited often enough to be compared."""
    cdef MoveStats stats, likeliest = None, surest = None
    for stats in moves:
        if likeliest is None or stats.probability > likeliest.probability or (
            stats.probability == likeliest.probability and stats.value > likeliest.value
        ):
            likeliest = stats
    for stats in moves:
        if stats.visits > COMPARED * likeliest.visits and (
            surest is None
            or stats.value - doubt * stats.standard_error > surest.value - doubt * surest.standard_error
        ):
            surest = stats
    if surest is None or surest is likeliest:
        return list(moves)
    shares = {surest.move: likeliest.probability, likeliest.move: surest.probability}
    return [
        stats_of(stats.move, stats.visits, shares.get(stats.move, stats.probability), stats.value, stats.standard_error)
        for stats in moves
    ]


def merged_lookup(searched):
    cache = {}
    if len(searched) == 1:
        alone = searched[0]

        def lookup_alone(key):
            moves = cache.get(key)
            if moves is None:
                moves = cache[key] = moves_of(alone.rows_at(key))
            return moves

        return lookup_alone

    def lookup(key):
        moves = cache.get(key)
        if moves is None:
            moves = cache[key] = moves_over([sampler.rows_at(key) for sampler in searched])
        return moves

    return lookup


cdef list moves_of(list rows):
    """Statistics in the order of moves, with probabilities that add up to 1; empty if all are 0."""
    cdef move_t move
    cdef int64_t visits
    cdef double policy, value, error, total = 0.0
    for _, _, policy, _, _ in rows:
        total += policy
    if not total > 0.0:
        return []
    rows.sort()
    moves = []
    for move, visits, policy, value, error in rows:
        moves.append(stats_of(move, visits, policy / total, value, error))
    return moves


cdef list moves_over(list gathered):
    """Statistics over several threads. Each thread counts as often as it tried a move."""
    cdef dict by_move = {}
    cdef double total = 0.0
    for rows in gathered:
        for row in rows:
            by_move.setdefault(row[0], []).append(row)
    for rows in by_move.values():
        for row in rows:
            total += row[2]
    return [move_over(rows, total) for _, rows in sorted(by_move.items())] if total > 0.0 else []


cdef MoveStats move_over(list rows, double total):
    cdef double visits = 0.0, policy = 0.0, value = 0.0, error = 0.0, weight
    for row in rows:
        visits += row[1]
        policy += row[2]
    for row in rows:
        weight = max(<double>row[1], 1e-12) / max(visits, 1e-12)
        value += weight * row[3]
        error += (weight * row[4]) ** 2
    return stats_of(rows[0][0], <int64_t>visits, policy / total, value, error ** 0.5)


def narrowed(lookup, Decision decision not None, TurnFilter turns not None):
    kept = kept_moves(lookup, decision, turns)
    return None if kept is None else lambda key: kept.get(key) or lookup(key)


def permitted(Decision decision not None, TurnFilter turns not None):
    kept = kept_moves(lambda key: (), decision, turns)
    return None if kept is None else {key: [stats.move for stats in moves] for key, moves in kept.items()}


cdef dict kept_moves(lookup, Decision decision, TurnFilter turns):
    """By key, the moves of turns that may be advised; None if there is no such turn."""
    cdef Narrowing narrowing = Narrowing.__new__(Narrowing)
    narrowing.lookup, narrowing.turns, narrowing.seat = lookup, turns, decision.seat
    narrowing.beginnings, narrowing.kept = turns.beginnings(), {}
    return None if narrowing.mass((), decision.view, decision.key) is None else narrowing.kept


@cython.final
cdef class Narrowing:
    """Walks through the turns that may be advised.

    It is a class: a recursive inner function would keep the tree alive until the garbage collector finds the cycle.
    """
    cdef object lookup
    cdef TurnFilter turns
    cdef int32_t seat
    cdef set beginnings
    cdef dict kept               # by key, the moves of turns that may be advised, with shares that add up to 1

    cdef object mass(self, tuple turn, State view, uint64_t key):
        """The probability of all turns with this beginning that may be advised; None if there is none."""
        cdef MoveStats stats, best = None
        cdef double total = 0.0, share
        if turn not in self.beginnings:
            return 1.0
        if view.to_move != self.seat:
            return 1.0 if self.turns.completes(turn) else None
        left = []
        for stats in self.lookup(key) or rated_moves(view):
            longer = (*turn, stats.move)
            if self.turns.admits(longer):
                part = self.mass(longer, view.after(stats.move), mix(key, stats.move) | 1)
                if part is not None:
                    left.append((stats, stats.probability * part))
        if not left:
            return None
        for stats, share in left:
            total += share
            if best is None or sureness(stats) > sureness(best):
                best = stats
        moves = self.kept[key] = []
        for stats, share in left:
            share = share / total if total > 0.0 else 1.0 if stats is best else 0.0
            moves.append(stats_of(stats.move, stats.visits, share, stats.value, stats.standard_error))
        return total


cdef tuple sureness(MoveStats stats):
    return stats.visits > 0, stats.value - stats.standard_error


cdef list rated_moves(State view):
    """Statistics of untried moves: as likely as the game rates them, or equally likely if it does not."""
    cdef move_t moves[MOST_MOVES]
    cdef float odds[MOST_MOVES]
    cdef int32_t i, n = view.game.legal(view.data, moves)
    cdef bint rated = view.game.prior(view.data, moves, n, odds)
    cdef double total = 0.0
    for i in range(n):
        total += odds[i] if rated else 1.0
    return [stats_of(moves[i], 0, (odds[i] if rated else 1.0) / total, 0.0, 1.0) for i in range(n)]


def ranked(lookup, Decision decision not None, TurnFilter turns=None):
    cdef int64_t order = 0
    cdef int32_t seat = decision.seat
    cdef TurnStats turn = TurnStats.__new__(TurnStats)
    cdef MoveStats stats
    turn.turn, turn.view, turn.key = (), decision.view, decision.key
    turn.probability, turn.visits, turn.value, turn.standard_error = 1.0, 0, 0.0, 1.0
    heap = [(-1.0, 0, 0, turn, None, None)]
    while heap:
        _, _, _, turn, stats, others = heappop(heap)
        if stats is not None:               # a turn is made only when it is popped, as most never are
            turn = extended(turn, stats)
        if turn.turn and turn.view.game.to_move(turn.view.data) != seat:
            yield turn
        else:
            moves = lookup(turn.key)
            if not moves and decision.partial:      # an only move is never searched, but the choice after it may be
                moves = rated_moves(turn.view)
                if len(moves) > 1:
                    moves = []
            if moves:
                for stats in moves:
                    if turns is None or turns.admits((*turn.turn, stats.move)):
                        order += 1
                        heappush(heap, (-turn.probability * stats.probability, -stats.visits, order, turn, stats, None))
            elif ended(turn.turn, turn.view, decision):
                yield turn
            else:
                others = unexplored(turn, decision, turns)
        if others is not None:
            turn = next(others, None)
            if turn is not None:
                order += 1
                heappush(heap, (-turn.probability, -turn.visits, order, turn, None, others))


def unexplored(TurnStats before, Decision decision, TurnFilter turns):
    """Yields the whole turns with this beginning."""
    cdef list moves = rated_moves(before.view)
    cdef TurnStats after
    moves.sort(key=unlikelihood)
    for stats in moves:
        if turns is None or turns.admits((*before.turn, stats.move)):
            after = extended(before, stats)
            if after.view.game.to_move(after.view.data) != decision.seat or ended(after.turn, after.view, decision):
                yield after
            else:
                yield from unexplored(after, decision, turns)


def unlikelihood(MoveStats stats not None):
    return -stats.probability


cdef bint ended(tuple turn, State view, Decision decision) except -1:
    """Whether a turn ends at a view that was not searched."""
    if not turn:
        return False
    return view.game.to_move(view.data) != decision.seat or (decision.partial and len(view.legal()) > 1)


def drawn_turn(lookup, Decision decision not None, Stream stream not None, rule not None):
    return tuple([move for move, _ in drawn_steps(lookup, decision, stream, rule)])


def mixed_turn(lookup, Decision decision not None, Stream stream not None, rule not None):
    return [(move, odds_of(moves, rule, move)) for move, moves in drawn_steps(lookup, decision, stream, rule)]


cdef list drawn_steps(lookup, Decision decision, Stream stream, rule):
    """The moves of a drawn turn, each with the statistics that it was drawn from."""
    cdef State view = decision.view
    cdef uint64_t key = decision.key
    cdef move_t move
    cdef list steps = []
    while view.game.to_move(view.data) == decision.seat:
        moves = lookup(key)
        if not moves and steps and decision.partial and len(view.legal()) > 1:
            break
        moves = moves or rated_moves(view)
        move = drawn_move(moves, stream, rule)
        steps.append((move, moves))
        view, key = view.after(move), mix(key, move) | 1
    return steps


cdef dict odds_of(moves, rule, move_t drawn):
    """The probabilities that a rule draws moves with; a move that it takes without a draw is sure."""
    if rule.greedy and not rule.blur:
        return {drawn: 1.0}
    shares = shares_of(moves, rule)
    total = sum(shares)
    return {(<MoveStats>each).move: share / total for each, share in zip(moves, shares, strict=True)}


cdef list shares_of(moves, rule):
    """By move, the share that a rule draws it with."""
    cdef double blur = rule.blur, least = rule.least, top
    shares = [(<MoveStats>each).probability for each in moves]
    top = max(shares)
    return [share ** (1.0 - blur) if share >= least * top else 0.0 for share in shares]


cdef move_t drawn_move(moves, Stream stream, rule):
    cdef MoveStats stats, best = None
    if rule.greedy and not rule.blur:
        for stats in moves:
            if best is None or stats.probability > best.probability or (
                stats.probability == best.probability and stats.value > best.value
            ):
                best = stats
        return best.move
    return (<MoveStats>moves[index_at(shares_of(moves, rule), stream.unit())]).move


def index_at(shares, double at):
    cdef double share
    cdef Py_ssize_t n, last = 0
    at *= sum(shares)
    for n, share in enumerate(shares):
        if share > 0:
            last = n
            at -= share
            if at < 0:
                break
    return last


def expected_line(lookup, int32_t seat, Cursor cursor not None, tuple turn not None, Py_ssize_t plies):
    cdef Cursor there = cursor.copied()
    cdef Game game = cursor.world.game
    cdef void* s = there.world.data
    cdef Stream stream = Stream(1)
    cdef int32_t mover
    cdef Py_ssize_t made = 0, played = len(turn)
    cdef bint done = False
    cdef move_t move, token
    cdef list seen = []
    while len(seen) < plies:
        mover = game.to_move(s)
        if mover == OVER:
            break
        if mover == CHANCE:
            move = game.roll(s, &stream.rng)
        elif mover == seat and made < played:
            move = turn[made]
            made += 1
        else:
            best = likeliest_tried(lookup(there.key_of(mover)))
            move = best.move if best is not None else game.rollout_move(s, &stream.rng)
        token = game.seen(s, move, seat)
        if done and token != NOTHING:
            seen.append(token)
        done = made == played
        there.advance(move, mover)
    return tuple(seen)


cdef MoveStats likeliest_tried(moves):
    """The likeliest of the moves that were tried; None if none was."""
    cdef MoveStats stats, best = None
    for stats in moves:
        if stats.visits and (
            best is None or stats.probability > best.probability
            or (stats.probability == best.probability and stats.visits > best.visits)
        ):
            best = stats
    return best
