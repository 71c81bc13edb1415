"""Finds what is wrong with a world of Tomahawk."""
from libc.stdint cimport int32_t

from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState


cdef int32_t find_flaw(const Tables* t, const TomahawkState* s) noexcept nogil
# Returns an index into FLAWS; 0 if the world is sound. Takes any bytes.
