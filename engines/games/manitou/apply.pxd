"""What happens in a hunt: what a card does, and what follows the last one."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.games.manitou.state cimport ManitouState, Tables

cdef void advance(const Tables* t, ManitouState* s, move_t m) noexcept nogil
# The state after a move or an event, which on a view is what its owner saw.

cdef void open_selection(const Tables* t, ManitouState* s) noexcept nogil
# The grounds are laid out: selection begins, or with quick selection the deal.

cdef void lay_card(const Tables* t, ManitouState* s, int32_t ground, int32_t kind) noexcept nogil
# `turn` plays a card. Its challenge is decided, and the next step comes up.

cdef void after_draw(const Tables* t, ManitouState* s) noexcept nogil
# `turn` has drawn a card.

cdef void ride_or_on(const Tables* t, ManitouState* s) noexcept nogil
# No more cards are played: hands go under the tribe cards, the white cylinder comes next.

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
# TAKE: the tiles `turn` may take now.
