"""What each seat sees of an event of Pow Wow, what a view hides, and what its owner can observe."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.games.powwow.state cimport PowwowState, Tables


cdef move_t seen_by(const Tables* t, const PowwowState* s, move_t m, int32_t seat) noexcept nogil
# Returns a move or event as a seat sees it.

cdef void hide_from(const Tables* t, PowwowState* s, int32_t seat) noexcept nogil
# Turns the world into the view of a seat.

cdef bint event_fits(const Tables* t, const PowwowState* s, move_t m) noexcept nogil
# Whether the owner of a view could observe this event next. Takes any 32 bits.
