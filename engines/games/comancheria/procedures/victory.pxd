"""The Victory Check (2.10) and the objectives of the periods."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport St, Tables

cdef void check_victory(const Tables* t, St* s) noexcept nogil
cdef bint objective(const Tables* t, const St* s, int32_t held) noexcept nogil
# Whether the objective of the present period is met; `held` is the mask of the controlled territories.
