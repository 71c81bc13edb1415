"""Reads a search: ranked turns, and the line expected after one. It changes nothing that was grown."""
from collections.abc import Callable, Sequence
from heapq import heappop, heappush

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


Lookup = Callable[[int], Sequence[MoveStats]]


cdef MoveStats row_of(move_t move, int64_t visits, double probability, double value, double error):
    """The value is a payoff, though a sum may already count what the visits read just before do not."""
    cdef MoveStats row = MoveStats.__new__(MoveStats)
    row.move, row.visits, row.probability = move, visits, probability
    row.value, row.standard_error = max(min(value, 1.0), -1.0), error
    return row


cdef TurnStats longer(TurnStats before, move_t move, double probability, int64_t visits, double value, double error):
    """A branch with one more move."""
    cdef TurnStats branch = TurnStats.__new__(TurnStats)
    branch.turn, branch.view, branch.key = before.turn + (move,), before.view.after(move), mix(before.key, move) | 1
    branch.probability, branch.visits = probability, visits
    branch.value, branch.standard_error = value, error
    return branch


cdef TurnStats step(TurnStats before, MoveStats row):
    """A branch with one more move that was tried; what was not is worth what was known before."""
    cdef double probability = before.probability * row.probability
    if row.visits:
        return longer(before, row.move, probability, row.visits, row.value, row.standard_error)
    return longer(before, row.move, probability, 0, before.value, before.standard_error)


def merged(samplers):
    told = {}
    if len(samplers) == 1:
        alone = samplers[0]

        def lookup_alone(key):
            rows = told.get(key)
            if rows is None:
                rows = told[key] = rows_of(alone.rows_at(key))
            return rows

        return lookup_alone

    def lookup(key):
        rows = told.get(key)
        if rows is None:
            rows = told[key] = rows_over([sampler.rows_at(key) for sampler in samplers])
        return rows

    return lookup


cdef list rows_of(list gathered):
    """In the order of moves, with shares that add up to 1; none where all have none."""
    cdef move_t move
    cdef int64_t visits
    cdef double policy, value, error, total = 0.0
    for _, _, policy, _, _ in gathered:
        total += policy
    if not total > 0.0:
        return []
    gathered.sort()
    found = []
    for move, visits, policy, value, error in gathered:
        found.append(row_of(move, visits, policy / total, value, error))
    return found


cdef list rows_over(list gathered):
    """The same of several threads: each counts as often as it tried a move."""
    cdef dict found = {}
    cdef double total = 0.0
    for one in gathered:
        for part in one:
            found.setdefault(part[0], []).append(part)
    for parts in found.values():
        for part in parts:
            total += part[2]
    return [row_over(parts, total) for _, parts in sorted(found.items())] if total > 0.0 else []


cdef MoveStats row_over(list parts, double total):
    cdef double visits = 0.0, policy = 0.0, value = 0.0, error = 0.0, weight
    for part in parts:
        visits += part[1]
        policy += part[2]
    for part in parts:
        weight = max(<double>part[1], 1e-12) / max(visits, 1e-12)
        value += weight * part[3]
        error += (weight * part[4]) ** 2
    return row_of(parts[0][0], <int64_t>visits, policy / total, value, error ** 0.5)


def wanted(tuple turn not None, allow, avoid):
    near = not allow or any([turn[:len(entry)] == entry[:len(turn)] for entry in allow])
    return near and not any([turn[:len(entry)] == entry for entry in avoid])


def reaches(tuple turn not None, allow):
    return not allow or any([turn[:len(entry)] == entry for entry in allow])


def narrowed(look, State view not None, int32_t seat, uint64_t key, allow, avoid):
    told = left_over(look, view, seat, key, allow, avoid)
    return None if told is None else lambda key: told.get(key) or look(key)


def permitted(State view not None, int32_t seat, uint64_t key, allow, avoid):
    told = left_over(lambda key: (), view, seat, key, allow, avoid)
    return None if told is None else {key: [row.move for row in rows] for key, rows in told.items()}


cdef dict left_over(look, State view, int32_t seat, uint64_t key, allow, avoid):
    """By key, the rows that are left where not all turns may be advised; None where no turn is."""
    cdef dict told = {}
    begun = {entry[:length] for entry in (*allow, *avoid) for length in range(len(entry))}
    return None if mass((), view, key, seat, look, allow, avoid, begun, told) is None else told


cdef object mass(
    tuple turn, State view, uint64_t key, int32_t seat, look, allow, avoid, set begun, dict told
):  # fmt: skip
    """The probability of all turns that begin so and may be advised; None where there is none. Not a function inside
    the other: one that calls itself would keep what was grown until Python looks for circles."""
    cdef MoveStats row, best = None
    cdef double total = 0.0, share
    if turn not in begun:                               # then all may that go on from here
        return 1.0
    if view.to_move != seat:
        return 1.0 if reaches(turn, allow) else None
    found = []
    for row in look(key) or untried(view):
        longer = (*turn, row.move)
        if wanted(longer, allow, avoid):
            part = mass(longer, view.after(row.move), mix(key, row.move) | 1, seat, look, allow, avoid, begun, told)
            if part is not None:
                found.append((row, row.probability * part))
    if not found:
        return None
    for row, share in found:
        total += share
        if best is None or sureness(row) > sureness(best):
            best = row
    rows = told[key] = []
    for row, share in found:
        share = share / total if total > 0.0 else 1.0 if row is best else 0.0
        rows.append(row_of(row.move, row.visits, share, row.value, row.standard_error))
    return total


