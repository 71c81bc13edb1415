"""Points and payoffs of Big Manitou."""
from libc.stdint cimport int32_t

from hunch.engines.games.manitou.state cimport ManitouState, Numbers

cdef void points(
    const ManitouState* s, const Numbers* t, int32_t* score, int32_t* tipis, int32_t* tiles
) noexcept nogil
# What each seat would score now, with what breaks ties.

cdef void payoffs(const ManitouState* s, const Numbers* t, bint by_margin, double unit, double* out) noexcept nogil
