"""The Passage of Time (4.4)."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void pass_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef bint has_space(const St* s, int32_t which) noexcept nogil
# Whether a territory has an empty space; with ANY, whether any territory has.
