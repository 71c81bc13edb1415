"""The baseline: what a sensible player does without looking ahead, and how good a position looks."""
from libc.stdint cimport int32_t

from hunch.engines.comancheria.asks cimport answers
from hunch.engines.comancheria.state cimport *
from hunch.engines.contract cimport MOST_MOVES
from hunch.engines.rng cimport Rng, below


cdef move_t sensible(const Tables* t, const St* s, Rng* rng) noexcept nogil:
    cdef move_t out[MOST_MOVES]
    cdef int32_t n = answers(t, s, t.full, out)
    return out[below(rng, n)]


cdef double promise(const Tables* t, const St* s) noexcept nogil:
    return 0.0
