"""Which deals and which unseen exchanges fit a view of Pow Wow, and how likely each is."""
from libc.stdint cimport int32_t, int64_t

from hunch.engines.games.powwow.state cimport PowwowState, Tables
from hunch.engines.rng cimport Rng

cdef enum:
    OF_ALL = -2          # `owner_of`: a world

cdef int32_t owner_of(const Tables* t, const PowwowState* s) noexcept nogil
# Whose view it is: the hand without holes; PUBLIC when none is, OF_ALL when all are.

cdef int64_t all_worlds(
    const Tables* t, const PowwowState* view, int64_t cap, PowwowState* out, double* weight
) noexcept nogil

cdef bint draw_world(const Tables* t, PowwowState* view, Rng* rng) noexcept nogil
