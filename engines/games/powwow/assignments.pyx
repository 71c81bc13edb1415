"""The exact likelihood of each assignment of Pow Wow's cards, given what a seat saw.

An *assignment* gives each card that the owner of the view does not hold to one of the other hands. Pow Wow cards fill
the places that colours leave free. So an assignment is a number whose digits are the hands of the colours, in a base of
the number of other hands: at most 5 ** 6 assignments.

An exchange that the owner did not see swaps one of two cards with one of two others: four equally likely ways. The
*value* of an assignment is the probability of all that the owner saw later. Values are computed backward through the
log, as in the backward pass of a hidden Markov chain. Read forward, they show which branches are possible and how to
draw one.

Two equal cards in a hand are one choice. Counted as two they have the same probability, so the result is exact.
"""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

from hunch.engines.contract cimport u8
from hunch.engines.games.powwow.state cimport (
    COLOURS, KINDS, MOST_PLAYERS, POW_WOW, given_of, holds, kept_of, other_of, replace, taken_of, who_of, whom_of,
)
from hunch.engines.games.powwow.thread_memo cimport memo_of_thread

ctypedef struct Walk:                # a walk over all assignments at one time
    const Past* past
    const u8* own
    void (*visit)(Walk*, int32_t) noexcept nogil
    int32_t colours                  # number of colours that the others hold
    int32_t colour[COLOURS]
    int32_t count[MOST_PLAYERS]      # colours in each hand so far
    u8 hand[MOST_PLAYERS][2]
    const int32_t* place             # by card: its power of the base at that time
    const int32_t* next_place        # by card: its power of the base after the exchange
    const double* after              # values after the exchange
    double* value
    uint32_t e                       # the exchange
    double total


cdef int32_t number_of_assignments(const Past* past, const u8* own, int32_t* place) noexcept nogil:
    """Returns the number of assignments, and writes the power of the base for each card."""
    cdef int32_t colour, size = 1
    place[0] = place[POW_WOW] = 0
    for colour in range(1, POW_WOW):
        place[colour] = 0
        if not holds(own, colour):
            place[colour] = size
            size *= past.hands - 1
    return size


cdef void visit_from(Walk* walk, int32_t i, int32_t assignment) noexcept nogil:
    """Visits each way to give the colours from the i-th on to hands, at most two to a hand."""
    cdef int32_t h, colour
    if i == walk.colours:
        walk.visit(walk, assignment)
        return
    colour = walk.colour[i]
    for h in range(walk.past.hands):
        if h == walk.past.owner or walk.count[h] == 2:
            continue
        walk.hand[h][walk.count[h]] = colour
        walk.count[h] += 1
        visit_from(walk, i + 1, assignment + rank(walk.past, h) * walk.place[colour])
        walk.count[h] -= 1
        walk.hand[h][walk.count[h]] = POW_WOW


cdef void walk_assignments(Walk* walk) noexcept nogil:
    cdef int32_t colour
    walk.colours = 0
    memset(walk.count, 0, sizeof(walk.count))
    memset(walk.hand, POW_WOW, sizeof(walk.hand))
    for colour in range(1, POW_WOW):
        if not holds(walk.own, colour):
            walk.colour[walk.colours] = colour
            walk.colours += 1
    walk.hand[walk.past.owner][0], walk.hand[walk.past.owner][1] = walk.own[0], walk.own[1]
    visit_from(walk, 0, 0)


# Visits of an assignment ----------------------------------------------------------------------------------------------

cdef void at_last(Walk* walk, int32_t assignment) noexcept nogil:
    walk.value[assignment] = agrees(walk.past, walk.hand)


cdef void before_unseen(Walk* walk, int32_t assignment) noexcept nogil:
    cdef const u8* gives = walk.hand[who_of(walk.e)]
    cdef const u8* takes = walk.hand[whom_of(walk.e)]
    cdef int32_t step = rank(walk.past, whom_of(walk.e)) - rank(walk.past, who_of(walk.e))
    cdef int32_t a, b
    cdef double value = 0.0
    for a in range(2):
        for b in range(2):
            value += walk.after[assignment + step * (walk.place[gives[a]] - walk.place[takes[b]])]
    walk.value[assignment] = 0.25 * value


cdef void before_seen(Walk* walk, int32_t assignment) noexcept nogil:
    cdef u8 hand[MOST_PLAYERS][2]
    memcpy(hand, walk.hand, sizeof(hand))
    if swap(walk.e, hand):
        walk.value[assignment] = walk.after[assignment_of(walk.past, walk.next_place, hand)]


