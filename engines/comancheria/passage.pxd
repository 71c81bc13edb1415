"""The Passage of Time (4.4)."""
from hunch.engines.comancheria.state cimport Frame, St, Tables

cdef void pass_step(const Tables* t, St* s, Frame* f) noexcept nogil
