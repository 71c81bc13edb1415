"""Whether a card may be played: what its effect could do in a position."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport Effect, St, Tables

cdef bint can_play(const Tables* t, const St* s, int32_t card) noexcept nogil
cdef bint hand_can_play(const Tables* t, const St* s) noexcept nogil
cdef bint possible(const Tables* t, const St* s, const Effect* effect) noexcept nogil
cdef int32_t ally_counter(const Tables* t, const St* s) noexcept nogil
# The first counter in North's column with Ally on a face, or -1.

cdef int32_t peace_counter(const Tables* t, const St* s, int32_t enemy) noexcept nogil
cdef bint tribe_in(const St* s, int32_t mask) noexcept nogil
# Whether one of these territories has a Tribe that is not allied.

cdef bint removable(const St* s, int32_t space, int32_t owner, int32_t which) noexcept nogil
cdef bint swappable(const Tables* t, const St* s, int32_t holder, int32_t given, int32_t which) noexcept nogil
cdef int32_t captives(const St* s) noexcept nogil
cdef bint refuge_free(const St* s) noexcept nogil
# Whether Palo Duro is empty and a Ranchería may go there.

cdef bint any_camp(const St* s, bint free) noexcept nogil
# Whether a Ranchería is in play; with `free`, whether one is in play off the Reservation.