cdef void add_up(Walk* walk, int32_t assignment) noexcept nogil:
    """Writes the value of a deal times the number of orders in which its cards can be dealt."""
    cdef int32_t h
    cdef double ways = walk.after[assignment]
    for h in range(walk.past.hands):
        if h != walk.past.owner and walk.hand[h][0] != walk.hand[h][1]:
            ways *= 2.0
    walk.value[assignment] = ways


# The chain ------------------------------------------------------------------------------------------------------

cdef bint own_hands(const Past* past, u8 (*own)[2]) noexcept nogil:
    """Writes the owner's hand after each exchange. False if that is impossible."""
    cdef int32_t i
    cdef uint32_t e
    own[0][0], own[0][1] = past.own[0], past.own[1]
    for i in range(past.logged + 1):
        if own[i][0] == 0 or own[i][1] >= KINDS or own[i][0] > own[i][1]:
            return False
        if own[i][0] == own[i][1] and (own[i][0] != POW_WOW or past.pow_wows < 2):
            return False
        if holds(own[i], POW_WOW) and past.pow_wows == 0:
            return False
        if i == past.logged:
            break
        e = past.log[i]
        own[i + 1][0], own[i + 1][1] = own[i][0], own[i][1]
        if (given_of(e) > 0) != (who_of(e) == past.owner or whom_of(e) == past.owner):
            return False
        if who_of(e) == past.owner:
            if not holds(own[i], given_of(e)):
                return False
            replace(own[i + 1], given_of(e), taken_of(e))
        elif whom_of(e) == past.owner:
            if not holds(own[i], taken_of(e)) or other_of(own[i], taken_of(e)) != kept_of(e):
                return False
            replace(own[i + 1], taken_of(e), given_of(e))
    return past.last != past.owner + 1 or holds(own[past.logged], past.card[0])


cdef void fill_in(Chain* chain) noexcept nogil:
    """Computes all values from the last to the first, then the running sums over deals."""
    cdef double* value = <double*>(chain + 1)
    cdef int32_t i, assignment
    cdef Walk walk
    memset(value, 0, (chain.start[chain.known + 1] + chain.start[1]) * sizeof(double))
    walk.past = &chain.past
    for i in range(chain.known, -2, -1):
        walk.own, walk.place = chain.own[max(i, 0)], chain.place[max(i, 0)]
        if i == chain.known:
            walk.visit = at_last
        elif i >= 0:
            walk.e = chain.past.log[i]
            walk.visit = before_seen if given_of(walk.e) else before_unseen
            walk.next_place, walk.after = chain.place[i + 1], value + chain.start[i + 1]
        else:
            walk.visit, walk.after = add_up, value
        walk.value = value + chain.start[i if i >= 0 else chain.known + 1]
        walk_assignments(&walk)
    for assignment in range(1, chain.start[1]):
        walk.value[assignment] += walk.value[assignment - 1]
    chain.sound = walk.value[chain.start[1] - 1] > 0.0


cdef const Chain* chain_of(const Past* past) noexcept nogil:
    cdef Chain* chain = <Chain*>memo_of_thread(sizeof(Chain))
    cdef int32_t i
    if chain == NULL or memcmp(&chain.past, past, sizeof(Past)) == 0:
        return chain
    chain.past = past[0]
    chain.sound = own_hands(past, chain.own)
    if not chain.sound:
        return chain
    chain.known = past.logged
    while past.last == 0 and chain.known > 0 and given_of(past.log[chain.known - 1]) == 0:
        chain.known -= 1
    chain.start[0] = 0
    for i in range(chain.known + 1):
        chain.start[i + 1] = chain.start[i] + number_of_assignments(past, chain.own[i], chain.place[i])
    memset(&chain.past, 0, sizeof(Past))               # a failed allocation must not match the next call
    chain = <Chain*>memo_of_thread(sizeof(Chain) + (chain.start[chain.known + 1] + chain.start[1]) * sizeof(double))
    if chain == NULL:
        return NULL
    chain.past = past[0]
    fill_in(chain)
    return chain


cdef bint forget_chain() noexcept nogil:
    cdef Chain* chain = <Chain*>memo_of_thread(sizeof(Chain))
    cdef bint kept = chain != NULL and chain.past.hands > 0
    if kept:
        memset(&chain.past, 0, sizeof(Past))
    return kept
