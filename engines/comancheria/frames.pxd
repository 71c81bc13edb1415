"""Whether the stack of frames is one that the rules make."""
from hunch.engines.comancheria.state cimport St, Tables

cdef bint frames_fit(const Tables* t, const St* s) noexcept nogil
# The rest of the state is sound already.
