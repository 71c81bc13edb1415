"""What can be wrong with a world of Pow Wow."""
from libc.stdint cimport int32_t

from hunch.engines.games.powwow.state cimport PowwowState, Tables

cdef int32_t find_flaw(const Tables* t, const PowwowState* s) noexcept nogil
# An index into FLAWS; takes any bytes.
