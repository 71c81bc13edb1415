"""The Victory Check (2.10) and the objectives of the periods."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport St, Tables

cdef void check_victory(const Tables* t, St* s) noexcept nogil
cdef bint objective(const Tables* t, const St* s, int32_t held) noexcept nogil
# Whether the objective of the present period is met; `held` is the mask of the controlled territories.

cdef int32_t shortfall(const Tables* t, const St* s, int32_t held, int32_t period) noexcept nogil
# How much the objective of a period lacks: territories to control and to camp in, and one for each other condition. It
# is 0 if the objective is met.
