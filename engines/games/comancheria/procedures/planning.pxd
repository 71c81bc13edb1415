"""The Culture and Planning operations."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.procedures.frames cimport SuccessorFrame
from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void culture_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef void plan_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef bint can_act_headman(const Tables* t, const St* s, int32_t camp) noexcept nogil
# Whether the Paraibo of a Ranchería can take any action.

cdef int32_t open_card(const St* s, int32_t place) noexcept nogil
# The open development card at a place, or -1.

cdef void succeed(const Tables* t, St* s, int32_t camp, int32_t value) noexcept nogil
# Gives a Ranchería a new Mahimiana, whose medicine follows from a die.

cdef bint awaits_successor(St* s, SuccessorFrame* f, int32_t then_at) noexcept nogil
# Rolls for the next Ranchería without a Mahimiana, from the frame's Ranchería on. False if there is none.
