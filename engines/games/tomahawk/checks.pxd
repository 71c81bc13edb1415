"""What can be impossible about a world of Tomahawk; any bytes may be looked at."""
from libc.stdint cimport int32_t

from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState


cdef int32_t find_flaw(const Tables* t, const TomahawkState* s) noexcept nogil
# 0, or an index into FLAWS.
