"""Rancherías: where they may go, which goods Bands take from them, and which they leave there."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport Frame, St, Tables
from hunch.engines.contract cimport u8

cdef int32_t camp_goals(
    const Tables* t, const St* s, int32_t camp, int32_t steps, bint planning, u8* out
) noexcept nogil
# The spaces where a Ranchería may stop, or turn over a "?" and go on, in ascending order. The Reservation counts only
# in Planning.

cdef int32_t camp_steps_left(const Tables* t, const St* s, int32_t camp, int32_t steps, int32_t space) noexcept nogil
# How many of these steps are left after the way to one of those spaces.

cdef bint marked(const Tables* t, const St* s, int32_t space) noexcept nogil
# Whether a "?" lies on the space.

cdef int32_t camp_steps(const St* s, int32_t camp) noexcept nogil
# How far a Ranchería may move in step 7 of Planning: the strength of the Bands in its box.

cdef bint camp_can_move(const Tables* t, const St* s) noexcept nogil
# Whether any Ranchería can move one space.

cdef bint can_take(const St* s, int32_t band, int32_t camp, int32_t lowest) noexcept nogil
cdef void camp_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef int32_t trail_of(const Tables* t, int32_t space) noexcept nogil
# The place of a space on the wagon trail, or -1.

cdef void place_camp(const Tables* t, St* s, int32_t camp, int32_t space) noexcept nogil
