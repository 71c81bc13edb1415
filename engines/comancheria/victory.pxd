"""The Victory Check (2.10) and the objectives of the periods."""
from hunch.engines.comancheria.state cimport St, Tables

cdef void check_victory(const Tables* t, St* s) noexcept nogil
cdef bint objective(const Tables* t, const St* s) noexcept nogil
# Whether that of the present period is met.
