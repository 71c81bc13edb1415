"""Take Actions (4.1), the activation of a Band and its actions (5.2)."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void act_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef void operation_end_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef void active_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef bint can_activate(const St* s, int32_t band) noexcept nogil
cdef int32_t move_cost(const Tables* t, const St* s, int32_t band, int32_t space) noexcept nogil
cdef int32_t hunt_cost(const St* s, int32_t band) noexcept nogil
cdef bint can_raid(const St* s, int32_t band) noexcept nogil
cdef bint can_trade(const Tables* t, const St* s, int32_t band) noexcept nogil
# Whether the Band's space allows a Trade, at any price.

cdef int32_t trade_price(const Tables* t, const St* s, int32_t space, int32_t given) noexcept nogil
# The price of a Trade in AP.

cdef bint war_effect_is(const Tables* t, const St* s, int32_t effect) noexcept nogil
cdef bint counters_event(const Tables* t, const St* s, int32_t band) noexcept nogil
# Whether a Band that has just finished may use the War Event.

cdef bint can_slip(const Tables* t, const St* s, int32_t band, int32_t enemy) noexcept nogil
