"""The Victory Check (2.10) and the objectives of the periods."""
from libc.stdint cimport int32_t

from hunch.engines.comancheria.pieces cimport *
from hunch.engines.comancheria.state cimport *


cdef void check_victory(const Tables* t, St* s) noexcept nogil:
    cdef int32_t c
    if not objective(t, s):
        s.outcome = LOST
        return
    if s.period == t.last_period:
        s.outcome = WON
        return
    for c in range(CARDS):
        if s.card[c] in (DECK, TOP, TOP + 1, TOP + 2, DISCARDED):
            s.card[c] = GONE
    s.period += 1
    for c in range(12 * (s.period - 1), 12 * s.period):
        s.card[c] = DECK
    for c in range(3):
        s.card[12 * (s.period - 1) + c] = TOP + c
    s.passage = 0
    pop(s)
    push(s, S_EFFECT, CARDS + s.period, M_REVEAL)


cdef bint objective(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t k, r, b, p = s.period, control = 0, camps = 0, others = 0
    cdef bint here, free = False, named = False
    for k in range(6):
        here = False
        for r in range(CAMPS):
            here = here or (is_round(s.camp_at[r]) and territory(s.camp_at[r]) == k)
        camps += here
        others += here and not (t.goal_named[p] >> k) & 1
        if controlled(s, k):
            control += 1
            named = named or (t.goal_named[p] >> k) & 1
    for r in range(CAMPS):
        free = free or (s.camp_at[r] and s.camp_at[r] != RESERVATION)
    for b in range(BANDS):
        free = free or (s.band_strength[b] and s.band_at[b] < BOX)
    if control < t.goal_control[p] or camps < t.goal_camps[p] or (t.goal_named[p] and not named):
        return False
    if (t.goal_other[p] and not others) or (t.goal_free[p] and not free):
        return False
    return s.military + s.culture >= t.goal_points[p]
