"""What happens in a hunt: what a card does, and what follows the last one."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.manitou.state cimport ManitouState, Numbers

cdef void open_selection(ManitouState* s, const Numbers* t) noexcept nogil
# The grounds are laid out: selection begins, or with quick selection the deal.

cdef void lay_card(ManitouState* s, const Numbers* t, int32_t ground, int32_t kind) noexcept nogil
# `turn` plays a card, its challenge is settled, and the next step comes up.

cdef void after_draw(ManitouState* s, const Numbers* t) noexcept nogil
# `turn` has drawn a card.

cdef void ride_or_on(ManitouState* s, const Numbers* t) noexcept nogil
# No more cards are played: hands go under the tribe cards, the white cylinder comes next.

cdef void move_hunter(ManitouState* s, const Numbers* t, int32_t ground, int32_t kind) noexcept nogil
cdef void after_ride(ManitouState* s, const Numbers* t) noexcept nogil
cdef void give_tile(ManitouState* s, const Numbers* t, int32_t kind) noexcept nogil
cdef void get_tile(ManitouState* s, const Numbers* t, int32_t kind) noexcept nogil

cdef void rank(
    const ManitouState* s, const Numbers* t, int32_t ground, const int32_t* bonus, int32_t* best
) noexcept nogil
# The seats with the highest and the second highest total of hunters on a ground, or -1. Players with equal totals
# drop out. `bonus` is added to each hunter, by seat.

cdef int32_t tile_choices(const ManitouState* s, const Numbers* t, move_t* out) noexcept nogil
# TAKE: the tiles `turn` may take now.
