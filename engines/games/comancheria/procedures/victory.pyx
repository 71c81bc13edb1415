"""The Victory Check (2.10) and the objectives of the periods."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.areas cimport camp_lands, lands
from hunch.engines.games.comancheria.codes.components cimport (
    BANDS, BOX, CAMPS, CARDS, DECK, DISCARDED, GONE, LOST, RESERVATION, TOP, WON,
)
from hunch.engines.games.comancheria.codes.effects cimport M_REVEAL
from hunch.engines.games.comancheria.codes.steps cimport S_EFFECT
from hunch.engines.games.comancheria.state cimport St, Tables, pop, push


cdef void check_victory(const Tables* t, St* s) noexcept nogil:
    cdef int32_t c
    if not objective(t, s, lands(s, False)):
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


cdef bint is_free(const St* s) noexcept nogil:
    """Whether a Ranchería or a Band is outside the Reservation."""
    cdef int32_t r, b
    for r in range(CAMPS):
        if s.camp_at[r] and s.camp_at[r] != RESERVATION:
            return True
    for b in range(BANDS):
        if s.band_strength[b] and s.band_at[b] < BOX:
            return True
    return False


cdef bint objective(const Tables* t, const St* s, int32_t held) noexcept nogil:
    return shortfall(t, s, held, s.period) == 0


cdef int32_t shortfall(const Tables* t, const St* s, int32_t held, int32_t period) noexcept nogil:
    cdef int32_t k, homes = camp_lands(s), named = t.goal_named[period]
    cdef int32_t control = t.goal_control[period], camps = t.goal_camps[period], others = 0
    for k in range(6):
        control -= (held >> k) & 1
        camps -= (homes >> k) & 1
    if named and not held & named:
        control = max(control, 1)
    if t.goal_other[period] and not homes & ~named:
        camps = max(camps, 1)
    if t.goal_free[period] and not is_free(s):
        others += 1
    if s.military + s.culture < t.goal_points[period]:
        others += 1
    return max(control, 0) + max(camps, 0) + others
