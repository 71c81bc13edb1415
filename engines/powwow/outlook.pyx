"""What each move promises to the mover, as far as he knows."""
from libc.math cimport expf
from libc.stdint cimport int32_t, uint16_t

from hunch.engines.contract cimport move_t, u8
from hunch.engines.powwow.play cimport moves_of
from hunch.engines.powwow.state cimport *
from hunch.engines.rng cimport Rng, unit

cdef double HEAT = 0.02             # payoff that makes a move e times as likely
cdef double STONE_WORTH = 0.02      # payoff that a white stone stands for
cdef double LEAST = -30.0           # logarithm of the smallest share beside the best one's
cdef double NOT_YET = -1.0e9

ctypedef struct Outlook:
    const Tables* t
    const PowwowState* s
    int32_t seat
    int32_t ways                    # steps that a stone can send an Indian, forward and back,
    int32_t way[2 * SEGMENTS]       # each once
    double foes                     # what of a win each other seat loses
    double pull[KINDS]              # of each card's Indian; 0 of a Pow Wow card
    double stake[KINDS]             # what its leaving first pays the mover
    double hold[MOST_PLAYERS][KINDS]    # how likely each other hand is to hold each card,
    bint informed                   # once that was worked out
    double swap                     # what the best exchange brings, in pulls, before anybody moves; or NOT_YET
    double total                    # of the pulls
    double sum                      # of pulls times stakes


# Where the cards may be ---------------------------------------------------------------------------------------

cdef inline void tell(Outlook* o, int32_t hand, int32_t card, double there) noexcept nogil:
    """That hand has the card, or the mover himself."""
    cdef int32_t i
    for i in range(o.t.hands):
        o.hold[i][card] = 0.0
    o.hold[hand][card] = there


cdef void exclude(Outlook* o, int32_t hand) noexcept nogil:
    """What is not known to lie elsewhere does not lie in that hand."""
    cdef int32_t c, i
    cdef double left
    for c in range(1, POW_WOW):
        left = 1.0 - o.hold[hand][c]
        o.hold[hand][c] = 0.0
        if left > 0.0:
            for i in range(o.t.hands):
                o.hold[i][c] /= left


cdef void inform(Outlook* o) noexcept nogil:
    """From the log: an own exchange showed the other hand whole; one of others goes any of four ways."""
    cdef const PowwowState* s = o.s
    cdef int32_t i, c, hand, who, whom
    cdef uint16_t e
    for hand in range(o.t.hands):
        for c in range(1, POW_WOW):
            o.hold[hand][c] = 0.0 if hand == o.seat or holds(s.base[o.seat], c) else 1.0 / (o.t.hands - 1)
    for i in range(s.logged):
        e = s.log[i]
        who, whom = who_of(e), whom_of(e)
        if who != o.seat and whom != o.seat:
            for c in range(1, POW_WOW):
                o.hold[who][c] = o.hold[whom][c] = (o.hold[who][c] + o.hold[whom][c]) / 2
            continue
        hand = whom if who == o.seat else who
        if who == o.seat:
            exclude(o, hand)
            tell(o, hand, kept_of(e), 1.0)
        tell(o, hand, given_of(e), who == o.seat)
        tell(o, hand, taken_of(e), who != o.seat)
    o.informed = True


# The race -----------------------------------------------------------------------------------------------------

cdef void add_way(Outlook* o, int32_t steps) noexcept nogil:
    cdef int32_t i
    for i in range(o.ways):
        if o.way[i] == steps:
            return
    o.way[o.ways] = steps
    o.ways += 1


cdef void look_out(const Tables* t, const PowwowState* s, Outlook* o) noexcept nogil:
    cdef int32_t c, seat, segment, ring
    o.t, o.s, o.seat, o.informed, o.swap, o.ways = t, s, mover(t, s), False, NOT_YET, 0
    o.foes = 1.0 / (t.seats - 1)
    o.pull[0] = o.pull[POW_WOW] = o.stake[0] = o.stake[POW_WOW] = o.total = o.sum = 0.0
    if s.step == GIVING or t.hands > t.seats:
        inform(o)
    for c in range(1, POW_WOW):
        o.pull[c] = t.pull[s.place[c - 1]]
        o.stake[c] = 1.0 if holds(s.hand[o.seat], c) else -o.foes
        if t.hands > t.seats and o.stake[c] < 0.0:          # the dummy's cards cost nobody anything
            o.stake[c] = 0.0
            for seat in range(t.seats):
                o.stake[c] -= o.foes * o.hold[seat][c]
        o.total += o.pull[c]
        o.sum += o.pull[c] * o.stake[c]
    for segment in range(SEGMENTS):
        ring = s.ring[segment] + 1
        if ring <= RINGS and (t.choice or not t.dark[segment][ring]):
            add_way(o, t.number[segment][ring])
        if ring <= RINGS and t.dark[segment][ring]:
            add_way(o, -<int32_t>t.number[segment][ring])


