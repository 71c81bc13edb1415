"""The ten Instructions (6.3)."""
from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void execute_step(const Tables* t, St* s, Frame* f) noexcept nogil
