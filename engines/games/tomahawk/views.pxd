"""Who sees what in Tomahawk."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport move_t
from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState


cdef move_t seen_by(const TomahawkState* s, move_t m, int32_t seat) noexcept nogil
# A move or event as a seat sees it.

cdef void hide_cards(TomahawkState* s, int32_t other, uint32_t known) noexcept nogil
# Hides a seat's cards but those in rows that are known.

cdef bint event_fits(const Tables* t, const TomahawkState* s, move_t m) noexcept nogil
# Whether the form of an event is right for the owner of a view, and so are the cards he knows.

cdef bint own_move_fits(const Tables* t, const TomahawkState* s, move_t m) noexcept nogil
# Whether the owner of a view can make this move now.
