"""Development and history cards: revealing them, playing them, and the effects they are made of."""
from libc.stdint cimport int32_t

from hunch.engines.comancheria.state cimport Effect, Frame, St, Tables

cdef bint can_play(const Tables* t, const St* s, int32_t card) noexcept nogil
cdef bint hand_can_play(const Tables* t, const St* s) noexcept nogil
cdef void effect_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef void reveal_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef int32_t ally_counter(const Tables* t, const St* s) noexcept nogil
# The first counter in North's column with Ally on a face, or -1.

cdef bint tribe_in(const St* s, int32_t mask) noexcept nogil
# A Tribe that is not allied, in one of these territories.

cdef const Effect* effect_of(const Tables* t, const Frame* f) noexcept nogil
# The effect that an effect frame is carrying out.

cdef int32_t repeats(const Effect* effect) noexcept nogil
# How often it asks or rolls; 0 for one that just happens.

cdef bint removable(const St* s, int32_t space, int32_t owner, int32_t which) noexcept nogil
cdef bint any_removable(const St* s, const Effect* effect) noexcept nogil
cdef bint swappable(const Tables* t, const St* s, int32_t holder, int32_t given, int32_t which) noexcept nogil
cdef int32_t captives(const St* s) noexcept nogil
cdef bint refuge_free(const St* s) noexcept nogil
