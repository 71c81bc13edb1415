"""The outcomes of chance in Pow Wow."""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy

from hunch.engines.contract cimport move_t
from hunch.engines.games.powwow.state cimport (
    DEAL, DIE, KINDS, LOOKING, POW_WOW, REROLLING, ROLLING, SHOWING, PowwowState, Tables,
)
from hunch.engines.rng cimport Rng


cdef int32_t outcomes(const Tables* t, const PowwowState* s, move_t* out, uint32_t* weight) noexcept nogil:
    cdef int32_t left[KINDS]
    cdef int32_t kind, n = 0
    cdef Rng unused
    if s.step == ROLLING:
        memcpy(out, t.roll, t.rolls * sizeof(uint32_t))
        memcpy(weight, t.roll_weight, t.rolls * sizeof(uint32_t))
        return t.rolls
    if s.step == LOOKING or s.step == SHOWING:
        unused.state = 0
        out[0], weight[0] = roll_outcome(t, s, &unused), 1
        return 1
    undealt(t, s, left)
    for kind in range(1, KINDS):
        out[n], weight[n] = DEAL + kind, left[kind]
        if s.step == REROLLING:
            out[n], weight[n] = DIE + kind, t.faces[kind] if kind < POW_WOW else 0
        n += weight[n] > 0
    return n