cdef tuple sureness(MoveStats row):
    return row.visits > 0, row.value - row.standard_error


cdef list untried(State view):
    """Where nobody has been: as the game leans, and where it has no opinion each move as likely as any other."""
    cdef move_t moves[MOST_MOVES]
    cdef float odds[MOST_MOVES]
    cdef int32_t i, n = view.game.legal(view.data, moves)
    cdef bint leans = view.game.prior(view.data, moves, n, odds)
    cdef double total = 0.0
    for i in range(n):
        total += odds[i] if leans else 1.0
    return [row_of(moves[i], 0, (odds[i] if leans else 1.0) / total, 0.0, 1.0) for i in range(n)]


def ranked(look, State view not None, int32_t seat, uint64_t key, may=None, bint partly=False):
    cdef int64_t order = 0
    cdef TurnStats branch = TurnStats.__new__(TurnStats)
    cdef MoveStats row
    branch.turn, branch.view, branch.key = (), view, key
    branch.probability, branch.visits, branch.value, branch.standard_error = 1.0, 0, 0.0, 1.0
    heap = [(-1.0, 0, 0, branch, None, None)]
    while heap:
        _, _, _, branch, row, alike = heappop(heap)
        if row is not None:                 # most are never asked for, so a branch is made only now
            branch = step(branch, row)
        if branch.turn and branch.view.game.to_move(branch.view.data) != seat:
            yield branch
        else:
            rows = look(branch.key)
            if not rows and partly:         # a move without a choice was not looked at, but what comes after it was
                rows = untried(branch.view)
                if len(rows) > 1:
                    rows = []
            if rows:
                for row in rows:
                    if may is None or may((*branch.turn, row.move)):
                        order += 1
                        heappush(heap, (-branch.probability * row.probability, -row.visits, order, branch, row, None))
            elif ended(branch.turn, branch.view, seat, partly):
                yield branch
            else:
                alike = unexplored(branch, seat, may, partly)
        if alike is not None:
            branch = next(alike, None)
            if branch is not None:
                order += 1
                heappush(heap, (-branch.probability, -branch.visits, order, branch, None, alike))


def unexplored(TurnStats before, int32_t seat, may, bint partly):
    """The whole turns that begin so, one after the other: made only when they are asked for."""
    cdef list rows = untried(before.view)
    cdef TurnStats after
    rows.sort(key=unlikelihood)
    for row in rows:
        if may is None or may((*before.turn, row.move)):
            after = step(before, row)
            if after.view.game.to_move(after.view.data) != seat or ended(after.turn, after.view, seat, partly):
                yield after
            else:
                yield from unexplored(after, seat, may, partly)


def unlikelihood(MoveStats row not None):
    return -row.probability


cdef bint ended(tuple turn, State view, int32_t seat, bint partly) except -1:
    """Whether a turn ends where nobody has been: `partly`, its rest is asked for when it is reached."""
    if not turn:
        return False
    return view.game.to_move(view.data) != seat or (partly and len(view.legal()) > 1)


def drawn_turn(
    look, State view not None, int32_t seat, uint64_t key, Stream stream not None, double blur, double least,
    bint greedy, bint partly=False,
):  # fmt: skip
    cdef MoveStats row, best
    cdef move_t move
    cdef double top
    turn = []
    while view.game.to_move(view.data) == seat:
        rows = look(key)
        if not rows and turn and partly and len(view.legal()) > 1:
            break
        rows = rows or untried(view)
        if greedy and not blur:
            best = None
            for row in rows:
                if best is None or row.probability > best.probability or (
                    row.probability == best.probability and row.value > best.value
                ):
                    best = row
            move = best.move
        else:
            shares = [(<MoveStats>one).probability for one in rows]
            top = max(shares)
            shares = [share ** (1.0 - blur) if share >= least * top else 0.0 for share in shares]
            move = (<MoveStats>rows[picked(shares, stream.unit())]).move
        turn.append(move)
        view, key = view.after(move), mix(key, move) | 1
    return tuple(turn)


def picked(shares, double at):
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


def line(look, int32_t seat, Cursor place not None, tuple turn not None, Py_ssize_t plies):
    cdef Cursor there = place.copied()
    cdef Game game = place.world.game
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
            best = tried_most(look(there.key_of(mover)))
            move = best.move if best is not None else game.rollout_move(s, &stream.rng)
        token = game.seen(s, move, seat)
        if done and token != NOTHING:
            seen.append(token)
        done = made == played
        there.advance(move, mover)
    return tuple(seen)


cdef MoveStats tried_most(rows):
    """The likeliest of those that were tried; None where none was."""
    cdef MoveStats row, best = None
    for row in rows:
        if row.visits and (
            best is None or row.probability > best.probability
            or (row.probability == best.probability and row.visits > best.visits)
        ):
            best = row
    return best
