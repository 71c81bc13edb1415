"""What comes next in Pow Wow: who is to move, the moves, the outcomes of chance."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport CHANCE, OVER, move_t
from hunch.engines.powwow.state cimport (
    DEALING, FINISHED, KINDS, LOOKING, POW_WOW, REROLLING, ROLLING, SHOWING, PowwowState, Tables, mover,
)
from hunch.engines.rng cimport Rng


cdef inline int32_t seat_to_move(const Tables* t, const PowwowState* s) noexcept nogil:
    cdef uint32_t chance = (1 << DEALING) | (1 << ROLLING) | (1 << REROLLING) | (1 << LOOKING) | (1 << SHOWING)
    if (chance >> s.step) & 1:
        return CHANCE
    return OVER if s.step == FINISHED else mover(t, s)


cdef inline void undealt(const Tables* t, const PowwowState* s, int32_t* left) noexcept nogil:
    """Cards of each kind that are in no hand the state shows."""
    cdef int32_t hand, i, kind
    for kind in range(1, POW_WOW):
        left[kind] = 1
    left[POW_WOW] = t.pow_wows
    for hand in range(t.hands):
        for i in range(2):
            if s.hand[hand][i] < KINDS:
                left[s.hand[hand][i]] -= 1


cdef int32_t legal_moves(const Tables* t, const PowwowState* s, move_t* out) noexcept nogil
# The moves of the seat to move.

cdef move_t roll_outcome(const Tables* t, const PowwowState* s, Rng* rng) noexcept nogil
# One of the outcomes of the chance event, drawn by its weight.

cdef int32_t outcomes(const Tables* t, const PowwowState* s, move_t* out, uint32_t* weight) noexcept nogil
# The outcomes of a chance event, with their weights.
