"""A turn: its phases, and the Operation Cleanup (3.4)."""
from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void turn_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef void clean_step(const Tables* t, St* s, Frame* f) noexcept nogil
