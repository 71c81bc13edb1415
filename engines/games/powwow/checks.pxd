"""Finds what is wrong with a world of Pow Wow."""
from libc.stdint cimport int32_t

from hunch.engines.games.powwow.state cimport PowwowState, Tables

cdef int32_t find_flaw(const Tables* t, const PowwowState* s) noexcept nogil
# Returns an index into FLAWS; 0 if the world is sound. Takes any bytes.