cdef double gift(const Outlook* o, int32_t hand, int32_t card) noexcept nogil:
    """What giving that card for the better one of a hand, as one may expect it, brings in pulls."""
    cdef double best = 0.0, none = 1.0
    cdef int32_t order[COLOURS]
    cdef int32_t i, at
    for i in range(COLOURS):
        at = i
        while at > 0 and o.pull[order[at - 1]] < o.pull[i + 1]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = i + 1
    for i in range(COLOURS):
        best += none * o.hold[hand][order[i]] * o.pull[order[i]]
        none *= 1.0 - o.hold[hand][order[i]]
    return (best - o.pull[card]) * (1.0 + o.foes if hand < o.t.seats else 1.0)


cdef double best_swap(Outlook* o) noexcept nogil:
    cdef const u8* own = o.s.hand[o.seat]
    cdef int32_t hand
    if o.swap == NOT_YET:
        if not o.informed:
            inform(o)
        for hand in range(o.t.hands):
            if hand != o.seat:
                o.swap = max(o.swap, gift(o, hand, own[0] if o.pull[own[0]] < o.pull[own[1]] else own[1]))
    return o.swap


cdef double after(Outlook* o, int32_t colour, int32_t steps) noexcept nogil:
    """The payoff to expect once an Indian has made its steps."""
    cdef int32_t place = o.s.place[colour - 1] + steps
    cdef double more, worth
    if place > o.t.spaces:
        return o.stake[colour]
    more = o.t.pull[place] - o.pull[colour]
    worth = o.sum + o.stake[colour] * more
    if o.t.special[place] == MOCCASIN:
        worth += best_swap(o)
    worth /= o.total + more
    if o.t.special[place] == STONE and o.s.stock:
        worth += STONE_WORTH
    return worth


cdef double best_step(Outlook* o, int32_t colour) noexcept nogil:
    """The most that one move of that Indian brings, as the tepee stands."""
    cdef double most = NOT_YET
    cdef int32_t i
    for i in range(o.ways):
        if o.s.place[colour - 1] + o.way[i] >= 0:
            most = max(most, after(o, colour, o.way[i]))
    return o.sum / o.total if most == NOT_YET else most


cdef double reroll(Outlook* o) noexcept nogil:
    cdef double worth = -STONE_WORTH
    cdef int32_t colour
    for colour in range(1, POW_WOW):
        if o.t.faces[colour]:
            worth += o.t.faces[colour] * best_step(o, colour) / 6
    return worth


# The moves ----------------------------------------------------------------------------------------------------

cdef double worth_of(Outlook* o, move_t m) noexcept nogil:
    """The payoff that the mover may expect after a move."""
    cdef int32_t kind = m & KIND, card = m & 15, steps
    if kind == CHOOSE:
        return best_step(o, card)
    if kind == MOVE:
        steps = o.t.number[(m >> 4) & 15][(m >> 8) & 15]
        if (m >> 12) & 3 == STAY:
            return o.sum / o.total
        return after(o, card, -steps if (m >> 12) & 3 == BACK else steps)
    if kind == REROLL:
        return reroll(o)
    if kind == GIVE:
        return (o.sum + gift(o, ((m >> 4) & 15) - 1, card)) / o.total
    return o.pull[card] * (1.0 + o.foes if o.s.target <= o.t.seats else 1.0) / o.total


cdef float shares(const Tables* t, const PowwowState* s, const move_t* moves, int32_t n, float* out) noexcept nogil:
    """How much each move is liked beside the best, which has 1; gives the sum."""
    cdef Outlook o
    cdef double worth[MOST_CHOICES]
    cdef double most = NOT_YET
    cdef float total = 0.0
    cdef int32_t i
    look_out(t, s, &o)
    for i in range(n):
        worth[i] = worth_of(&o, moves[i])
        most = max(most, worth[i])
    for i in range(n):
        out[i] = expf(<float>max((worth[i] - most) / HEAT, LEAST))
        total += out[i]
    return total


cdef bint lean_to(const Tables* t, const PowwowState* s, const move_t* moves, int32_t n, float* out) noexcept nogil:
    cdef float total = shares(t, s, moves, n, out)
    cdef int32_t i
    for i in range(n):
        out[i] /= total
    return True


cdef move_t policy(const Tables* t, const PowwowState* s, Rng* rng) noexcept nogil:
    cdef move_t moves[MOST_CHOICES]
    cdef float odds[MOST_CHOICES]
    cdef int32_t n = moves_of(t, s, moves), i = 0
    cdef float left
    if n == 1:
        return moves[0]
    left = <float>unit(rng) * shares(t, s, moves, n, odds)
    while i < n - 1 and left >= odds[i]:
        left -= odds[i]
        i += 1
    return moves[i]
