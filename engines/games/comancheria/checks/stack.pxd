"""Whether the stack of frames is one that the rules make."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport St, Tables

cdef int32_t frames_flaw(const Tables* t, const St* s) noexcept nogil
# The rest of the state is sound already.
