"""Whether the rules can lead to the stack of frames."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport St, Tables

cdef int32_t frames_flaw(const Tables* t, const St* s) noexcept nogil
# Returns a code of flaws.pxd. The rest of the state is sound already.
