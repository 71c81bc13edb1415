"""What can be wrong with a world of Big Manitou."""
from libc.stdint cimport int32_t

from hunch.engines.games.manitou.state cimport ManitouState, Numbers

cdef int32_t find_flaw(const ManitouState* s, const Numbers* t) noexcept nogil
