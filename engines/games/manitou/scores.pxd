"""Points and payoffs of Big Manitou."""
from libc.stdint cimport int32_t

from hunch.engines.games.manitou.state cimport ManitouState, Tables

cdef void points(
    const Tables* t, const ManitouState* s, int32_t* score, int32_t* tipis, int32_t* tiles
) noexcept nogil
# Writes the score of each seat now, and what breaks ties.

cdef void payoffs(const Tables* t, const ManitouState* s, double* out) noexcept nogil
