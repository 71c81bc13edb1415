"""Whether a state is sound: counters conserved, everything in range, frames that the rules make."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport St, Tables

cdef int32_t find_flaw(const Tables* t, const St* s) noexcept nogil
