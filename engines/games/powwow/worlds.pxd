"""The worlds of a view of Pow Wow: the deals and the unseen exchanges that fit it, with their weights."""
from libc.stdint cimport int32_t, int64_t

from hunch.engines.games.powwow.state cimport PowwowState, Tables
from hunch.engines.rng cimport Rng

cdef enum:
    OF_ALL = -2          # result of `owner_of` for a world

cdef int32_t owner_of(const Tables* t, const PowwowState* s) noexcept nogil
# Returns the owner of a view, whose hand has no holes; PUBLIC if all hands have, OF_ALL if none has.

cdef int64_t all_worlds(
    const Tables* t, const PowwowState* view, int64_t cap, PowwowState* out, double* weight
) noexcept nogil

cdef bint draw_world(const Tables* t, PowwowState* view, Rng* rng) noexcept nogil
