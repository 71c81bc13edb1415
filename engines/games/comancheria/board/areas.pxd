"""Sets of spaces and territories, and what is Ravaged among them."""
from libc.stdint cimport int32_t, uint64_t

from hunch.engines.games.comancheria.state cimport St


cdef uint64_t camp_spaces(const St* s) noexcept nogil
# The spaces with Rancherías.

cdef uint64_t covered(const St* s) noexcept nogil
# The spaces with Peace and Ally counters.

cdef int32_t camp_lands(const St* s) noexcept nogil
# The territories with a Ranchería: bit k is territory k.

cdef int32_t lands(const St* s, bint healed) noexcept nogil
# The controlled territories: bit k is territory k. With `healed`, as if Ravaged pieces had left the map.

cdef bint any_ravaged(const St* s) noexcept nogil
cdef int32_t count_ravaged(const St* s) noexcept nogil
cdef bint ravaged_enemy(const St* s, int32_t enemy) noexcept nogil
# Whether an Enemy Space of this enemy is Ravaged.
