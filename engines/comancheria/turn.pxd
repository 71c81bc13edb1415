"""A turn: its phases, and the Operation Cleanup (3.4)."""
from libc.stdint cimport int32_t

from hunch.engines.comancheria.state cimport Frame, St, Tables

cdef void turn_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef void clean_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef bint crowded(const St* s, int32_t space) noexcept nogil
# More than one Band stands there.
