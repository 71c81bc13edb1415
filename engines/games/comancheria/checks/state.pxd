"""Whether a state is sound: all counters are there, values are in range, and the rules lead to the frames."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport St, Tables

cdef int32_t find_flaw(const Tables* t, const St* s) noexcept nogil
