"""Rancherías: the spaces they may go to, what Bands take from them and leave in them."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport Frame, St, Tables
from hunch.engines.contract cimport u8

cdef int32_t camp_goals(
    const Tables* t, const St* s, int32_t camp, int32_t steps, bint planning, u8* out
) noexcept nogil
# The spaces where it may stop, or turn over a "?" and go on, in ascending order; the Reservation only in Planning.

cdef int32_t camp_steps_left(const Tables* t, const St* s, int32_t camp, int32_t steps, int32_t space) noexcept nogil
# Of these steps, after the way to one of those spaces.

cdef bint marked(const Tables* t, const St* s, int32_t space) noexcept nogil
# Whether a "?" lies there.

cdef int32_t camp_steps(const St* s, int32_t camp) noexcept nogil
# In Planning step 7: the strength of the Bands in its box.

cdef bint camp_can_move(const Tables* t, const St* s) noexcept nogil
# Whether any could move one space.

cdef bint can_take(const St* s, int32_t band, int32_t camp, int32_t lowest) noexcept nogil
cdef void camp_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef int32_t trail_of(const Tables* t, int32_t space) noexcept nogil
# The place on the wagon trail, or -1.

cdef void place_camp(const Tables* t, St* s, int32_t camp, int32_t space) noexcept nogil
