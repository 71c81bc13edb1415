"""The procedures of a hunt: what a card does, and what follows the last one."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.games.manitou.state cimport ManitouState, Tables

cdef void advance(const Tables* t, ManitouState* s, move_t m) noexcept nogil
# Makes a move or an event. On a view it is the form that the owner saw.

cdef void open_selection(const Tables* t, ManitouState* s) noexcept nogil
# Begins the selection after the grounds are laid out; with quick selection, the deal.

cdef void lay_card(const Tables* t, ManitouState* s, int32_t ground, int32_t kind) noexcept nogil
# `turn` plays a card: decides its challenge and goes to the next step.

cdef void after_draw(const Tables* t, ManitouState* s) noexcept nogil
# `turn` has drawn a card.

cdef void ride_or_on(const Tables* t, ManitouState* s) noexcept nogil
# Ends the play of cards: hands are put away, and the white cylinder comes next.

cdef void move_hunter(const Tables* t, ManitouState* s, int32_t ground, int32_t kind) noexcept nogil
cdef void after_ride(const Tables* t, ManitouState* s) noexcept nogil
cdef void give_tile(const Tables* t, ManitouState* s, int32_t kind) noexcept nogil
cdef void get_tile(const Tables* t, ManitouState* s, int32_t kind) noexcept nogil

cdef void rank(
    const Tables* t, const ManitouState* s, int32_t ground, const int32_t* bonus, int32_t* best
) noexcept nogil
# The seats with the highest and the second highest total of hunters on a ground, or -1. Players with equal totals
# drop out. `bonus` is added to each hunter, by seat.

cdef int32_t tile_choices(const Tables* t, const ManitouState* s, move_t* out) noexcept nogil
# In TAKE: writes the tiles that `turn` may take.
